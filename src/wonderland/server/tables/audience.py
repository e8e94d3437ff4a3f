"""Everyone who watches a table, and what each of them is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Protocol

from msgspec.structs import replace

from wonderland.core.changes import changes
from wonderland.server.clock import Clock
from wonderland.server.tables.state import TableState
from wonderland.server.tables.views import SeatView, TableView, action_by, own_changes, plain, seat_views, table_view
from wonderland.server.wire.codec import encode
from wonderland.server.wire.messages import AnyServerMessage, ChatLine, Event, Present, Said, Snapshot

CHAT_KEPT = 50  #: lines of talk that a newcomer hears


class Watcher(Protocol):
    """Somebody who is connected to a table."""

    #: Whose view they get; None for a spectator.
    seat: int | None
    #: Ends the connection, with a word why.
    dismiss: Callable[[str], None]
    #: Whether they want to know what each card of their hand would do.
    explain: bool
    #: Whether they want the view as text and the legal actions: their client knows nothing of the game.
    plain: bool

    @property
    def person(self) -> str | None: ...

    def send(self, text: str) -> None:
        """Never waits: a watcher who is slow is the watcher's own problem."""
        ...

    def hears(self, line: ChatLine) -> bool:
        """Whether they want to know what this person says."""
        ...


class Audience:
    """Sends each watcher what they may see. What it is given is on disk already."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.watchers: dict[int | None, list[Watcher]] = {}
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        #: The version at which the last line was heard.
        self._talked = 0
        self._views: dict[int | None, tuple[int, TableView]] = {}
        self._seat_views: tuple[TableState, tuple[SeatView, ...]] | None = None

    # ---- who is there -------------------------------------------------------------------------------

    def enter(self, watcher: Watcher) -> None:
        self.watchers.setdefault(watcher.seat, []).append(watcher)
        self.tell(self.presence())

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers.get(watcher.seat, ()):
            self.watchers[watcher.seat].remove(watcher)
        if not self.watchers.get(watcher.seat):
            self._views.pop(watcher.seat, None)
        self.tell(self.presence())

    def presence(self) -> Present:
        seats = tuple(sorted(seat for seat, watchers in self.watchers.items() if seat is not None and watchers))
        return Present(seats, len(self.watchers.get(None, ())))

    def present(self, seat: int) -> bool:
        return bool(self.watchers.get(seat))

    def everyone(self) -> list[Watcher]:
        return [watcher for watchers in self.watchers.values() for watcher in watchers]

    def tell(self, message: AnyServerMessage) -> None:
        """The same for everyone."""
        text = encode(message)
        for watcher in self.everyone():
            watcher.send(text)

    def hear(self, line: ChatLine, version: int) -> None:
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

    def tell_change(self, before: TableState, after: TableState) -> None:
        moved = self._reseat(before, after) if before.seats is not after.seats else ()
        for watcher in moved:
            watcher.send(encode(self.snapshot(after, watcher)))
        # What everyone sees is worked out once; a seat's own cards are added for that seat.
        found = changes(self._view(before, None), self._view(after, None))
        public = Event(after.version, after.at, action_by(after, None), found)
        public_text = ""
        for seat, here in self.watchers.items():
            watchers = [watcher for watcher in here if watcher not in moved] if moved else here
            if not watchers:
                continue
            mine = own_changes(before, after, seat)
            by = action_by(after, seat)
            own = bool(mine) or by != public.by
            event = replace(public, by=by, changes=public.changes + mine) if own else public
            text = "" if own else public_text
            for watcher in watchers:
                if watcher.explain or watcher.plain:
                    watcher.send(encode(replace(event, **self._extras(after, self._view(after, seat), watcher))))
                else:
                    text = text or encode(event)
                    watcher.send(text)
            public_text = public_text if own else text

    def _reseat(self, before: TableState, after: TableState) -> list[Watcher]:
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
            self._views.clear()
            for watcher in everyone:
                self.watchers.setdefault(watcher.seat, []).append(watcher)
            self.tell(self.presence())
        return moved

    def catch_up(self, watcher: Watcher, version: int, at: int | None, states: Sequence[TableState]) -> None:
        """What has changed since a version the client has, if it is among the latest states; or everything.

        ``at`` is when the client was told that version was made: after a backup has been put in place, the same number
        may mean something else.
        """
        newest = states[-1]
        known = [state for state in states if state.version >= version]
        # Lines have no versions: who may have missed one gets everything.
        talked = self._talked >= version or any(known and line.at >= known[0].at for line in self.chat)
        whole = talked or not known or known[0].version != version or (at is not None and known[0].at != at)
        if whole or not all(_looked_alike(state, newest, watcher) for state in known):
            watcher.send(encode(self.snapshot(newest, watcher)))
            return
        for before, after in pairwise(known):
            now = table_view(after, watcher.seat)
            found = changes(table_view(before, watcher.seat), now)
            event = Event(after.version, after.at, action_by(after, watcher.seat), found)
            watcher.send(encode(replace(event, **self._extras(after, now, watcher))))

    def snapshot(self, state: TableState, watcher: Watcher) -> Snapshot:
        shown = self._view(state, watcher.seat)
        chat = tuple(line for line in self.chat if watcher.hears(line))
        told = Snapshot(state.version, state.at, self._clock.now(), shown, chat)
        return replace(told, **self._extras(state, shown, watcher))

    def _extras(self, state: TableState, shown: TableView, watcher: Watcher) -> dict[str, Any]:
        """What a watcher has asked for besides the table itself."""
        if not shown.view:
            return {}
        extras: dict[str, Any] = {}
        if watcher.explain and shown.phase == "playing":
            extras["explanation"] = state.rules.table.explain(shown.view)
        if watcher.plain:
            extras["plain"] = plain(state.rules, shown.view)
        return extras

    def _view(self, state: TableState, seat: int | None) -> TableView:
        version, known = self._views.get(seat, (0, None))
        if known is None or version != state.version:
            known = table_view(state, seat, self._seats(state))
            self._views[seat] = state.version, known
        return known

    def _seats(self, state: TableState) -> tuple[SeatView, ...]:
        """The same object as long as nothing about the seats has changed: then nothing needs to be compared."""
        known = self._seat_views
        same = known and known[0].seats is state.seats and known[0].phase == state.phase
        if not same or state.time_limit.milliseconds is not None:
            self._seat_views = state, seat_views(state)
        assert self._seat_views
        return self._seat_views[1]


def _looked_alike(state: TableState, newest: TableState, watcher: Watcher) -> bool:
    """Whether a watcher who saw that state saw it from where they sit now: then differences are enough for them."""
    mine = state.seats_of(watcher.person)
    return state.number == newest.number and (watcher.seat in mine if watcher.seat is not None else not mine)
