"""Parade as an environment.

- ``batch.py``: :class:`ParadeBatch`, thousands of games that take one action each a step, on the CPU or the GPU
- ``actions.py``: the 72 actions
- ``observations.py``: what each number of an observation means
- ``aec.py``, ``parallel.py``: for PettingZoo, by the names of ``wonderland.envs.parade_v0``, with what they share in
  ``agents.py``
- ``gym_env.py``, ``vector_env.py``: for Gymnasium, one game and many; ``compiled_bots.py``, ``bot_opponents.py``: the
  bots to play against
- ``single_game.py``: a batch of one, for those with a single table; ``refusals.py``: why an action is illegal
- ``render.py``, ``picture.py``, ``card_faces.py``: the table as text and as a picture
- ``kernel/``: dealing, stepping and observing one game, compiled for both processors
- ``spiel/``: the game of OpenSpiel, with chance taken apart
"""
