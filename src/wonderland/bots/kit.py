"""How the bots of a game are driven at tables, in the arena and as engines; a game that says nothing gets defaults."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from wonderland.bots.bot import WAIT, Bot, Budget
from wonderland.core.cards import Card
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, field
from wonderland.games.registry import AnyGame


class RandomBot:
    """Does anything the rules allow, in any game."""

    def __init__(self, seed: int, game: AnyGame) -> None:
        self._random = Random(seed)
        self._game = game

    def decide(self, view: Any, budget: Budget) -> Any:
        """Any of the legal actions, each as likely as the others."""
        actions = self._game.choices(view)
        return actions[int(self._random.random() * len(actions))]


class GameBots:
    """How the bots of a game are driven. A game's own is a subclass, named in ``wonderland.bots.registry``."""

    #: The bot that plays on for somebody who is away.
    substitute = "random"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    # ---- at a table ------------------------------------------------------------------------------------

    def hardness(self, view: Any, action: Any) -> float:
        """How hard the choice was, from 0 to 1: bots hesitate accordingly. It must not depend on what is hidden."""
        return 0.0

    # ---- live games ------------------------------------------------------------------------------------

    def finisher(self, seed: int) -> Bot[Any, Any]:
        """A bot under which a live game surely ends, for games that the bots do not finish."""
        return RandomBot(seed, self.game)

    def delays_end(self, state: Any, seat: int) -> bool:
        """Whether a seat could have brought a live game nearer to its end, and did not."""
        return bool(self.game.legal(state, seat))

    # ---- bots in other languages (docs/formats.md) --------------------------------------------------------

    def engine_legal(self, view: Any) -> list[str]:
        """The legal actions as an engine is told them; in a live game it may also wait."""
        waiting = [str(WAIT)] if self.game.table.live else []
        return [*map(str, self.game.choices(view)), *waiting]

    def engine_answer(self, action: Any) -> dict[str, Any]:
        """The keys of an engine's answer that say what it does."""
        return {"move": str(action)}

    def read_engine_answer(self, message: Data, view: Any) -> Any:
        """What an engine wants to do; whether the rules allow it is for the game to say."""
        with field(message, "move") as text:
            if not isinstance(text, str):
                raise Unreadable("event_wrong", event=shown(text))
            return WAIT if self.game.table.live and text == str(WAIT) else self.game.read_action(text)

    def read_engine_view(self, data: Any) -> Any:
        """A view that another program sends; one that is not complete is refused by the place of what is wrong."""
        try:
            return msgspec.convert(data, self.game.table.View, dec_hook=_read_card)
        except msgspec.ValidationError as problem:
            raise Unreadable("engine_view_wrong", problem=str(problem)) from None


def _read_card(kind: type, text: Any) -> Any:
    if issubclass(kind, Card):
        return kind(text)
    raise NotImplementedError(kind.__name__)
