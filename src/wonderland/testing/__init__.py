"""Conformance kits: they tell the author of a new game, or of a new bot, whether it is right.

>>> from wonderland.games import parade
>>> check_game(parade.game, games=1)
>>> check_table(parade.game, games=1)
>>> check_bot("greedy")
"""

from wonderland.testing.bot import check_bot
from wonderland.testing.game import NotConforming, check_game
from wonderland.testing.table import check_table

__all__ = ["NotConforming", "check_bot", "check_game", "check_table"]
