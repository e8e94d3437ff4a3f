"""What a finished game owes to luck, by everybody's chances in each of its positions.

- ``chances.py``: a game replayed, with the chances after the deal, every move, draw and last choice, compiled
- ``by_network.py``: those chances by the position network
- ``evaluator.py``: the luck of deal and draws
"""
