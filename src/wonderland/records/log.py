"""A game while it is played: its deal, what was done, and the state that follows from them."""

from __future__ import annotations

from typing import Any

from wonderland.core.fields import Data
from wonderland.core.game import Done
from wonderland.games.registry import AnyGame
from wonderland.records.replaying import game_of


class Log:
    """Appends actions to a deal; the record can be taken at any moment.

    >>> from random import Random
    >>> from wonderland.games import parade
    >>> log = Log(parade.game, parade.game.shuffle(["Ann", "Bob"], Random(7)))
    >>> log.act(log.state.turn, parade.Play(log.state.hands[log.state.turn][0]))
    >>> len(log.record()["moves"])
    1
    """

    def __init__(self, game: AnyGame, deal: Any) -> None:
        self.game = game
        self.deal = deal
        self.actions: list[Done[Any]] = []
        self.state = game.deal(deal)
        #: The record that this game continues; its unknown keys are kept.
        self.source: Data = {}

    @classmethod
    def resume(cls, record: Data) -> Log:
        """Continue a record; an error in it is raised with its place."""
        game = game_of(record)
        log = cls(game, game.read_deal(record))
        log.source = record
        for step in game.steps(record):
            log.state = step.state
            if step.seat is not None:
                log.actions.append(Done(step.seat, step.action, step.time))
        return log

    def act(self, seat: int, action: Any, time: int | None = None) -> None:
        """Apply an action of a seat, or raise why the rules refuse it."""
        self.state = self.game.apply(self.state, seat, action)
        self.actions.append(Done(seat, action, time))

    def record(self) -> dict[str, Any]:
        """The game record so far, with the unknown keys of the record that it continues."""
        return {**self.source, **self.game.record(self.deal, self.actions)}
