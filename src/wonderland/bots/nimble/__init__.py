"""Bots for Nimble, with hands and eyes as quick as people's.

- ``levels.py``: the four levels in one table, gentlest first
- ``player.py``: a player of a level: what it takes in, decides, and how long that takes
- ``memory.py``: the cards it still has in mind
- ``planning.py``: what to do with them: flip on, place, go back for one, one after the other
- ``kit.py``: how they are driven at a table, in the arena and as engines
"""
