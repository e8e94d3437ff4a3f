"""Parade at a table: one after the other, then everybody sets two cards aside."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from wonderland.core.customs import Standing
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, at
from wonderland.games.parade import records, view
from wonderland.games.parade.explanation import Explanation, explain_view
from wonderland.games.parade.scoring import outcome
from wonderland.games.parade.state import Deal, State
from wonderland.games.parade.view import View


class ParadeCustoms:
    """Parade's :class:`wonderland.core.customs.Customs`."""

    live = False
    stand_in = "hatter"

    def options(self, data: Data) -> dict[str, Any]:
        for key in data:
            with at("at_key", key=key):
                raise Unreadable("option_unknown", game="parade", key=shown(key))
        return {}

    def deal(self, players: Sequence[str], options: Data, before: Deal | None, series: None, random: Random) -> Deal:
        deal = records.shuffle(players, random)
        if before is None or len(before.players) != len(players):
            return deal
        # At the next game the next one begins, so that nobody always does.
        return msgspec.structs.replace(deal, first=(before.first + 1) % len(players))

    def waits_for(self, state: State) -> tuple[int, ...]:
        turn = state.turn
        if turn is not None:
            return (turn,)
        return tuple(seat for seat, cards in enumerate(state.discards) if cards is None)

    def own(self, state: State, seat: int) -> dict[str, Any]:
        return view.own(state, seat)

    def standings(self, state: State) -> tuple[Standing, ...]:
        end = outcome(state)
        assert end, "the game has ended"
        ranks = list(zip(end.scores, end.cards, strict=True))
        return tuple(Standing(1 + sum(other < own for other in ranks), *own) for own in ranks)

    def series(self, players: int, options: Data) -> None:
        return None

    def add(self, series: None, state: State) -> None:
        return None

    def result(self, state: State, series: None) -> dict[str, Any]:
        end = outcome(state)
        assert end, "the game has ended"
        # The sheet is how the score came about, colour by colour (P8 to P10).
        return {**records.result(state), "sheet": msgspec.to_builtins(end.sheet, enc_hook=str), "tied": end.tied}

    def guide(self, seen: View) -> Explanation:
        return explain_view(seen)


customs = ParadeCustoms()
