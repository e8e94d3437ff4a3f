"""Learning the table of weights of the Hatter's evaluation: ``python -m wonderland.training.table --players 4 --out FILE``.

- ``data.py``: self-play: the candidates of some decisions, played out
- ``features.py``: which weights a move touches
- ``fitting.py``: weights by least squares, in rounds
- ``match.py``: how well weights play against greedy players
"""
