"""The reducer of a table's log: the only way its state changes, both live and when it is rebuilt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wonderland.core.errors import TooLate
from wonderland.core.tuples import replaced
from wonderland.games.registry import find
from wonderland.server.tables.entries import (
    ActedEntry,
    AgreedEntry,
    AnyEntry,
    AwayEntry,
    BackEntry,
    ClosedEntry,
    HostChangedEntry,
    OpenedEntry,
    RatedEntry,
    ReadyEntry,
    ResumedEntry,
    SeatedEntry,
    StartedEntry,
)
from wonderland.server.tables.state import Seat, TableState, player_names


def initial_state(id: str, entry: OpenedEntry, at: int) -> TableState:
    """The state after the first entry."""
    return TableState(
        id=id,
        version=1,
        at=at,
        host=entry.host,
        game=entry.game,
        options=find(entry.game).table.options(entry.options),
        public=entry.public,
        time_limit=entry.time_limit,
        invite=entry.invite,
        seats=(Seat(),) * entry.seats,
        rated=entry.rated,
        hints=entry.hints,
        position=entry.position,
    )


def apply_entry(state: TableState, entry: AnyEntry, at: int) -> TableState:
    """The state after an entry; raises the refusal if the rules refuse its action."""
    if state.phase == "closed":
        raise TooLate("table_closed")
    changed = _STEPS[type(entry)](state, entry, at)
    changed.setdefault("by", None)
    return replace(state, version=state.version + 1, at=at, **changed)


Changes = dict[str, Any]


def _seat(state: TableState, number: int, **changes: Any) -> Changes:
    return {"seats": replaced(state.seats, number, replace(state.seats[number], **changes))}


def _seated(state: TableState, entry: SeatedEntry, at: int) -> Changes:
    free = entry.kind if entry.kind in ("open", "reserved") else state.seats[entry.seat].free
    seat = Seat(entry.kind, entry.name, entry.person, entry.bot, free=free)
    changes: Changes = {"seats": replaced(state.seats, entry.seat, seat)}
    if entry.out:
        changes["kicked"] = (*state.kicked, entry.out)
    if entry.invite:
        changes["invite"] = entry.invite
    return changes


def _started(state: TableState, entry: StartedEntry, at: int) -> Changes:
    """Free seats are removed; the players keep their order, and nobody is away."""
    seats = tuple(
        replace(seat, left=None, bot=None if seat.kind == "person" else seat.bot, ready=False, agreed=())
        for seat in state.seats
        if seat.taken
    )
    deal = state.rules.read_deal({**entry.deal, "players": player_names(seats)})
    game_state = state.rules.deal(deal)
    return {
        "seats": seats,
        "phase": "playing",
        "number": state.number + 1,
        "started": state.version + 1,
        "ended": 0,
        "begins": entry.begins,
        "deal": deal,
        "game_state": game_state,
        **_waiting(state, game_state, len(seats), None, max(at, entry.begins)),
        "series": state.next_series(),
        "played_by": state.players,
        "result": None,
        "standings": None,
        "ratings": None,
        "substituted": False,
    }


def _acted(state: TableState, entry: ActedEntry, at: int) -> Changes:
    state.expect_playing()
    rules = state.rules
    action = rules.read_action(entry.action)
    game_state = rules.apply(state.game_state, entry.seat, action)
    changes: Changes = {"game_state": game_state, "by": (entry.seat, action)}
    held = state.seats[entry.seat]
    if held.left == "away":
        changes["substituted"] = True
    if held.agreed:  # a turn that the person has played after all
        changes.update(_seat(state, entry.seat, agreed=()))
    if rules.outcome(game_state) is None:
        changes.update(_waiting(state, game_state, len(state.seats), entry.seat, at))
        return changes
    series = rules.table.add(state.series, game_state)
    return {
        **changes,
        "since": (None,) * len(state.seats),
        "turns": (None,) * len(state.seats),
        "phase": "over",
        "ended": state.version + 1,
        "series": series,
        "result": rules.table.result(game_state, series),
        "standings": rules.table.standings(game_state),
    }


def _waiting(state: TableState, game_state: Any, seats: int, actor: int | None, at: int) -> Changes:
    """Since when the table waits for each seat. Seats it waited for already keep their time and turn."""
    table = state.rules.table
    if table.live:
        return {"since": (), "turns": ()}
    since: list[int | None] = [None] * seats
    turns: list[int | None] = [None] * seats
    for seat in table.waiting(game_state):
        before = state.since[seat] if actor is not None else None
        if before is None or seat == actor:
            since[seat], turns[seat] = at, state.version + 1
        else:
            since[seat], turns[seat] = before, state.turns[seat]
    return {"since": tuple(since), "turns": tuple(turns)}


def _away(state: TableState, entry: AwayEntry, at: int) -> Changes:
    return _seat(state, entry.seat, bot=entry.bot, left=entry.why, agreed=())


def _back(state: TableState, entry: BackEntry, at: int) -> Changes:
    changes = _seat(state, entry.seat, bot=None, left=None, agreed=())
    if state.since and state.since[entry.seat] is not None:
        changes["since"] = replaced(state.since, entry.seat, at)
    return changes


def _agreed(state: TableState, entry: AgreedEntry, at: int) -> Changes:
    others = tuple(seat for seat in state.seats[entry.away].agreed if seat != entry.seat)
    return _seat(state, entry.away, agreed=(*others, entry.seat) if entry.agree else others)


def _resumed(state: TableState, entry: ResumedEntry, at: int) -> Changes:
    return {"since": tuple(None if since is None else at for since in state.since)}


_STEPS: dict[type, Callable[[TableState, Any, int], Changes]] = {
    SeatedEntry: _seated,
    HostChangedEntry: lambda state, entry, at: {"host": entry.host},
    StartedEntry: _started,
    ActedEntry: _acted,
    AwayEntry: _away,
    BackEntry: _back,
    AgreedEntry: _agreed,
    ReadyEntry: lambda state, entry, at: _seat(state, entry.seat, ready=entry.ready),
    RatedEntry: lambda state, entry, at: {"ratings": tuple(map(tuple, entry.ratings))},
    ResumedEntry: _resumed,
    ClosedEntry: lambda state, entry, at: {"phase": "closed", "closed": entry.why},
}
