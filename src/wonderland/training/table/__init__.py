"""Learning the Hatter's table of weights: ``python -m wonderland.training.table --players 4 --out weights.json``.

- ``data.py``: self-play: the candidates of some decisions, played out
- ``features.py``: which weights a move touches
- ``fitting.py``: weights by least squares, in rounds
- ``match.py``: how well weights play against greedy players
"""
