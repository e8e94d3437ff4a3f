"""Learning to play.

- ``selfplay/``: the networks, by self-play on a GPU or on one core: ``wonderland train``
- ``deep/``: the deep network, and card networks beside it, by expert iteration with torch: ``wonderland train-deep``
- ``table/``: the table of weights of the Hatter's evaluation, by least squares: ``python -m wonderland.training.table``
"""
