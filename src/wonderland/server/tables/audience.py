"""Everyone who watches a table, and what each of them is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from msgspec.structs import replace

from wonderland.core.changes import changes
from wonderland.server.clock import Clock
from wonderland.server.tables.face import Face, SeatFace, face, own_changes, seat_faces
from wonderland.server.tables.moment import Moment
from wonderland.server.wire.codec import encode
from wonderland.server.wire.messages import AnyTold, Event, Line, Present, Said, Snapshot

CHAT_KEPT = 50  #: lines of talk that a newcomer hears


class Watcher(Protocol):
    """Somebody who is connected to a table."""

    #: Whose view they get; None for a spectator.
    seat: int | None
    #: Ends the connection, with a word why.
    dismiss: Callable[[str], None]
    #: Whether they want to know what each card of their hand would do.
    guided: bool

    @property
    def person(self) -> str | None: ...

    def send(self, text: str) -> None:
        """Never waits: a watcher who is slow is the watcher's own problem."""
        ...

    def hears(self, line: Line) -> bool:
        """Whether they want to know what this person says."""
        ...


class Audience:
    """Sends each watcher what they may see. What it is given is on disk already."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.watchers: dict[int | None, list[Watcher]] = {}
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        #: The version at which the last line was heard.
        self._talked = 0
        self._faces: dict[int | None, tuple[int, Face]] = {}
        self._seat_faces: tuple[Moment, tuple[SeatFace, ...]] | None = None

    # ---- who is there -------------------------------------------------------------------------------

    def enter(self, watcher: Watcher) -> None:
        self.watchers.setdefault(watcher.seat, []).append(watcher)
        self.tell(self.presence())

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers.get(watcher.seat, ()):
            self.watchers[watcher.seat].remove(watcher)
        if not self.watchers.get(watcher.seat):
            self._faces.pop(watcher.seat, None)
        self.tell(self.presence())

    def presence(self) -> Present:
        seats = tuple(sorted(seat for seat, watchers in self.watchers.items() if seat is not None and watchers))
        return Present(seats, len(self.watchers.get(None, ())))

    def present(self, seat: int) -> bool:
        return bool(self.watchers.get(seat))

    def everyone(self) -> list[Watcher]:
        return [watcher for watchers in self.watchers.values() for watcher in watchers]

    def tell(self, message: AnyTold) -> None:
        """The same for everyone."""
        text = encode(message)
        for watcher in self.everyone():
            watcher.send(text)

    def hear(self, line: Line, version: int) -> None:
        """A line of talk, said at that version."""
        self.chat.append(line)
        self._talked = version
        text = encode(Said(line))
        for watcher in self.everyone():
            if watcher.hears(line):
                watcher.send(text)

    def forget(self, person: str) -> bool:
        """Take out what somebody said; whether they had said anything."""
        lines = [replace(line, name="", text="") if line.person == person else line for line in self.chat]
        changed = lines != list(self.chat)
        self.chat = deque(lines, CHAT_KEPT)
        return changed

    # ---- what they see ------------------------------------------------------------------------------

    def tell_change(self, before: Moment, after: Moment) -> None:
        moved = self._reseat(before, after) if before.seats is not after.seats else ()
        for watcher in moved:
            watcher.send(encode(self.snapshot(after, watcher)))
        # What everyone sees is worked out once; a seat's own cards are added for that seat.
        public = Event(after.version, after.at, changes(self._face(before, None), self._face(after, None)))
        public_text = ""
        for seat, here in self.watchers.items():
            watchers = [watcher for watcher in here if watcher not in moved] if moved else here
            if not watchers:
                continue
            mine = own_changes(before, after, seat)
            event = replace(public, changes=public.changes + mine) if mine else public
            text = "" if mine else public_text
            for watcher in watchers:
                if watcher.guided:
                    guide = self._guide(after, self._face(after, seat))
                    watcher.send(encode(replace(event, guide=guide)))
                else:
                    text = text or encode(event)
                    watcher.send(text)
            public_text = public_text if mine else text

    def _reseat(self, before: Moment, after: Moment) -> list[Watcher]:
        """Those for whom the table looks another way now: they sat down, had to go, or their seat has a new number."""
        held = [number for number, seat in enumerate(before.seats) if seat.kind in ("person", "bot")]
        fewer = len(after.seats) != len(before.seats)
        moved: list[Watcher] = []
        for watcher in self.everyone():
            seat = held.index(watcher.seat) if fewer and watcher.seat in held else watcher.seat
            mine = after.seats_of(watcher.person)
            if seat not in mine:
                seat = mine[0] if mine and seat is None else None
            if seat != watcher.seat or fewer:
                watcher.seat = seat
                moved.append(watcher)
        if moved:
            everyone, self.watchers = self.everyone(), {}
            self._faces.clear()
            for watcher in everyone:
                self.watchers.setdefault(watcher.seat, []).append(watcher)
            self.tell(self.presence())
        return moved

    def catch_up(self, watcher: Watcher, version: int, at: int | None, moments: Sequence[Moment]) -> None:
        """What has changed since a version the client has, if it is among the latest moments; or everything.

        ``at`` is when the client was told that version was made: after a backup has been put in place, the same number
        may mean something else.
        """
        newest = moments[-1]
        known = [moment for moment in moments if moment.version >= version]
        # Lines have no versions: who may have missed one gets everything.
        talked = self._talked >= version or any(known and line.at >= known[0].at for line in self.chat)
        whole = talked or not known or known[0].version != version or (at is not None and known[0].at != at)
        if whole or not all(_looked_alike(moment, newest, watcher) for moment in known):
            watcher.send(encode(self.snapshot(newest, watcher)))
            return
        for before, after in pairwise(known):
            now = face(after, watcher.seat)
            guide = self._guide(after, now) if watcher.guided else None
            watcher.send(encode(Event(after.version, after.at, changes(face(before, watcher.seat), now), guide)))

    def snapshot(self, moment: Moment, watcher: Watcher) -> Snapshot:
        shown = self._face(moment, watcher.seat)
        guide = self._guide(moment, shown) if watcher.guided else None
        chat = tuple(line for line in self.chat if watcher.hears(line))
        return Snapshot(moment.version, moment.at, self._clock.now(), shown, chat, guide)

    def _guide(self, moment: Moment, shown: Face) -> object:
        return moment.customs.guide(shown.view) if shown.view and shown.phase == "playing" else None

    def _face(self, moment: Moment, seat: int | None) -> Face:
        version, known = self._faces.get(seat, (0, None))
        if known is None or version != moment.version:
            known = face(moment, seat, self._seats(moment))
            self._faces[seat] = moment.version, known
        return known

    def _seats(self, moment: Moment) -> tuple[SeatFace, ...]:
        """The same object as long as nothing about the seats has changed: then nothing needs to be compared."""
        known = self._seat_faces
        same = known and known[0].seats is moment.seats and known[0].phase == moment.phase
        if not same or moment.pace.milliseconds is not None:
            self._seat_faces = moment, seat_faces(moment)
        assert self._seat_faces
        return self._seat_faces[1]


def _looked_alike(moment: Moment, newest: Moment, watcher: Watcher) -> bool:
    """Whether a watcher who saw that moment saw it from where they sit now: then differences are enough for them."""
    mine = moment.seats_of(watcher.person)
    return moment.number == newest.number and (watcher.seat in mine if watcher.seat is not None else not mine)
