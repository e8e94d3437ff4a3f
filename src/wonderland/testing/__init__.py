"""Conformance kits: they tell the author of a new game, bot or language whether it is right.

>>> from wonderland.games import parade
>>> check_game(parade.game, games=1)
>>> check_bot("greedy")
>>> check_language("fr")
"""

from wonderland.testing.bot import check_bot
from wonderland.testing.customs import check_customs
from wonderland.testing.game import NotConforming, check_game
from wonderland.testing.language import check_language

__all__ = ["NotConforming", "check_bot", "check_customs", "check_game", "check_language"]
