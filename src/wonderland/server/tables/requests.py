"""What people may ask of a table, and what is then written to its log. Pure: a moment in, entries out, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Literal

import msgspec

from wonderland.bots import registry as bots
from wonderland.core.errors import NotAllowed, TooLate, Unreadable, shown, unknown_seat
from wonderland.core.fields import at, integer
from wonderland.games import registry as games
from wonderland.server.bounds import MAX_SEATS, Options, Text, Word
from wonderland.server.people.names import read_name
from wonderland.server.tables.entries import (
    AnyEntry,
    Away,
    Back,
    Closed,
    Hosted,
    Opened,
    Pace,
    Ready,
    Seated,
    Started,
)
from wonderland.server.tables.moment import Moment
from wonderland.server.thinking.thinkers import offered

COUNTDOWN = 4_000  #: milliseconds before everybody may act in a game in real time
LONGEST = {"none": 0, "seconds": 3_600, "days": 30}  #: of a move


class SeatWish(msgspec.Struct, frozen=True):
    """Who shall sit somewhere: ``me`` (several times where one device goes round), a ``bot``, or whoever comes."""

    kind: Literal["me", "bot", "open", "reserved"] = "open"
    bot: Word | None = None
    #: For ``me``: the name at this seat, where it is not the person's own.
    name: Text | None = None


class TableWish(msgspec.Struct, frozen=True):
    """A table as somebody would like it."""

    game: Word
    seats: Annotated[list[SeatWish], msgspec.Meta(max_length=MAX_SEATS)]
    options: Options = {}
    public: bool = False
    pace: Pace = Pace()


class Asker(msgspec.Struct, frozen=True):
    """Who asks: a person's id, and the name they go by."""

    id: str
    name: str


def open_table(asker: Asker, wish: TableWish, invite: str) -> list[AnyEntry]:
    """A new table; the seats that are taken from the start are."""
    game = games.find(wish.game)
    customs = games.customs(wish.game)
    with at("at_key", key="options"):
        options = customs.options(wish.options)
    with at("at_key", key="seats"):
        integer(len(wish.seats), game.seats.start, game.seats.stop - 1)
    with at("at_key", key="pace"):
        pace = wish.pace
        integer(pace.limit, min(1, LONGEST[pace.kind]), LONGEST[pace.kind])
        if customs.live and pace.kind != "none":
            raise NotAllowed("pace_live", game=wish.game)
    if not any(seat.kind == "me" for seat in wish.seats):
        raise NotAllowed("table_without_you")
    entries: list[AnyEntry] = [Opened(asker.id, wish.game, len(wish.seats), options, wish.public, pace, invite)]
    for number, seat in enumerate(wish.seats):
        if seat.kind == "me":
            entries.append(Seated(number, "person", name_at(seat, asker), asker.id))
        elif seat.kind == "bot":
            entries.append(bot_at(wish.game, number, seat.bot))
        elif seat.kind == "reserved":
            entries.append(Seated(number, "reserved"))
    return entries


def name_at(wish: SeatWish, asker: Asker) -> str:
    """The name at a seat of the asker's: others read it too, so it is a name like any."""
    return read_name(wish.name) if wish.name else asker.name


def bot_at(game: str, seat: int, name: str | None) -> Seated:
    """A bot of the ladder takes the seat: one that can play on this machine, or another would play under its name."""
    here = offered(game)
    if name not in bots.ladder(game):
        raise Unreadable("seat_bot_unknown", name=shown(name), bots=", ".join(here))
    if name not in here:
        raise NotAllowed("seat_bot_not_here", name=bots.title(name), bots=", ".join(here))
    return Seated(seat, "bot", bots.title(name), bot=name)


def replace_missing_bots(moment: Moment) -> list[AnyEntry]:
    """Seats whose bot cannot play here any more, after a restart without what it needs: who plays there from now on
    does so under its own name.
    """
    here, stand_in = offered(moment.game), moment.customs.stand_in
    return [
        bot_at(moment.game, seat, stand_in)
        for seat, held in enumerate(moment.seats)
        if held.kind == "bot" and held.bot not in here
    ]


def sit(moment: Moment, asker: Asker, seat: int | None, invite: str | None) -> list[AnyEntry]:
    """Take a seat that is free: the one named, else the first."""
    _before_or_after(moment)
    if moment.seats_of(asker.id):
        raise NotAllowed("table_seated_already")
    if asker.id in moment.kicked:
        raise NotAllowed("table_kicked")
    free = [
        number
        for number, held in enumerate(moment.seats)
        if held.kind == "open" or (held.kind == "reserved" and invite == moment.invite)
    ]
    if seat is not None and (nobody := unknown_seat(seat, len(moment.seats))):
        raise nobody
    if not free or (seat is not None and seat not in free):
        reserved = any(held.kind == "reserved" for held in moment.seats)
        raise NotAllowed("table_reserved" if reserved and not free else "table_seat_taken")
    return [Seated(free[0] if seat is None else seat, "person", asker.name, asker.id)]


def change_seat(moment: Moment, asker: Asker, seat: int, wish: SeatWish, invite: str) -> list[AnyEntry]:
    """The host empties a seat, gives it to a bot, or keeps it for somebody.

    Who sat there has to go and cannot come back: ``invite`` is then the new key of the link, for they know the old one.
    """
    _host(moment, asker)
    _before_or_after(moment)
    if nobody := unknown_seat(seat, len(moment.seats)):
        raise nobody
    if moment.seats[seat].person == asker.id:
        raise NotAllowed("table_own_seat")
    if wish.kind == "me":
        new = Seated(seat, "person", name_at(wish, asker), asker.id)
    else:
        new = bot_at(moment.game, seat, wish.bot) if wish.kind == "bot" else Seated(seat, wish.kind)
    held = moment.seats[seat]
    if held.person:
        return [msgspec.structs.replace(new, out=held.person, invite=invite)]
    return [] if (held.kind, held.bot) == (new.kind, new.bot) else [new]


def rise(moment: Moment, asker: Asker) -> list[AnyEntry]:
    """Leave the table. During a game a bot plays on, and the seat stays the person's to come back to."""
    seats = _seats(moment, asker)
    if moment.phase == "playing":
        return [Away(seat, moment.customs.stand_in, "away") for seat in seats if not moment.seats[seat].left]
    entries: list[AnyEntry] = [Seated(seat, moment.seats[seat].free) for seat in seats]
    others = [person for person in moment.people if person != asker.id]
    if not others:
        return [*entries, Closed("empty")]
    return [*entries, Hosted(others[0])] if moment.host == asker.id else entries


def start(moment: Moment, asker: Asker | None, random: Random, now: int) -> list[AnyEntry]:
    """Begin with those who sit here: the host says so, or (None) the table is full."""
    if asker:
        _host(moment, asker)
    _before_or_after(moment)
    players = [name for _, name in moment.players]
    if len(players) not in moment.rules.seats:
        raise NotAllowed("table_too_few", least=moment.rules.seats.start, found=len(players))
    customs = moment.customs
    before = moment.deal if moment.deal and len(moment.deal.players) == len(players) else None
    deal = customs.deal(players, moment.options, before, moment.next_series(), random)
    record = moment.rules.record(deal, [])
    del record["players"]
    return [Started(record, now + COUNTDOWN if customs.live else now, moment.rules.rules_version)]


def resign(moment: Moment, seat: int, id: str | None = None) -> list[AnyEntry]:
    """Give up for good: a bot plays the seat to the end. ``id`` is that of the client's message; so too below."""
    moment.expect_playing()
    if moment.seats[seat].left == "resigned":
        raise TooLate("table_resigned")
    return [Away(seat, moment.customs.stand_in, "resigned", id)]


def come_back(moment: Moment, seat: int, id: str | None = None) -> list[AnyEntry]:
    """Take over again from the bot that stood in."""
    moment.expect_playing()
    left = moment.seats[seat].left
    if left == "resigned":
        raise TooLate("table_resigned")
    if left is None:
        raise NotAllowed("table_not_away")
    return [Back(seat, id)]


def make_ready(moment: Moment, seat: int, ready: bool, id: str | None = None) -> list[AnyEntry]:
    """Ask for another game at the same table."""
    if moment.phase != "over":
        raise NotAllowed("table_no_rematch_yet")
    return [] if moment.seats[seat].ready == ready else [Ready(seat, ready, id)]


def close(moment: Moment, asker: Asker) -> list[AnyEntry]:
    """The host ends the table, unless others are playing at it."""
    _host(moment, asker)
    if moment.phase == "playing" and len(moment.people) > 1:
        raise NotAllowed("table_others_play")
    return [Closed("host")]


def all_ready(moment: Moment) -> bool:
    """Whether everybody who sits here wants the next game."""
    return moment.phase == "over" and moment.full and all(s.ready for s in moment.seats if s.kind == "person")


def _seats(moment: Moment, asker: Asker) -> Sequence[int]:
    seats = moment.seats_of(asker.id)
    if not seats:
        raise NotAllowed("table_not_seated")
    return seats


def _host(moment: Moment, asker: Asker) -> None:
    if moment.host != asker.id:
        raise NotAllowed("table_host_only")


def _before_or_after(moment: Moment) -> None:
    if moment.phase == "closed":
        raise TooLate("table_closed")
    if moment.phase == "playing":
        raise TooLate("table_playing")
