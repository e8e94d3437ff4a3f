"""Bots for Nimble, as quick as people.

- ``levels.py``: the four levels in one table, gentlest first
- ``player.py``: a player of a level: what it sees and what it decides
- ``hands.py``: how long that takes
- ``memory.py``: the cards that it remembers
- ``planning.py``: the next placements with those cards: flip, go back, place
- ``kit.py``: how they are driven at a table, in the arena and as engines
"""
