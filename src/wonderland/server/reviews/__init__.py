"""Reviews of finished games and uploaded records: asked for here, made by workers, kept in the store.

====================  =======================================================================================
``reviews.py``        starting one, where it stands, its report
``own_worker.py``     the server's own worker for reviews, where no other one runs
``play.py``           how well somebody plays, over their reviewed games
``hints.py``          what the moves of a position are worth, for somebody who plays against bots
====================  =======================================================================================
"""
