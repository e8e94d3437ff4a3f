"""Measures and their confidence intervals as text, tables and plots; shared by simulations and the arena.

- ``measure.py``: a mean and its 95 % confidence interval
- ``formatting.py``: measures as text, in every language
- ``tables.py``: the layout of tables in a terminal
- ``drawing.py``, ``lines.py``: plots as SVG
- ``running_mean.py``: a mean of values that are not kept; ``symbols.py``: the symbols of cards' colours
"""
