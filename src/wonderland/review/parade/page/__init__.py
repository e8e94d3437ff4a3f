"""The part of an HTML report that shows a game of Parade.

- ``page.py``: the order of things; ``chances.py``: everybody's chances as a curve
- ``luck.py``: what adds up to each result; ``moments.py``: the costly moments, with every choice
- ``summary.py``: many games together
- ``cards.py``: cards as small labels
"""

from wonderland.review.parade.page.page import ParadePage

__all__ = ["ParadePage"]
