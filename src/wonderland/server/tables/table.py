"""A table in memory: it appends to its log, and follows what other instances append."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from wonderland.core.errors import NotAllowed, TooLate, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.errors import LogConflict, NotSaved
from wonderland.server.store.log_rows import LogEntryRow, TableListChange
from wonderland.server.store.table_store import LogRow, TableStore
from wonderland.server.tables import entries as log
from wonderland.server.tables.accepted_messages import AcceptedMessages, MessageKey
from wonderland.server.tables.audience import Audience, Watcher
from wonderland.server.tables.game_actions import GameActions
from wonderland.server.tables.list_changes import list_change, looks_same, new_checkpoint
from wonderland.server.tables.loading import LoadedTable, replay_log
from wonderland.server.tables.reducer import apply_entry, initial_state
from wonderland.server.tables.requests import COUNTDOWN_MS
from wonderland.server.tables.state import TableState
from wonderland.server.tables.summaries import encode_listed, listed_table
from wonderland.server.tables.updates import ChatLine, Snapshot

MAX_RECENT_STATES = 16  #: states kept in memory, for clients that reconnect after a short while
#: Actions of a seat in one game, counted apart for its person and its bot: eight minutes at five a second. Without a
#: bound anybody could flip cards until the disk is full.
MAX_ACTIONS_PER_SEAT = 2_500
#: Requests per game other than actions (ready, back …), of all seats together.
MAX_REQUESTS_PER_GAME = 1_000
#: A checkpoint is worth its bytes when it spares reading this many entries.
MIN_ENTRIES_PER_CHECKPOINT = 100

#: Called once a request is on disk, with the version it made; or with the reason why it was not written.
Reply = Callable[[int, WonderlandError | None], None]
#: Makes the entries that a request asks for, from the table as it is; raises the refusal. Called again if somebody
#: else has written to the log meanwhile.
Propose = Callable[["Table"], Sequence[log.AnyEntry]]


def ignore_reply(version: int, problem: WonderlandError | None) -> None:
    """For requests whose sender does not wait."""


class Request(msgspec.Struct, eq=False):
    """What somebody has asked of a table."""

    propose: Propose
    reply: Reply
    #: The client's message, which must not be done twice.
    message: MessageKey | None = None
    #: Those of the same message, sent again before it was answered: it has one answer.
    copies: list[Reply] = msgspec.field(default_factory=list)

    def is_copied_by(self, person: str | None, seat: int | None, id: str) -> bool:
        """Whether this is the same message; ``seat`` is None for somebody who no longer sits there."""
        if self.message is None:
            return False
        sender, at, name = self.message
        return (sender, name) == (person, id) and seat in (None, at)

    def answer(self, version: int, problem: WonderlandError | None) -> None:
        for reply in (self.reply, *self.copies):
            reply(version, problem)


class Table:
    """Appends entries to its log and, once they are on disk, sends the changes to everyone who watches.

    ``on_broken`` is called when entries could not be saved: then this object is of no more use, and the table must be
    rebuilt from what is on disk. If that was because somebody else has written to the log (``LogConflict``), requests
    are kept for the rebuilt table. ``on_change`` are called with the states before and after every saved entry.
    """

    #: The newest state, on disk or being written; the first entry makes the first.
    now: TableState

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        on_broken: Callable[[Table], None],
        loaded: LoadedTable | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._on_broken = on_broken
        self._states: deque[TableState] = deque(loaded.states if loaded else (), MAX_RECENT_STATES)
        #: The newest state that is on disk.
        self.saved: TableState | None = None
        if self._states:
            self.now = self.saved = self._states[-1]
        self._played = loaded.played if loaded else GameActions()
        #: How many actions of the current game are on disk.
        self._saved_actions = len(self.actions)
        #: The numbers of actions by seat and whether a bot acted.
        self._action_counts = Counter((act.seat, act.id is None) for _, act in self.actions)
        self._accepted = loaded.accepted if loaded else AcceptedMessages()
        self.audience = Audience(clock)
        #: The entry of the newest checkpoint.
        self._checkpoint = loaded.checkpoint if loaded else 0
        #: Whether the list of tables in the store is to say with the next entry that this one is in memory.
        self.row_is_stale = loaded is not None
        #: Why entries could not be saved. From then on every append is refused with it.
        self.broken: NotSaved | None = None
        #: Requests whose answer waits for the disk.
        self._being_written: list[Request] = []
        #: Requests that are decided again after a conflict.
        self.to_repeat: list[Request] = []
        #: Whether what observers are told just now was written by somebody else.
        self.following = False
        self.on_change: list[Callable[[TableState | None, TableState], None]] = []

    @property
    def actions(self) -> list[tuple[int, log.ActedEntry]]:
        """The actions of the current game, with their times."""
        return self._played.timed

    def saved_moves(self) -> tuple[TableState, Sequence[tuple[int, log.ActedEntry]], Mapping[int, str]]:
        """The newest state on disk, and the actions of its game up to there, with the bots that acted for others."""
        assert self.saved, "nothing is shown before it is on disk"
        if self.saved.number != self.now.number:  # a new game is being written, and the actions are its own
            return replace(self.saved, game_state=None), (), {}
        return self.saved, self.actions[: self._saved_actions], self._played.substitutes

    # ---- appending -------------------------------------------------------------------------------

    def append(self, new: Sequence[log.AnyEntry], reply: Reply | None = None, id: str = "") -> None:
        """Append entries to the log. Raises the refusal if the rules refuse one of them; then nothing is written.

        They follow from the newest state only: after a conflict they are not written.
        """
        if self.broken:
            raise self.broken
        self._append(new, reply, None, id)

    def request(self, request: Request) -> None:
        """Append what somebody asks for. Raises the refusal."""
        if isinstance(self.broken, LogConflict):
            self.to_repeat.append(request)
            return
        if self.broken:
            raise self.broken
        new = request.propose(self)
        self._append(new, request.answer, request)
        if not new and request.message:  # no entry holds the id, but the message must get the same answer again
            self._accepted.add(*request.message, self.now.version)

    def repeat(self, requests: Sequence[Request]) -> None:
        """Requests that an entry of somebody else came before: they are checked again, and answered."""
        for request in requests:
            if request.message and self.answer_again(*request.message, request.answer):
                continue
            try:
                self.request(request)
            except WonderlandError as problem:
                request.answer(0, problem)

    def _append(
        self, new: Sequence[log.AnyEntry], reply: Reply | None, request: Request | None = None, id: str = ""
    ) -> None:
        before = self.now if self._states else None
        # The clock of another server that has written here may be ahead.
        at = max(self._clock.now(), before.at) if before else self._clock.now()
        fresh: list[TableState] = []
        for entry in new:
            if last := fresh[-1] if fresh else before:
                fresh.append(apply_entry(last, entry, at))
            else:
                assert isinstance(entry, log.OpenedEntry), "a log begins with an OpenedEntry"
                fresh.append(initial_state(id, entry, at))
        rows: list[LogEntryRow] = []
        for state, entry in zip(fresh, new, strict=True):
            rows.append((state.id, state.version, at, log.encode_entry(entry)))
            self._record(at, entry, state)
        if fresh:
            self._states.extend(fresh)
            self.now = fresh[-1]
        if request:
            self._being_written.append(request)
        # Without entries nothing changes; the reply waits for what is being written.
        then = partial(self._on_disk, self.now.version, fresh, reply, request)
        self._store.append(rows, then, self._is_broken, self._list_change(before, fresh) if fresh else None)

    def act(self, seat: int, action: str, id: str | None, version: int | None, reply: Reply | None = None) -> None:
        """An action in the game. A bot's action has no id and no version: it was decided for the current state."""
        if id is None:
            self.append([self._act_entry(seat, action, None, version)], reply)
            return
        person = self.now.seats[seat].person

        def propose(table: Table) -> Sequence[log.AnyEntry]:
            table.check_sender(person, seat, version)
            return [table._act_entry(seat, action, id, version)]

        self.request(Request(propose, reply or ignore_reply, (person, seat, id)))

    def _act_entry(self, seat: int, action: str, id: str | None, version: int | None) -> log.ActedEntry:
        state = self.now
        if version is not None:
            self._check_turn(seat, version)
            if state.phase == "playing" and state.seats[seat].left:
                raise NotAllowed("table_bot_plays")  # the bot's own actions have no version
        # A start further ahead is no countdown: it was written while the machine's clock was wrong.
        counting = state.begins > state.at and state.phase == "playing"
        if counting and 0 < state.begins - self._clock.now() <= COUNTDOWN_MS:
            raise NotAllowed("table_countdown")
        if self._action_counts[seat, id is None] >= MAX_ACTIONS_PER_SEAT:
            raise NotAllowed("table_too_many_actions", most=MAX_ACTIONS_PER_SEAT)
        return log.ActedEntry(seat, action, id, state.rules.rules_version)

    def ask(
        self,
        make: Callable[[TableState, int], Sequence[log.AnyEntry]],
        seat: int,
        id: str,
        version: int | None,
        reply: Reply,
    ) -> None:
        """What the person at a seat asks for in the message of that id, other than an action."""
        person = self.now.seats[seat].person

        def propose(table: Table) -> Sequence[log.AnyEntry]:
            table.check_sender(person, seat, version)
            new = make(table.now, seat)
            leaves = any(isinstance(entry, log.AwayEntry) for entry in new)
            if table.now.version - table.now.started - len(table.actions) >= MAX_REQUESTS_PER_GAME and not leaves:
                raise NotAllowed("table_too_many_requests")
            return new

        self.request(Request(propose, reply, (person, seat, id)))

    def check_sender(self, person: str | None, seat: int, version: int | None) -> None:
        """Refuse a message for another game than the current one, or of somebody who no longer sits there."""
        if version is not None:
            self.check_version(version)
        seats = self.now.seats
        if seat >= len(seats) or seats[seat].person != person:
            raise NotAllowed("table_not_seated")

    def check_version(self, version: int) -> None:
        """Refuse a message that was sent for another game than the current one, by the version the client had."""
        state = self.now
        if version > state.version:
            raise NotAllowed("version_ahead", version=version, newest=state.version)
        if version < state.started:
            raise TooLate("version_older_game")

    def _check_turn(self, seat: int, version: int) -> None:
        """In a turn-based game, refuse an action that was meant for an earlier turn of the seat: a bot or other device
        has played that turn while the message was delayed.
        """
        turns = self.now.turns
        turn = turns[seat] if turns else None
        if turn is not None and version < turn:
            raise TooLate("version_older_turn")

    def _record(self, at: int, entry: log.AnyEntry, state: TableState) -> None:
        self._accepted.record(entry, state)
        self._played.record(at, entry, state)
        if isinstance(entry, log.StartedEntry):
            self._action_counts.clear()
        elif isinstance(entry, log.ActedEntry):
            self._action_counts[entry.seat, entry.id is None] += 1

    def _is_broken(self) -> NotSaved | None:
        return self.broken

    # ---- answering ---------------------------------------------------------------------------

    def answer_again(self, person: str | None, seat: int | None, id: str, reply: Reply) -> bool:
        """Whether a message of this id came before and was not refused; then ``reply`` gets the same answer.

        What it made counts once that is on disk: until then somebody else may take its number in the log, and it is
        decided again.
        """
        for request in (*self._being_written, *self.to_repeat):
            if request.is_copied_by(person, seat, id):
                request.copies.append(reply)
                return True
        version = self._accepted.find(person, seat, id)
        if version is None or self.saved is None or version > self.saved.version:
            return False
        reply(version, None)
        return True

    def remembers(self, version: int | None) -> bool:
        """Whether every message is in memory that a client with that version may have sent."""
        return self._accepted.covers(version)

    # ---- telling -------------------------------------------------------------------------------

    def _on_disk(
        self,
        version: int,
        fresh: list[TableState],
        reply: Reply | None,
        request: Request | None,
        problem: NotSaved | None,
    ) -> None:
        """Called once the commit has returned: only now may anybody be told."""
        if request:
            self._being_written.remove(request)
        if problem:
            if request and isinstance(problem, LogConflict):
                self.to_repeat.append(request)
            elif reply:
                reply(0, problem)
            if not self.broken:
                self.broken = problem
                self._on_broken(self)
            return
        if reply:
            reply(version, None)
        self._tell(fresh)

    def _tell(self, fresh: Sequence[TableState]) -> None:
        for state in fresh:
            before, self.saved = self.saved, state
            if state.by or state.version == state.started:
                self._saved_actions = self._saved_actions + 1 if state.by else 0
            if before:
                self.audience.send_change(before, state)
            for observer in self.on_change:
                observer(before, state)

    # ---- what somebody else has written -------------------------------------------------------------

    def follow(self, rows: Sequence[LogRow]) -> None:
        """Take over entries of somebody else that come next in the log; nothing of ours may be on its way there.

        Raises ``UnreadableLog``; then nothing has changed.
        """
        replayed = list(replay_log(self.now.id, rows, self.now))
        for at, entry, state in replayed:
            self._record(at, entry, state)
            self._states.append(state)
            self.now = state
        # What these entries change in the list of tables was written with them.
        self.following = True
        try:
            self._tell([state for _, _, state in replayed])
        finally:
            self.following = False

    @staticmethod
    def is_closed_by(rows: Sequence[LogRow]) -> bool:
        """Whether these entries close the table."""
        try:
            return isinstance(log.decode_entry(rows[-1][2]), log.ClosedEntry)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False

    def refuse_repeating(self, problem: WonderlandError) -> None:
        """Refuse what was to be decided again after a conflict."""
        requests, self.to_repeat = self.to_repeat, []
        for request in requests:
            request.answer(0, problem)

    def rewind(self) -> bool:
        """After a conflict, drop what was not written. False if that takes a new table: a game has begun meanwhile."""
        saved = self.saved
        if saved is None or saved.number != self.now.number:
            return False
        on_disk = [state for state in self._states if state.version <= saved.version]
        self._states = deque(on_disk or [saved], MAX_RECENT_STATES)
        self.now = saved
        self._played.rewind(self._saved_actions)
        self._action_counts = Counter((act.seat, act.id is None) for _, act in self.actions)
        self._accepted.rewind(saved.version)
        self.row_is_stale = True
        return True

    # ---- joining ------------------------------------------------------------------------------------

    def join(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """Add a watcher whose client has that version: they get what has happened since, and all that follows."""
        self.catch_up(watcher, version, at)
        self.audience.add(watcher)

    def catch_up(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """Send the events since that version, or a snapshot. What is not on disk yet is sent later."""
        saved = self.saved
        # A table that could not be saved is rebuilt, and then every watcher gets a snapshot.
        if saved and (not self.broken or isinstance(self.broken, LogConflict)):
            on_disk = [state for state in self._states if state.version <= saved.version]
            # While the disk is slow, all recent states may be newer than what is saved.
            self.audience.catch_up(watcher, version, at, on_disk or [saved])

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """The table as it is on disk, as this watcher may see it."""
        assert self.saved, "nothing is shown before it is on disk"
        return self.audience.snapshot(self.saved, watcher)

    def add_chat_line(self, line: ChatLine) -> None:
        """Send a chat line that is on disk."""
        self.audience.add_chat_line(line, self.saved.version if self.saved else 0)

    def summary(self, state: TableState) -> bytes:
        """The table as lists show it, for the store."""
        return encode_listed(listed_table(state, len(self.actions)))

    def _list_change(self, before: TableState | None, fresh: Sequence[TableState]) -> TableListChange | None:
        if not self.row_is_stale and looks_same(before, fresh[-1]):
            return None  # nearly always
        self.row_is_stale = False
        checkpoint = new_checkpoint(before, fresh, self._checkpoint, MIN_ENTRIES_PER_CHECKPOINT)
        if checkpoint:
            self._checkpoint = checkpoint.number
        return list_change(before, fresh, len(self.actions), checkpoint)
