"""How well finished games were played, how lucky everybody was, and what could have been known.

===================  ========================================================================================
``reviewer.py``      what a game's reviewer is, and its settings
``registry.py``      the reviewer of each game
``analyse.py``       the records of a file reviewed one after another
``<game>/``          a game's own review: its report as typed structs, and how it is made
===================  ========================================================================================
"""
