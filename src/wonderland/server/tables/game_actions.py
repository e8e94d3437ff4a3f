"""The actions of the game that is being played at a table, and which of them a substitute did."""

from __future__ import annotations

from wonderland.server.tables.entries import ActedEntry, AnyEntry, StartedEntry
from wonderland.server.tables.state import TableState


class GameActions:
    """Recorded entry by entry, both live and when a table is rebuilt."""

    def __init__(self) -> None:
        #: With their times.
        self.timed: list[tuple[int, ActedEntry]] = []
        #: The bot that acted for an absent person, by the action's place in ``timed``.
        self.substitutes: dict[int, str] = {}

    def record(self, at: int, entry: AnyEntry, state: TableState) -> None:
        """``state`` is the one that the entry led to."""
        if isinstance(entry, StartedEntry):
            # New ones: somebody may still be reading those of the last game.
            self.timed, self.substitutes = [], {}
        elif isinstance(entry, ActedEntry):
            seat = state.seats[entry.seat]
            if seat.left and seat.bot:
                self.substitutes[len(self.timed)] = seat.bot
            self.timed.append((at, entry))

    def rewind(self, count: int) -> None:
        """Forget all but the first actions of the current game: the others were not written after all."""
        # New ones, for the same reason.
        self.timed = self.timed[:count]
        self.substitutes = {place: bot for place, bot in self.substitutes.items() if place < count}
