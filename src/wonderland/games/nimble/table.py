"""Nimble at a table: everybody at once, by rounds that may make up a Challenge (N9)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from wonderland.core.notation import read_numbers
from wonderland.core.table import Standing, TableRules, ranked
from wonderland.games.nimble import records, state, view
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.challenge import Challenge
from wonderland.games.nimble.scoring import Checked, Title, outcome, places
from wonderland.games.nimble.state import Action, Deal, State
from wonderland.games.nimble.view import View


class TableOptions(state.Options, frozen=True):
    """What a table may choose (N9, N10)."""

    #: As many rounds as players, counted together.
    challenge: bool = False


class ChallengeStanding(TypedDict):
    """A Challenge so far (N9), by seat; ``winners`` after its last round."""

    wins: list[int]
    errors: list[int]
    left: list[int]
    winners: NotRequired[list[int]]


class Result(TypedDict):
    """The end of a round of Nimble: docs/formats.md, and the piles as they are checked."""

    game: Literal["nimble"]
    finished: bool
    end: Literal["finished", "stuck"]
    left: list[int]
    errors: list[int]
    titles: list[Title]
    winners: list[int]
    piles: list[list[tuple[Card, int]]]
    checked: list[list[Checked]]
    challenge: NotRequired[ChallengeStanding]


def _read_setup(text: str) -> tuple[int, ...]:
    """Whose top card starts each pile: ``0,0,1`` (N2)."""
    return read_numbers(text.replace(",", " "))


class NimbleTable(TableRules):
    """Nimble's :class:`wonderland.core.table.TableRules`."""

    live = True
    View = View
    Options = TableOptions
    Result = Result
    SeriesState = Challenge
    deal_arguments = MappingProxyType({"setup": _read_setup})
    secret = frozenset({"discard", "remembered"})
    measure_names = ("left", "errors")

    def is_public(self, action: Action) -> bool:
        return True  # whatever a player does, the others see the card it leaves on top (N12)

    def own(self, state: State, seat: int) -> dict[str, Any]:
        return view.own(state, seat)

    def deal(
        self,
        players: Sequence[str],
        options: TableOptions,
        before: Deal | None,
        series: Challenge | None,
        random: Random,
        setup: tuple[int, ...] | None = None,
    ) -> Deal:
        chosen = state.Options(options.errors, options.assist)
        if series is None:
            return records.shuffle(players, random, options=chosen, setup=setup)
        of = (series.played + 1, len(players))
        return records.shuffle(players, random, options=chosen, setup=setup, fewest=series.fewest, of=of)

    def waiting(self, state: State) -> tuple[int, ...]:
        return ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        end = outcome(state)
        assert end, "the round has ended"
        keys = ranked(list(zip(end.errors, places(end.left), strict=True)))  # N8
        return tuple(map(Standing, keys, end.left, end.errors))

    def measures(self, state: State) -> dict[str, tuple[float, ...]]:
        end = outcome(state)
        assert end, "the round has ended"
        return {"left": end.left, "errors": end.errors}

    def result(self, state: State, series: Challenge | None) -> dict[str, Any]:
        end = outcome(state)
        assert end, "the round has ended"
        data = records.result(state)
        # The piles as they are checked, card by card (N8).
        data["checked"] = msgspec.to_builtins(end.piles, enc_hook=str)
        return {**data, "challenge": series.result()} if series else data

    def series(self, players: int, options: TableOptions) -> Challenge | None:
        return Challenge.start(players) if options.challenge else None

    def add(self, series: Challenge | None, state: State) -> Challenge | None:
        end = outcome(state)
        assert end, "the round has ended"
        return series.after(end) if series else None
