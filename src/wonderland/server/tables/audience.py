"""Everyone who watches a table, and what each of them is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from wonderland.core.changes import Change, changes
from wonderland.server.clock import Clock
from wonderland.server.tables.state import TableState
from wonderland.server.tables.updates import AnyUpdate, ChatLine, Delivery, Event, Present, Said, Snapshot
from wonderland.server.tables.views import SeatView, TableView, action_by, own_changes, plain, seat_views, table_view

MAX_RECENT_CHAT_LINES = 50  #: chat lines in a snapshot


class Watcher(Protocol):
    """Somebody who is connected to a table."""

    #: Whose view they get; None for a spectator.
    seat: int | None
    #: Closes the connection, with a reason.
    dismiss: Callable[[str], None]
    #: Whether they want explanations with every snapshot and event.
    explain: bool
    #: Whether they want the view as text and the legal actions: their client knows nothing of the game.
    plain: bool

    @property
    def person(self) -> str | None: ...

    def deliver(self, delivery: Delivery) -> None:
        """Send an update. Never waits: a slow watcher must not hold up the table."""
        ...

    def wants_chat_line(self, line: ChatLine) -> bool:
        """False for lines of people whom the watcher has muted."""
        ...


class WatchersElsewhere(NamedTuple):
    """Who is connected to a table at one instance: the seats that are played, and how many watch."""

    seats: tuple[int, ...]
    spectators: int


class Audience:
    """Sends each watcher what they may see. Everything it is given is on disk already."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.watchers: dict[int | None, list[Watcher]] = {}
        #: By instance, who is connected to the table elsewhere.
        self.elsewhere: dict[str, WatchersElsewhere] = {}
        #: Called when that has changed here.
        self.on_presence: list[Callable[[], None]] = []
        #: As in ``Present``; the scheduler sets them.
        self.online: tuple[int, ...] = ()
        self.away: tuple[int, ...] = ()
        self.chat: deque[ChatLine] = deque(maxlen=MAX_RECENT_CHAT_LINES)
        #: The table's version when the last chat line was added.
        self._chat_version = 0
        #: By seat: the view of the newest version.
        self._views: dict[int | None, tuple[int, TableView]] = {}
        #: A spectator's view of the game, and its version.
        self._public_view: tuple[int, Any] = 0, None
        self._seat_views: tuple[TableState, tuple[SeatView, ...]] | None = None

    # ---- who is connected ---------------------------------------------------------------------------

    def add(self, watcher: Watcher) -> None:
        self.watchers.setdefault(watcher.seat, []).append(watcher)
        self._presence_changed()

    def remove(self, watcher: Watcher) -> None:
        if watcher in self.watchers.get(watcher.seat, ()):
            self.watchers[watcher.seat].remove(watcher)
        if not self.watchers.get(watcher.seat):
            self._views.pop(watcher.seat, None)
        self._presence_changed()

    def _presence_changed(self) -> None:
        self.send_all(self.presence())
        for observer in self.on_presence:
            observer()

    def here(self) -> WatchersElsewhere:
        """Who is connected to this instance, as the others are told."""
        seats = tuple(sorted(seat for seat, watchers in self.watchers.items() if seat is not None and watchers))
        return WatchersElsewhere(seats, len(self.watchers.get(None, ())))

    def presence(self) -> Present:
        seats, spectators = self.here()
        for other in self.elsewhere.values():
            seats = tuple(sorted({*seats, *other.seats}))
            spectators += other.spectators
        return Present(seats, spectators, self.online, self.away)

    def set_elsewhere(self, instance: str, watchers: WatchersElsewhere | None) -> bool:
        """Who is connected to another instance; None: it does not have the table. Returns whether that is new."""
        if self.elsewhere.get(instance) == watchers:
            return False
        before = self.presence()
        if watchers is None:
            del self.elsewhere[instance]
        else:
            self.elsewhere[instance] = watchers
        if (now := self.presence()) != before:
            self.send_all(now)
        return True

    def set_presence(self, online: tuple[int, ...], away: tuple[int, ...]) -> None:
        """Who is on the site, and who has been away for long; everyone is told what changes."""
        if (online, away) != (self.online, self.away):
            self.online, self.away = online, away
            self.send_all(self.presence())

    def present(self, seat: int) -> bool:
        """Whether somebody plays this seat now, here or elsewhere."""
        return bool(self.watchers.get(seat)) or any(seat in other.seats for other in self.elsewhere.values())

    def anybody(self) -> bool:
        """Whether anybody is connected, here or elsewhere."""
        return bool(self.everyone()) or any(other.seats or other.spectators for other in self.elsewhere.values())

    def everyone(self) -> list[Watcher]:
        """Who is connected to this instance."""
        return [watcher for watchers in self.watchers.values() for watcher in watchers]

    def send_all(self, update: AnyUpdate) -> None:
        """Send the same update to everyone."""
        delivery = Delivery(update)
        for watcher in self.everyone():
            watcher.deliver(delivery)

    # ---- chat ---------------------------------------------------------------------------------------

    @property
    def newest_line(self) -> int:
        """The number of the newest chat line."""
        return self.chat[-1].number if self.chat else 0

    def add_chat_line(self, line: ChatLine, version: int) -> None:
        """Send a chat line, written at that version of the table, unless everybody has it already."""
        if line.number <= self.newest_line:
            return
        self.chat.append(line)
        self._chat_version = version
        delivery = Delivery(Said(line))
        for watcher in self.everyone():
            if watcher.wants_chat_line(line):
                watcher.deliver(delivery)

    def erase_chat_of(self, person: str) -> bool:
        """Blank a person's chat lines; returns whether there were any."""
        lines = [replace(line, name="", text="") if line.person == person else line for line in self.chat]
        changed = lines != list(self.chat)
        self.chat = deque(lines, MAX_RECENT_CHAT_LINES)
        return changed

    # ---- what they see ------------------------------------------------------------------------------

    def send_change(self, before: TableState, after: TableState) -> None:
        """Send what one entry has changed, to each watcher from where they sit."""
        moved = self._reseat(before, after) if before.seats is not after.seats else ()
        for watcher in moved:
            watcher.deliver(Delivery(self.snapshot(after, watcher)))
        # The public part is computed once, and encoded once; only a seat's own cards are added per seat.
        found = self._public_changes(before, after)
        event = Event(after.version, after.at, action_by(after, None), found)
        public = Delivery(event)
        for seat, here in self.watchers.items():
            watchers = [watcher for watcher in here if watcher not in moved] if moved else here
            if not watchers:
                continue
            own = own_changes(before, after, seat)
            # What everyone may know of the action need not be asked again for each seat.
            by = event.by if event.by is None or event.by.action is not None else action_by(after, seat)
            same = not own and by == event.by
            own_event = event if same else Event(after.version, after.at, by, found + own)
            delivery = public if same else Delivery(own_event)
            extended: dict[tuple[bool, bool], Delivery] = {}  # by ``explain`` and ``plain``
            for watcher in watchers:
                if not watcher.explain and not watcher.plain:
                    watcher.deliver(delivery)
                    continue
                wanted = watcher.explain, watcher.plain
                if wanted not in extended:
                    extras = self._extras(after, self._view(after, seat), watcher)
                    extended[wanted] = Delivery(replace(own_event, **extras))
                watcher.deliver(extended[wanted])

    def _public_changes(self, before: TableState, after: TableState) -> list[Change]:
        """What changes for a spectator. With an action that is usually the game's view, and who is waited for."""
        same_seats = before.seats is after.seats and after.time_limit.unit == "none"  # else deadlines change
        if after.by and same_seats and before.phase == after.phase:
            found = after.rules.table.view_changes(before.game_state, after.game_state)
            if found is None:
                found = changes(self._game_view(before), self._game_view(after), "view")
            return changes(before.waiting, after.waiting, "waiting") + found
        return changes(self._view(before, None), self._view(after, None))

    def _reseat(self, before: TableState, after: TableState) -> list[Watcher]:
        """Update the watchers' seats. Returns those who see the table from another seat now: they sat down, had to
        leave, or their seat has a new number.
        """
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
            self._presence_changed()
        return moved

    def catch_up(self, watcher: Watcher, version: int, at: int | None, states: Sequence[TableState]) -> None:
        """Send the events since a version that the client has, if it is among the recent states; else a snapshot.

        ``at`` is the time of that version as the client knows it: after a backup was restored, the same number may
        stand for another state.
        """
        newest = states[-1]
        known = [state for state in states if state.version >= version]
        # Chat lines have no versions: a client that may have missed one gets a snapshot.
        missed_chat = self._chat_version >= version or any(known and line.at >= known[0].at for line in self.chat)
        whole = missed_chat or not known or known[0].version != version or (at is not None and known[0].at != at)
        if whole or not all(_same_seat(state, newest, watcher) for state in known):
            watcher.deliver(Delivery(self.snapshot(newest, watcher)))
            return
        for before, after in pairwise(known):
            now = table_view(after, watcher.seat)
            found = changes(table_view(before, watcher.seat), now)
            event = Event(after.version, after.at, action_by(after, watcher.seat), found)
            watcher.deliver(Delivery(replace(event, **self._extras(after, now, watcher))))

    def snapshot(self, state: TableState, watcher: Watcher) -> Snapshot:
        view = self._view(state, watcher.seat)
        chat = tuple(line for line in self.chat if watcher.wants_chat_line(line))
        snapshot = Snapshot(state.version, state.at, self._clock.now(), view, chat)
        return replace(snapshot, **self._extras(state, view, watcher))

    def _extras(self, state: TableState, view: TableView, watcher: Watcher) -> dict[str, Any]:
        """What a watcher has asked for besides the table itself."""
        if not view.view:
            return {}
        extras: dict[str, Any] = {}
        if watcher.explain and view.phase == "playing":
            extras["explanation"] = state.rules.table.explain(view.view)
        if watcher.plain:
            extras["plain"] = plain(state.rules, view.view)
        return extras

    def _game_view(self, state: TableState) -> Any:
        """A spectator's view of the game."""
        version, known = self._public_view
        if version != state.version:
            known = state.rules.view(state.game_state, None)
            self._public_view = state.version, known
        return known

    def _view(self, state: TableState, seat: int | None) -> TableView:
        version, known = self._views.get(seat, (0, None))
        if known is None or version != state.version:
            known = table_view(state, seat, self._seats(state))
            self._views[seat] = state.version, known
        return known

    def _seats(self, state: TableState) -> tuple[SeatView, ...]:
        """The same object as long as nothing about the seats has changed, so that ``changes`` need not compare them."""
        known = self._seat_views
        same = known and known[0].seats is state.seats and known[0].phase == state.phase
        if not same or state.time_limit.milliseconds is not None:
            self._seat_views = state, seat_views(state)
        assert self._seat_views
        return self._seat_views[1]


def _same_seat(state: TableState, newest: TableState, watcher: Watcher) -> bool:
    """Whether the watcher saw that state from the seat they have now, in the same game: then events are enough."""
    mine = state.seats_of(watcher.person)
    return state.number == newest.number and (watcher.seat in mine if watcher.seat is not None else not mine)
