"""Parade at a table: one after the other, then everybody sets two cards aside."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, TypedDict

import msgspec

from wonderland.core.changes import Change
from wonderland.core.table import NoOptions, Standing, TableRules, ranked
from wonderland.games.parade import records, view
from wonderland.games.parade.cards import Card
from wonderland.games.parade.explanation import Explanation, explain_view
from wonderland.games.parade.scoring import ColourLine, outcome
from wonderland.games.parade.state import Action, Deal, Play, State, Trigger
from wonderland.games.parade.view import View


class TableOptions(NoOptions, frozen=True):
    """Parade has nothing to choose."""


class Result(TypedDict):
    """The end of a game of Parade: docs/formats.md, and how each score came about."""

    game: Literal["parade"]
    finished: bool
    plies: int
    trigger: Trigger | None
    parade: list[Card]
    front: list[list[Card]]
    scores: list[int]
    cards: list[int]
    majorities: dict[str, list[int]]
    winners: list[int]
    sheet: list[list[ColourLine]]
    tied: bool
    #: Which two cards each player has set aside (P7): open once the game is over, as in its record (P11).
    discards: list[list[Card]]


class ParadeTable(TableRules):
    """Parade's :class:`wonderland.core.table.TableRules`."""

    View = View
    Options = TableOptions
    Result = Result
    Explanation = Explanation
    secret = frozenset({"hand", "discard"})
    measure_names = ("score", "margin")

    def is_public(self, action: Action) -> bool:
        return isinstance(action, Play)  # which cards were set aside stays hidden (P7)

    def own(self, state: State, seat: int) -> dict[str, Any]:
        return view.own(state, seat)

    def view_changes(self, before: State, after: State) -> list[Change]:
        return view.view_changes(before, after)

    def deal(
        self, players: Sequence[str], options: TableOptions, before: Deal | None, series: None, random: Random
    ) -> Deal:
        deal = records.shuffle(players, random)
        if before is None or len(before.players) != len(players):
            return deal
        # The first player changes clockwise from game to game.
        return msgspec.structs.replace(deal, first=(before.first + 1) % len(players))

    def waiting(self, state: State) -> tuple[int, ...]:
        turn = state.turn
        if turn is not None:
            return (turn,)
        return tuple(seat for seat, cards in enumerate(state.discards) if cards is None)

    def explain(self, view: Any) -> Any:
        return explain_view(view)

    def standings(self, state: State) -> tuple[Standing, ...]:
        end = outcome(state)
        assert end, "the game has ended"
        keys = list(zip(end.scores, end.cards, strict=True))  # P10
        return tuple(Standing(place, *key) for place, key in zip(ranked(keys), keys, strict=True))

    def measures(self, state: State) -> dict[str, tuple[float, ...]]:
        end = outcome(state)
        assert end, "the game has ended"
        others = len(end.scores) - 1
        margins = tuple(round((sum(end.scores) - own) / others - own, 3) for own in end.scores)
        return {"score": end.scores, "margin": margins}

    def result(self, state: State, series: None) -> dict[str, Any]:
        end = outcome(state)
        assert end, "the game has ended"
        # The sheet is how the score came about, colour by colour (P8 to P10).
        return {
            **records.result(state),
            "sheet": msgspec.to_builtins(end.sheet, enc_hook=str),
            "tied": end.tied,
            "discards": [[str(card) for card in cards or ()] for cards in state.discards],
        }
