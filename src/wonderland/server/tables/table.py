"""A table while people play at it: the one authority over its log, and everyone who watches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Protocol

from msgspec.structs import replace

from wonderland.core.errors import NotAllowed, TooLate, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.store.appending import Row
from wonderland.server.store.journal import Journal, NotSaved
from wonderland.server.tables import entries as log
from wonderland.server.tables.changes import changes
from wonderland.server.tables.face import Face, SeatFace, face, own_changes, seat_faces
from wonderland.server.tables.folding import opened, step
from wonderland.server.tables.moment import Moment
from wonderland.server.wire.codec import encode
from wonderland.server.wire.messages import AnyTold, Event, Line, Present, Said, Snapshot

KEPT = 16  #: moments that are kept, for those who were away for a moment only
CHAT_KEPT = 50  #: lines of talk that a newcomer hears

#: Called when what somebody asked for is on disk: the version it made, or why it is not.
Reply = Callable[[int, WonderlandError | None], None]


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


class Table:
    """Appends entries to its log and, once they are on disk, tells everyone what they changed."""

    def __init__(self, journal: Journal, clock: Clock, moments: Sequence[Moment] = ()) -> None:
        self._journal = journal
        self._clock = clock
        self._moments: deque[Moment] = deque(moments, KEPT)
        #: The newest moment that is on disk.
        self.saved: Moment | None = moments[-1] if moments else None
        #: What was done in the current game: its entries, and which messages made which versions.
        self.acts: list[tuple[int, log.Acted]] = []
        self._ids: dict[tuple[int, str], int] = {}
        self._faces: dict[int | None, tuple[int, Face]] = {}
        self._seat_faces: tuple[Moment, tuple[SeatFace, ...]] | None = None
        self.watchers: dict[int | None, list[Watcher]] = {}
        self.chat: deque[Line] = deque(maxlen=CHAT_KEPT)
        #: The version at which the last line was heard.
        self._talked = 0
        #: Something could not be saved: this table is over, and rebuilt from what is on disk.
        self.broken: NotSaved | None = None
        #: Told whenever something has changed and is on disk: the moments before and after.
        self.on_change: list[Callable[[Moment | None, Moment], None]] = []
        self.on_break: Callable[[], None] = lambda: None

    @property
    def now(self) -> Moment:
        """The newest moment, on disk or on its way there."""
        return self._moments[-1]

    def recall(self, acts: Sequence[tuple[int, log.Acted]], first: int) -> None:
        """What was done in the current game before the server started; the first act made version ``first``."""
        for place, (at, act) in enumerate(acts):
            self._remember(at, act, first + place)

    # ---- what happens -------------------------------------------------------------------------------

    def append(self, new: Sequence[log.AnyEntry], reply: Reply | None = None, id: str = "") -> None:
        """Write entries to the log; raises what the rules say when they refuse one, and then nothing is written."""
        if self.broken:
            raise self.broken
        at = self._clock.now()
        fresh: list[Moment] = []
        for entry in new:
            if fresh or self._moments:
                fresh.append(step(fresh[-1] if fresh else self.now, entry, at))
            else:
                assert isinstance(entry, log.Opened), "a log begins with the opening"
                fresh.append(opened(id, entry, at))
        rows: list[Row] = []
        for moment, entry in zip(fresh, new, strict=True):
            rows.append((moment.id, moment.version, at, log.encode(entry)))
            if isinstance(entry, log.Acted):
                self._remember(at, entry, moment.version)
            elif isinstance(entry, log.Started):
                self.acts, self._ids = [], {}
        last = fresh[-1]
        phase = (last.phase, at, last.id) if not self._moments or self.now.phase != last.phase else None
        self._moments.extend(fresh)
        self._journal.append(rows, partial(self._on_disk, fresh, reply), self._is_broken, phase)

    def act(self, seat: int, action: str, id: str | None, version: int | None, reply: Reply | None = None) -> None:
        """An action in the game. The same id never acts twice: then the reply is what it was."""
        moment = self.now
        if id is not None and (done := self._ids.get((seat, id))):
            if reply:
                self._journal.append([], lambda problem: reply(done, problem), unless=self._is_broken)
            return
        if version is not None:
            self._check_version(moment, version)
            if moment.phase == "playing" and moment.seats[seat].left:
                raise NotAllowed("table_bot_plays")  # its own actions say no version
        if moment.phase == "playing" and self._clock.now() < moment.begins:
            raise NotAllowed("table_countdown")
        self.append([log.Acted(seat, action, id)], reply)

    def _check_version(self, moment: Moment, version: int) -> None:
        if version > moment.version:
            raise NotAllowed("version_ahead", version=version, newest=moment.version)
        if version < moment.started:
            raise TooLate("version_older_game")

    def _remember(self, at: int, act: log.Acted, version: int) -> None:
        self.acts.append((at, act))
        if act.id is not None:
            self._ids[act.seat, act.id] = version

    def _is_broken(self) -> NotSaved | None:
        return self.broken

    # ---- what is told -------------------------------------------------------------------------------

    def _on_disk(self, fresh: list[Moment], reply: Reply | None, problem: NotSaved | None) -> None:
        """The loop turn in which the commit has returned: now, and not before, everyone may know."""
        if problem:
            if reply:
                reply(0, problem)
            if not self.broken:
                self.broken = problem
                self.on_break()
            return
        if reply:
            reply(fresh[-1].version, None)
        for moment in fresh:
            before, self.saved = self.saved, moment
            if before:
                self._tell_change(before, moment)
            for listen in self.on_change:
                listen(before, moment)

    def _tell_change(self, before: Moment, after: Moment) -> None:
        moved = self._reseat(before, after) if before.seats is not after.seats else ()
        for watcher in moved:
            watcher.send(encode(self._snapshot(after, watcher)))
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

    def catch_up(self, watcher: Watcher, version: int) -> None:
        """What has changed since a version the client has, or everything. What is not on disk yet comes later."""
        newest = self.saved
        if newest is None or self.broken:
            return  # everybody here is told when the table has been rebuilt
        known = [moment for moment in self._moments if version <= moment.version <= newest.version]
        # Lines have no versions: who may have missed one gets everything.
        talked = self._talked >= version or any(known and line.at >= known[0].at for line in self.chat)
        whole = talked or not known or known[0].version != version
        if whole or not all(_looked_alike(moment, newest, watcher) for moment in known):
            watcher.send(encode(self._snapshot(newest, watcher)))
            return
        for before, after in pairwise(known):
            now = face(after, watcher.seat)
            guide = self._guide(after, now) if watcher.guided else None
            watcher.send(encode(Event(after.version, after.at, changes(face(before, watcher.seat), now), guide)))

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """The table as it is on disk, for one who watches."""
        assert self.saved, "nothing is shown before it is on disk"
        return self._snapshot(self.saved, watcher)

    def _snapshot(self, moment: Moment, watcher: Watcher) -> Snapshot:
        shown = self._face(moment, watcher.seat)
        guide = self._guide(moment, shown) if watcher.guided else None
        chat = tuple(line for line in self.chat if watcher.hears(line))
        return Snapshot(moment.version, self._clock.now(), shown, chat, guide)

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

    # ---- who is there -------------------------------------------------------------------------------

    def join(self, watcher: Watcher, version: int) -> None:
        """Let somebody in who has that version already: they are told what has happened since, and all that follows."""
        self.catch_up(watcher, version)
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

    def hear(self, line: Line) -> None:
        """A line of talk that is on disk."""
        self.chat.append(line)
        self._talked = self.saved.version if self.saved else 0
        text = encode(Said(line))
        for watcher in self.everyone():
            if watcher.hears(line):
                watcher.send(text)


def _looked_alike(moment: Moment, newest: Moment, watcher: Watcher) -> bool:
    """Whether a watcher who saw that moment saw it from where they sit now: then differences are enough for them."""
    mine = moment.seats_of(watcher.person)
    return moment.number == newest.number and (watcher.seat in mine if watcher.seat is not None else not mine)
