"""What a finished game owes to luck, by everybody's chances in each of its positions.

- ``chances.py``: a game replayed, with the chances after the deal, every move, draw and last choice, compiled
- ``evaluator.py``: the luck of deal and draws, from those
"""
