"""One entry after the other: the only way a table changes, live and when it is rebuilt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wonderland.core.errors import TooLate
from wonderland.core.tuples import replaced
from wonderland.server.tables.entries import (
    Acted,
    AnyEntry,
    Away,
    Back,
    Closed,
    Hosted,
    Opened,
    Rated,
    Ready,
    Resumed,
    Seated,
    Started,
)
from wonderland.server.tables.moment import Moment, Seat


def opened(id: str, entry: Opened, at: int) -> Moment:
    """The first moment of a table."""
    return Moment(
        id=id,
        version=1,
        at=at,
        host=entry.host,
        game=entry.game,
        options=entry.options,
        public=entry.public,
        pace=entry.pace,
        invite=entry.invite,
        seats=(Seat(),) * entry.seats,
    )


def step(moment: Moment, entry: AnyEntry, at: int) -> Moment:
    """The moment after an entry; raises what the rules say when they refuse the action in it."""
    if moment.phase == "closed":
        raise TooLate("table_closed")
    changed = _STEPS[type(entry)](moment, entry, at)
    return replace(moment, version=moment.version + 1, at=at, **changed)


Changes = dict[str, Any]


def _seat(moment: Moment, number: int, **changes: Any) -> Changes:
    return {"seats": replaced(moment.seats, number, replace(moment.seats[number], **changes))}


def _seated(moment: Moment, entry: Seated, at: int) -> Changes:
    free = entry.kind if entry.kind in ("open", "reserved") else moment.seats[entry.seat].free
    seat = Seat(entry.kind, entry.name, entry.person, entry.bot, free=free)
    changes: Changes = {"seats": replaced(moment.seats, entry.seat, seat)}
    if entry.out:
        changes["kicked"] = (*moment.kicked, entry.out)
    if entry.invite:
        changes["invite"] = entry.invite
    return changes


def _started(moment: Moment, entry: Started, at: int) -> Changes:
    """Seats that nobody took are gone; who plays on after a game sits as before, and nobody is away."""
    seats = tuple(
        replace(seat, left=None, bot=None if seat.kind == "person" else seat.bot, ready=False)
        for seat in moment.seats
        if seat.taken
    )
    deal = moment.rules.read_deal({**entry.deal, "players": [seat.name for seat in seats]})
    state = moment.rules.deal(deal)
    return {
        "seats": seats,
        "phase": "playing",
        "number": moment.number + 1,
        "started": moment.version + 1,
        "ended": 0,
        "begins": entry.begins,
        "deal": deal,
        "state": state,
        **_waiting(moment, state, len(seats), None, max(at, entry.begins)),
        "series": moment.next_series(),
        "played_by": moment.players,
        "result": None,
        "ratings": None,
    }


def _acted(moment: Moment, entry: Acted, at: int) -> Changes:
    moment.expect_playing()
    rules = moment.rules
    state = rules.apply(moment.state, entry.seat, rules.read_action(entry.action))
    if rules.outcome(state) is None:
        return {"state": state, **_waiting(moment, state, len(moment.seats), entry.seat, at)}
    series = moment.customs.add(moment.series, state)
    return {
        "state": state,
        "since": (None,) * len(moment.seats),
        "turns": (None,) * len(moment.seats),
        "phase": "over",
        "ended": moment.version + 1,
        "series": series,
        "result": moment.customs.result(state, series),
    }


def _waiting(moment: Moment, state: Any, seats: int, actor: int | None, at: int) -> Changes:
    """Since when the table waits for each seat: those it waited for already get no new time and no new turn."""
    if moment.customs.live:
        return {"since": (), "turns": ()}
    since: list[int | None] = [None] * seats
    turns: list[int | None] = [None] * seats
    for seat in moment.customs.waits_for(state):
        before = moment.since[seat] if actor is not None else None
        if before is None or seat == actor:
            since[seat], turns[seat] = at, moment.version + 1
        else:
            since[seat], turns[seat] = before, moment.turns[seat]
    return {"since": tuple(since), "turns": tuple(turns)}


def _away(moment: Moment, entry: Away, at: int) -> Changes:
    return _seat(moment, entry.seat, bot=entry.bot, left=entry.why)


def _back(moment: Moment, entry: Back, at: int) -> Changes:
    changes = _seat(moment, entry.seat, bot=None, left=None)
    if moment.since and moment.since[entry.seat] is not None:
        changes["since"] = replaced(moment.since, entry.seat, at)
    return changes


def _resumed(moment: Moment, entry: Resumed, at: int) -> Changes:
    return {"since": tuple(None if since is None else at for since in moment.since)}


_STEPS: dict[type, Callable[[Moment, Any, int], Changes]] = {
    Seated: _seated,
    Hosted: lambda moment, entry, at: {"host": entry.host},
    Started: _started,
    Acted: _acted,
    Away: _away,
    Back: _back,
    Ready: lambda moment, entry, at: _seat(moment, entry.seat, ready=entry.ready),
    Rated: lambda moment, entry, at: {"ratings": tuple(map(tuple, entry.ratings))},
    Resumed: _resumed,
    Closed: lambda moment, entry, at: {"phase": "closed", "closed": entry.why},
}
