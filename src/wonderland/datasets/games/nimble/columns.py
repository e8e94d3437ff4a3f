"""What a dataset of Nimble holds. Cards are numbers, 0 to 29: the pack in the order RB RV RG RY RO BR BV … OY."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wonderland.core.fields import Data
from wonderland.datasets.columns import Column
from wonderland.datasets.plan import DatasetPlan
from wonderland.datasets.source import GameSource
from wonderland.games.nimble.cards import PACK
from wonderland.parallel.executor import Executor

KINDS = ("flip", "back", "turn", "place")
NO_PILE, NO_TIME = -1, -1

_NUMBERS = {str(card): number for number, card in enumerate(PACK)}


class NimbleColumns:
    """The columns of Nimble; nothing of it is compiled."""

    record_columns = (
        Column("packs", "list<uint8>", "the packs, top first: thirty cards of seat 0, thirty of seat 1 …"),
        Column("setup", "list<uint8>", "whose top card starts pile 0, 1 and 2"),
        Column("event_kinds", "list<uint8>", "what was done, in order: 0 flip, 1 back, 2 turn, 3 place"),
        Column("event_seats", "list<uint8>", "who did it"),
        Column("event_piles", "list<int8>", "on which pile a card was placed; else -1"),
        Column("event_times", "list<int32>", "when, in milliseconds since the start"),
    )
    result_columns = (
        Column("end", "string", "`finished` or `stuck`"),
        Column("left", "list<uint8>", "cards that were not placed, by seat"),
        Column("errors", "list<uint8>", "errors, by seat"),
        Column("titles", "list<string>", "titles, by seat"),
        Column("winners", "list<uint8>", "the seats that win, ascending"),
    )

    def of_record(self, record: Data) -> dict[str, Any]:
        """Packs, set-up and events."""
        events = record["events"]
        placed = [event[0] == "place" for event in events]
        # The time is the last item, behind the pile of a placement.
        times = [event[2 + place :] for event, place in zip(events, placed, strict=True)]
        return {
            "packs": [_NUMBERS[card] for pack in record["packs"] for card in pack],
            "setup": record["setup"],
            "event_kinds": [KINDS.index(event[0]) for event in events],
            "event_seats": [event[1] for event in events],
            "event_piles": [event[2] if place else NO_PILE for event, place in zip(events, placed, strict=True)],
            "event_times": [time[0] if time else NO_TIME for time in times],
        }

    def of_result(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """How the game ended, for everybody."""
        return {column.name: result[column.name] for column in self.result_columns}

    def simulates(self, bots: Sequence[str]) -> bool:
        """Never."""
        return False

    def simulator(self, plan: DatasetPlan, threads: int | None, executor: Executor | None = None) -> GameSource:
        """There is none."""
        raise NotImplementedError
