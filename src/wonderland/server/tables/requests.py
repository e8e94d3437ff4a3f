"""What people may request of a table. Pure: from a state to the entries for its log, or a refusal."""

from __future__ import annotations

from collections.abc import Container, Sequence
from random import Random
from typing import Annotated, Literal

import msgspec

from wonderland.bots import registry as bots
from wonderland.core.errors import NotAllowed, TooLate, Unreadable, shown, unknown_seat
from wonderland.core.fields import at, integer
from wonderland.games import registry as games
from wonderland.review.hints import find_hinter
from wonderland.server.bot_processes.processes import can_play_here, offered
from wonderland.server.bounds import MAX_SEATS, Options, Text, Word
from wonderland.server.people.names import read_name
from wonderland.server.tables.entries import (
    ActedEntry,
    AgreedEntry,
    AnyEntry,
    AwayEntry,
    BackEntry,
    ClosedEntry,
    HostChangedEntry,
    OpenedEntry,
    Position,
    ReadyEntry,
    SeatedEntry,
    StartedEntry,
    TimeLimit,
)
from wonderland.server.tables.state import TableState

COUNTDOWN_MS = 4_000  #: before everybody may act in a game in real time
MAX_TIME_LIMIT = {"none": 0, "seconds": 3_600, "days": 30}  #: of a move


class NewSeat(msgspec.Struct, frozen=True):
    """Who shall take a seat: ``me`` (several times on a shared device), a ``bot``, or people who join later."""

    kind: Literal["me", "bot", "open", "reserved"] = "open"
    bot: Word | None = None
    #: For ``me``: the name at this seat, if it is not the person's own.
    name: Text | None = None


class NewTable(msgspec.Struct, frozen=True):
    """A table to be created."""

    game: Word
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=MAX_SEATS)]
    options: Options = {}
    public: bool = False
    #: Games count for the ratings: only people may sit at such a table, each at one seat.
    rated: bool = False
    time_limit: TimeLimit = TimeLimit()
    #: The caller may ask what the moves are worth; all other seats are bots', and the games are never rated.
    hints: bool = False


class Actor(msgspec.Struct, frozen=True):
    """The person behind a request: their id and name; ``bot``: it is a program, with an account of its own."""

    id: str
    name: str
    bot: bool = False


def open_table(actor: Actor, new: NewTable, invite: str, position: Position | None = None) -> list[AnyEntry]:
    """Create a table, with the seats that are taken from the start; its first game begins in that position."""
    game = games.find(new.game)
    table = games.find(new.game).table
    with at("at_key", key="options"):
        options = msgspec.to_builtins(table.options(new.options))
    with at("at_key", key="seats"):
        integer(len(new.seats), game.seats.start, game.seats.stop - 1)
    with at("at_key", key="time_limit"):
        time_limit = new.time_limit
        integer(time_limit.amount, min(1, MAX_TIME_LIMIT[time_limit.unit]), MAX_TIME_LIMIT[time_limit.unit])
        if table.live and time_limit.unit != "none":
            raise NotAllowed("time_limit_live", game=new.game)
    if not any(seat.kind == "me" for seat in new.seats):
        raise NotAllowed("table_without_you")
    seated = [seat.kind for seat in new.seats if seat.kind in ("me", "bot")]
    if new.rated and (actor.bot or seated != ["me"]):
        raise NotAllowed("table_rated_people_only")
    if new.hints:
        _check_hints(new)
    entries: list[AnyEntry] = [
        OpenedEntry(
            actor.id,
            new.game,
            len(new.seats),
            options,
            new.public,
            time_limit,
            invite,
            new.rated,
            new.hints,
            position,
        )
    ]
    for number, seat in enumerate(new.seats):
        if seat.kind == "me":
            entries.append(SeatedEntry(number, "person", seat_name(seat, actor), actor.id))
        elif seat.kind == "bot":
            entries.append(seat_bot(new.game, number, seat.bot))
        elif seat.kind == "reserved":
            entries.append(SeatedEntry(number, "reserved"))
    return entries


def _check_hints(new: NewTable) -> None:
    """Refuse hints where others would play against them, and in games that have none."""
    if new.rated:
        raise NotAllowed("table_hints_rated")
    if sorted(seat.kind for seat in new.seats) != ["bot"] * (len(new.seats) - 1) + ["me"]:
        raise NotAllowed("table_hints_bots_only")
    if games.find(new.game).table.live or find_hinter(new.game) is None:
        raise NotAllowed("table_hints_unknown", game=new.game)


def seat_name(new: NewSeat, actor: Actor) -> str:
    """The name at the actor's seat, checked like any other name."""
    return read_name(new.name) if new.name else actor.name


def seat_bot(game: str, seat: int, name: str | None) -> SeatedEntry:
    """Seat a bot. It must be able to play on this machine, or another bot would play under its name."""
    here = offered(game)
    plain = bots.plain_name(name or "")
    if name is None or plain not in bots.ladder(game):
        raise Unreadable("seat_bot_unknown", name=shown(name), bots=", ".join(here))
    bot = bots.canonical(name)
    if plain not in here:
        raise NotAllowed("seat_bot_not_here", name=bots.title(bot), bots=", ".join(here))
    return SeatedEntry(seat, "bot", bots.title(bot), bot=bot)


def replace_missing_bots(state: TableState) -> list[AnyEntry]:
    """Seats whose bot cannot play here any more, after a restart without what it needs: who plays there from now on
    does so under its own name.
    """
    return [
        seat_bot(state.game, seat, state.substitute)
        for seat, held in enumerate(state.seats)
        if held.kind == "bot" and not can_play_here(held.bot or "", state.game)
    ]


def sit(state: TableState, actor: Actor, seat: int | None, invite: str | None) -> list[AnyEntry]:
    """Take a seat that is free: the one named, else the first."""
    _check_no_game(state)
    if state.seats_of(actor.id):
        raise NotAllowed("table_seated_already")
    if actor.id in state.kicked:
        raise NotAllowed("table_kicked")
    if state.rated and actor.bot:
        raise NotAllowed("table_rated_people_only")
    free = [
        number
        for number, held in enumerate(state.seats)
        if held.kind == "open" or (held.kind == "reserved" and invite == state.invite)
    ]
    if seat is not None and (nobody := unknown_seat(seat, len(state.seats))):
        raise nobody
    if not free or (seat is not None and seat not in free):
        reserved = any(held.kind == "reserved" for held in state.seats)
        raise NotAllowed("table_reserved" if reserved and not free else "table_seat_taken")
    return [SeatedEntry(free[0] if seat is None else seat, "person", actor.name, actor.id)]


def change_seat(state: TableState, actor: Actor, seat: int, new: NewSeat, invite: str) -> list[AnyEntry]:
    """The host frees a seat, gives it to a bot, or reserves it.

    A person who sat there is removed and cannot come back; ``invite`` then replaces the invitation code they know.
    """
    _check_host(state, actor)
    _check_no_game(state)
    if nobody := unknown_seat(seat, len(state.seats)):
        raise nobody
    if state.seats[seat].person == actor.id:
        raise NotAllowed("table_own_seat")
    if state.rated and new.kind in ("me", "bot"):
        raise NotAllowed("table_rated_people_only")
    if state.hints and new.kind != "bot":
        raise NotAllowed("table_hints_bots_only")
    if new.kind == "me":
        entry = SeatedEntry(seat, "person", seat_name(new, actor), actor.id)
    else:
        entry = seat_bot(state.game, seat, new.bot) if new.kind == "bot" else SeatedEntry(seat, new.kind)
    held = state.seats[seat]
    if held.person:
        return [msgspec.structs.replace(entry, out=held.person, invite=invite)]
    return [] if (held.kind, held.bot) == (entry.kind, entry.bot) else [entry]


def leave(state: TableState, actor: Actor) -> list[AnyEntry]:
    """Leave the table. During a game a bot plays on, and the person may come back to their seat."""
    seats = _own_seats(state, actor)
    if state.phase == "playing":
        return [AwayEntry(seat, state.substitute, "left") for seat in seats if not state.seats[seat].left]
    entries: list[AnyEntry] = [SeatedEntry(seat, state.seats[seat].free) for seat in seats]
    others = [person for person in state.people if person != actor.id]
    if not others:
        return [*entries, ClosedEntry("empty")]
    return [*entries, HostChangedEntry(others[0])] if state.host == actor.id else entries


def start(state: TableState, actor: Actor | None, random: Random, now: int) -> list[AnyEntry]:
    """Begin with those who sit here: the host says so, or (None) the table is full.

    Where all begin at the same moment the host, too, waits for the others to be ready.
    """
    if actor:
        _check_host(state, actor)
    _check_no_game(state)
    if actor and begins_for_all_at_once(state):
        late = [seat.name for seat in state.seats if seat.person not in (None, actor.id) and not seat.ready]
        if late:
            raise NotAllowed("table_not_ready", names=", ".join(late))
    if state.position and state.number == 0:
        return _start_in_position(state, state.position, now)
    players = [name for _, name in state.players]
    if len(players) not in state.rules.seats:
        raise NotAllowed("table_too_few", least=state.rules.seats.start, found=len(players))
    table = state.rules.table
    before = state.deal if state.deal and len(state.deal.players) == len(players) else None
    deal = table.deal(players, state.options, before, state.next_series(), random)
    record = state.rules.record(deal, [])
    del record["players"]
    return [StartedEntry(record, now + COUNTDOWN_MS if table.live else now, state.rules.rules_version)]


def _start_in_position(state: TableState, position: Position, now: int) -> list[AnyEntry]:
    """Begin in the midst of a game: it has as many players as that had, so bots take the seats that are free."""
    free = [number for number, seat in enumerate(state.seats) if not seat.taken]
    return [
        *(seat_bot(state.game, number, position.bots[number]) for number in free),
        StartedEntry(position.deal, now, position.rules),
        *(ActedEntry(seat, action, None, position.rules) for seat, action in position.actions),
    ]


def resign(state: TableState, seat: int, id: str | None = None) -> list[AnyEntry]:
    """Give up for good: a bot plays the seat to the end. ``id`` is that of the client's message; so too below."""
    state.expect_playing()
    if state.seats[seat].left == "resigned":
        raise TooLate("table_resigned")
    return [AwayEntry(seat, state.substitute, "resigned", id)]


def come_back(state: TableState, seat: int, id: str | None = None) -> list[AnyEntry]:
    """Take over again from the bot that stood in."""
    state.expect_playing()
    left = state.seats[seat].left
    if left == "resigned":
        raise TooLate("table_resigned")
    if left is None:
        raise NotAllowed("table_not_away")
    return [BackEntry(seat, id)]


def agree(
    state: TableState,
    seat: int,
    away: int,
    agree: bool,
    *,
    online: Container[int],
    long_away: Container[int],
    id: str | None = None,
) -> list[AnyEntry]:
    """Agree to let a bot play for the person at the seat ``away``, or withdraw that.

    ``online`` and ``long_away`` are the seats of ``Present``: nobody is played for while they are on the site, nor
    before the others have waited for a while.
    """
    state.expect_playing()
    if nobody := unknown_seat(away, len(state.seats)):
        raise nobody
    held = state.seats[away]
    if (seat in held.agreed) == agree:
        return []
    if agree:
        if state.seats[seat].left:
            raise NotAllowed("table_bot_plays")
        if held.kind != "person" or held.left or held.person == state.seats[seat].person:
            raise NotAllowed("table_agree_needless")
        if away in online:
            raise NotAllowed("table_agree_here", name=held.name)
        if state.time_limit.unit != "none":
            raise NotAllowed("table_agree_clock")
        if away not in long_away:
            raise NotAllowed("table_agree_early", name=held.name)
    return [AgreedEntry(seat, away, agree, id)]


def set_ready(state: TableState, seat: int, ready: bool, id: str | None = None) -> list[AnyEntry]:
    """Be ready for the next game at this table, or no longer."""
    if state.phase == "playing":
        raise NotAllowed("table_no_rematch_yet")
    if state.phase == "gathering" and not state.rules.table.live:
        raise NotAllowed("table_ready_needless")
    return [] if state.seats[seat].ready == ready else [ReadyEntry(seat, ready, id)]


def close(state: TableState, actor: Actor) -> list[AnyEntry]:
    """The host ends the table, unless others are playing at it."""
    _check_host(state, actor)
    if state.phase == "playing" and len(state.people) > 1:
        raise NotAllowed("table_others_play")
    return [ClosedEntry("host")]


def begins_for_all_at_once(state: TableState) -> bool:
    """Whether several people play in real time: then each must say that they are ready."""
    return state.rules.table.live and len(state.people) > 1


def everyone_ready(state: TableState) -> bool:
    """Whether the next game can begin: nobody is missing, and everybody has asked for it who is to be asked.

    The first game of a table needs nobody's word, unless it begins for several people at once.
    """
    if state.phase not in ("gathering", "over") or not state.full:
        return False
    asked = state.phase == "over" or begins_for_all_at_once(state)
    return not asked or all(seat.ready for seat in state.seats if seat.kind == "person")


def _own_seats(state: TableState, actor: Actor) -> Sequence[int]:
    seats = state.seats_of(actor.id)
    if not seats:
        raise NotAllowed("table_not_seated")
    return seats


def _check_host(state: TableState, actor: Actor) -> None:
    if state.host != actor.id:
        raise NotAllowed("table_host_only")


def _check_no_game(state: TableState) -> None:
    if state.phase == "closed":
        raise TooLate("table_closed")
    if state.phase == "playing":
        raise TooLate("table_playing")
