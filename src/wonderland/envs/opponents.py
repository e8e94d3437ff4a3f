"""The bots a learner plays against, by name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wonderland.bots import registry
from wonderland.bots.registry import ENGINE, AnyBot
from wonderland.core.errors import NotAllowed
from wonderland.envs.arguments import names_by_seat


def opponent_names(value: str | Sequence[str], players: int, game: str) -> tuple[str, ...]:
    """The registered bot of each seat but the first; one name alone is for all of them."""
    names = names_by_seat(value, players)
    for name in names:
        if (plays := registry.find(name).game) not in ("", game):
            raise NotAllowed("bot_other_game", bot=name, game=plays, wanted=game)
    return names


class Opponents:
    """The bots in seats 1, 2 …: made anew for each game, but for engines, which play all of them."""

    def __init__(self, names: Sequence[str], game: str) -> None:
        self._names, self._game = dict(enumerate(names, 1)), game
        self._engines: dict[int, AnyBot] = {}

    def for_game(self, random: Random) -> dict[int, AnyBot]:
        """The bots of the next game by seat, with random numbers of their own."""
        return {seat: self._bot(seat, name, random.getrandbits(63)) for seat, name in self._names.items()}

    def _bot(self, seat: int, name: str, seed: int) -> AnyBot:
        if seat in self._engines:
            return self._engines[seat]
        bot = registry.make(name, seed, self._game)
        if name.startswith(ENGINE):
            self._engines[seat] = bot
        return bot

    def __getstate__(self) -> dict[str, Any]:
        if self._engines:
            raise NotAllowed("env_copied_with_engine")
        return vars(self)

    def close(self) -> None:
        """Stop the engines."""
        for engine in self._engines.values():
            engine.close()  # type: ignore[attr-defined]  # engines have it, other bots need none
        self._engines.clear()
