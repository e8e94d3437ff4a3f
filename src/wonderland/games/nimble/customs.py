"""Nimble at a table: everybody at once, by rounds that may make up a Challenge (N9)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from wonderland.core import fields
from wonderland.core.customs import Standing
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, at
from wonderland.games.nimble import records, view
from wonderland.games.nimble.challenge import Challenge
from wonderland.games.nimble.scoring import outcome, places
from wonderland.games.nimble.state import Deal, Options, State
from wonderland.games.nimble.view import View

DEFAULTS = {"errors": "fewest", "assist": False, "challenge": False}


class NimbleCustoms:
    """Nimble's :class:`wonderland.core.customs.Customs`."""

    live = True
    stand_in = "dodo"

    def options(self, data: Data) -> dict[str, Any]:
        options = {**DEFAULTS, **data}
        for key, value in options.items():
            with at("at_key", key=key):
                if key not in DEFAULTS:
                    raise Unreadable("option_unknown", game="nimble", key=shown(key))
                fields.choice(value, ["fewest", "out"] if key == "errors" else [True, False])
        return options

    def deal(
        self, players: Sequence[str], options: Data, before: Deal | None, series: Challenge | None, random: Random
    ) -> Deal:
        chosen = Options(options["errors"], options["assist"])
        if series is None:
            return records.shuffle(players, random, options=chosen)
        of = (series.played + 1, len(players))
        return records.shuffle(players, random, options=chosen, fewest=series.fewest, of=of)

    def waits_for(self, state: State) -> tuple[int, ...]:
        return ()

    def own(self, state: State, seat: int) -> dict[str, Any]:
        return view.own(state, seat)

    def standings(self, state: State) -> tuple[Standing, ...]:
        end = outcome(state)
        assert end, "the round has ended"
        ranks = list(zip(end.errors, places(end.left), strict=True))
        return tuple(
            Standing(1 + sum(other < own for other in ranks), end.left[seat], end.errors[seat])
            for seat, own in enumerate(ranks)
        )

    def series(self, players: int, options: Data) -> Challenge | None:
        return Challenge.start(players) if options["challenge"] else None

    def add(self, series: Challenge | None, state: State) -> Challenge | None:
        end = outcome(state)
        assert end, "the round has ended"
        return series.after(end) if series else None

    def result(self, state: State, series: Challenge | None) -> dict[str, Any]:
        end = outcome(state)
        assert end, "the round has ended"
        data = records.result(state)
        # The piles as they are checked, card by card (N8).
        data["checked"] = msgspec.to_builtins(end.piles, enc_hook=str)
        return {**data, "challenge": series.result()} if series else data

    def guide(self, seen: View) -> None:
        return None


customs = NimbleCustoms()
