"""Bots for Parade, from random cards to search.

- ``simple.py``: greedy, and the same with mistakes: dormouse, rabbit
- ``heuristic.py``: the learned evaluation without search: hatter
- ``search/``: search with sampled hidden hands: cat, queen
- ``alice.py``: the top of the ladder: alice, at a level, or without search
- ``flat.py``: flat Monte Carlo, for comparison
- ``evaluation/``: the learned evaluation, compiled; ``compiling.py`` says how
- ``luck/``: the luck in a finished game, by everybody's chances in each of its positions
- ``kit.py``: what tables, the arena and engines need to know of these bots
- ``engine_views.py``: reads and checks views that other programs send
- ``why.py``, ``why_own.py``: reasons for a move, for everyone and for the player
- ``turn.py``, ``reason.py``: what those are made from
"""
