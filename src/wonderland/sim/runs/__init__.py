"""Runs of whole games on the CPU or a GPU, and what they tell.

- ``simulate.py``: the two functions for users: a row a game, or statistics
- ``cpu.py``, ``gpu.py``: the entry points on each device; ``gpu_kernels.py`` is compiled for the GPU
- ``counting.py``: a finished game as histograms or a row
- ``threads.py``: a range of games over several threads, with progress and interruption
- ``counting_work.py``: the same over the workers of ``wonderland.parallel``
- ``results.py``: rows of results; ``seats.py`` sums them up by seat
- ``statistics.py``: sums of runs of any length; ``report.py`` and ``plot.py`` show them
- ``records.py``: the record of one game; ``reconstruction.py`` finds the deck of a random game
"""
