"""Who of a table's people is away, and what follows: when the others may let a bot play, and when that ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wonderland.server.clock import Clock
from wonderland.server.presence import Presence
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AgreedEntry, AnyEntry, AwayEntry, BackEntry, ReadyEntry
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table

READY_FOR_MS = 10_000  #: how long somebody who has lost the connection counts as ready


class Absences:
    """Of one table. Its scheduler asks after everything that changes; nothing is done here."""

    def __init__(self, table: Table, clock: Clock, presence: Presence, away_after_ms: int) -> None:
        self._table = table
        self._clock = clock
        self._presence = presence
        self._away_after_ms = away_after_ms
        #: Since when each person is gone from the site, as far as that was seen; before this nobody could connect.
        self._gone_since: dict[str, int] = {}
        self._created = clock.now()
        #: Since when people who sit here are not connected to this table.
        self._disconnected_since: dict[str, int] = {}

    # ---- what has happened --------------------------------------------------------------------------

    def clock_jumped(self, milliseconds: int) -> None:
        self._created += milliseconds
        for times in (self._gone_since, self._disconnected_since):
            times.update({person: at + milliseconds for person, at in times.items()})

    def presence_changed(self, person: str) -> None:
        """Somebody has come to the site, or has gone."""
        if self._presence.is_here(person):
            self._gone_since.pop(person, None)
        else:
            self._gone_since[person] = self._clock.now()

    def connections_changed(self) -> None:
        """Somebody has connected to the table, or disconnected."""
        state, present = self._table.now, self._table.audience.present
        here = {held.person for seat, held in enumerate(state.seats) if present(seat)}
        now, before = self._clock.now(), self._disconnected_since
        self._disconnected_since = {person: before.get(person, now) for person in state.people if person not in here}

    # ---- what follows -------------------------------------------------------------------------------

    def online(self, state: TableState) -> tuple[int, ...]:
        """The seats of people who are on the site."""
        here = self._presence.is_here
        return tuple([seat for seat, held in enumerate(state.seats) if held.person and here(held.person)])

    def away_at(self, state: TableState) -> dict[int, int]:
        """When which seat has been waited for so long, and its person gone so long, that a bot may be agreed on.

        Where a clock runs it alone decides. Who is alone with bots is simply waited for.
        """
        if state.phase != "playing" or state.time_limit.unit != "none" or len(state.people) < 2:
            return {}
        found: dict[int, int] = {}
        for seat in range(len(state.seats)) if state.rules.table.live else state.waiting:
            person = state.seats[seat].person
            if person and not state.seats[seat].bot and not self._presence.is_here(person):
                waited = state.since[seat] if state.since else None
                since = max(self._gone_since.get(person, self._created), waited or state.begins)
                found[seat] = since + self._away_after_ms
        return found

    def returns(self, state: TableState) -> Iterator[AnyEntry]:
        """Whoever is on the site again has their seat back, and nobody's agreement counts any more."""
        for seat in self.online(state) if state.phase == "playing" else ():
            held = state.seats[seat]
            if held.left == "away":
                yield BackEntry(seat)
            else:
                yield from [AgreedEntry(other, seat, agree=False) for other in held.agreed]

    def substitutes(self, state: TableState, away: Sequence[int]) -> Iterator[AnyEntry]:
        """Bots for those who are away, where all other people who are present at the table have agreed."""
        for seat in away:
            agreed = {state.seats[other].person for other in state.seats[seat].agreed}
            present = {
                held.person
                for other, held in enumerate(state.seats)
                if held.kind == "person" and not held.left and self._table.audience.present(other)
            }
            if present and present <= agreed:
                yield AwayEntry(seat, state.substitute, "away")

    def unready(self, state: TableState) -> Iterator[tuple[int, AnyEntry]]:
        """When whoever has left a table where all begin at the same moment is no longer ready."""
        if state.phase not in ("gathering", "over") or not requests.begins_for_all_at_once(state):
            return
        for seat, held in enumerate(state.seats):
            if held.ready and held.person in self._disconnected_since:
                yield self._disconnected_since[held.person] + READY_FOR_MS, ReadyEntry(seat, ready=False)
