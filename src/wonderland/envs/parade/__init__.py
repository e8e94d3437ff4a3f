"""Parade as an environment.

- ``batch.py``: :class:`ParadeBatch`, thousands of games that take one action each a step, on the CPU or the GPU
- ``actions.py``: the 72 actions
- ``observations.py``: what each number of an observation means
- ``kernel/``: dealing, stepping and observing one game, compiled for both processors
"""
