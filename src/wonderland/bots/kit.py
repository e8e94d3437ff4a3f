"""What tables, the arena and engines need to know of a game's bots, with defaults for every game."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from wonderland.bots.bot import WAIT, Bot, Budget
from wonderland.bots.evaluator import Evaluator
from wonderland.core.cards import read_card
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, field
from wonderland.games.registry import AnyGame


class RandomBot:
    """Plays any game: takes a random legal action."""

    def __init__(self, seed: int, game: AnyGame) -> None:
        self._random = Random(seed)
        self._game = game

    def decide(self, view: Any, budget: Budget) -> Any:
        """One of the legal actions, each equally likely."""
        actions = self._game.choices(view)
        return actions[int(self._random.random() * len(actions))]


class GameBots:
    """What is particular to the bots of a game. A game's own is a subclass, named in ``wonderland.bots.registry``."""

    #: The bot that plays for a person who is away.
    substitute = "random"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    # ---- at a table ------------------------------------------------------------------------------------

    def hardness(self, view: Any, action: Any) -> float:
        """How hard the choice was, from 0 to 1: bots at a table wait accordingly. Must not depend on hidden cards."""
        return 0.0

    # ---- finished games --------------------------------------------------------------------------------

    def evaluator(self, players: int) -> Evaluator | None:
        """What measures the luck in finished games of so many players; None where nothing does."""
        return None

    # ---- live games ------------------------------------------------------------------------------------

    def finisher(self, seed: int) -> Bot[Any, Any]:
        """A bot that ends a live game for certain, for games that the bots do not finish."""
        return RandomBot(seed, self.game)

    def delays_end(self, state: Any, seat: int) -> bool:
        """Whether a seat could bring a live game nearer to its end now."""
        return bool(self.game.legal(state, seat))

    # ---- bots in other languages (docs/formats.md) --------------------------------------------------------

    def engine_legal(self, view: Any) -> list[str]:
        """The legal actions as an engine gets them; in a live game it may also wait."""
        waiting = [str(WAIT)] if self.game.table.live else []
        return [*map(str, self.game.choices(view)), *waiting]

    def engine_answer(self, action: Any) -> dict[str, Any]:
        """The keys of an engine's answer that hold its action."""
        return {"move": str(action)}

    def read_engine_answer(self, message: Data, view: Any) -> Any:
        """The action of an engine's answer; whether it is legal is checked later."""
        with field(message, "move") as text:
            if not isinstance(text, str):
                raise Unreadable("event_wrong", event=shown(text))
            return WAIT if self.game.table.live and text == str(WAIT) else self.game.read_action(text)

    def read_engine_view(self, data: Any) -> Any:
        """A view sent by another program; an incomplete one is refused with the path of what is wrong."""
        try:
            return msgspec.convert(data, self.game.table.View, dec_hook=read_card)
        except msgspec.ValidationError as problem:
            raise Unreadable("engine_view_wrong", problem=str(problem)) from None
