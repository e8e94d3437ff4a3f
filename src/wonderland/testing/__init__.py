"""Conformance kits: they tell the author of a new game, bot or language whether it is right. That of a store is in
``wonderland.testing.store``, which loads the server.

>>> from wonderland.games import parade
>>> check_game(parade.game, games=1)
>>> check_table(parade.game, games=1)
>>> check_bot("greedy")
>>> check_language("fr")
"""

from wonderland.testing.bot import check_bot
from wonderland.testing.game import NotConforming, check_game
from wonderland.testing.language import check_language
from wonderland.testing.table import check_table

__all__ = ["NotConforming", "check_bot", "check_game", "check_language", "check_table"]
