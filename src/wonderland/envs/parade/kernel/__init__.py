"""Dealing, stepping and observing one game of a batch: plain functions that are compiled for the CPU and the GPU.

- ``layout.py``: where each number of a game stands
- ``game.py``: a row of the batch as the simulator's kernel takes it, the deal
- ``step.py``: one action, the opponents' answers, the end of a game
- ``compact.py``, ``rich.py``, ``privileged.py``: observations
- ``one_game.py``: what happens to one game in one call
- ``cpu.py``, ``gpu_step.py``, ``gpu_observe.py``: the loops over all games
- ``gpu_rows.py``: games and observations on their way through a GPU's memory
"""
