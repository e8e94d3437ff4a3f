"""Nimble as environments for reinforcement learning, in virtual time.

- ``virtual_round.py``: how time passes between decisions, how a round ends, and what it is worth
- ``actions.py``: the 70 actions: what to do, and how long to hesitate
- ``observations.py``: what a seat observes, piece by piece
- ``reports.py``: the mask, and what ``info`` holds
- ``gym_env.py``: one learner against bots (Gymnasium)
- ``parallel.py``: every seat an agent (PettingZoo)
- ``render.py``, ``picture.py``: the table as text and as a picture
- ``setup.py``: the arguments that both share
"""
