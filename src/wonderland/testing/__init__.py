"""Conformance kits: they tell the author of a new game whether it is right.

>>> from wonderland.games import parade
>>> check_game(parade.game, games=1)
"""

from wonderland.testing.game import NotConforming, check_game

__all__ = ["NotConforming", "check_game"]
