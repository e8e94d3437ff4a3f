"""A table while people play at it: the one authority over its log."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial

from wonderland.core.errors import NotAllowed, TooLate, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.store.appending import ListChange, Opening, Row
from wonderland.server.store.journal import Journal, NotSaved
from wonderland.server.tables import entries as log
from wonderland.server.tables.answers import Answers
from wonderland.server.tables.audience import Audience, Watcher
from wonderland.server.tables.loading import Loaded
from wonderland.server.tables.reducer import apply_entry, initial_state
from wonderland.server.tables.requests import COUNTDOWN
from wonderland.server.tables.state import TableState
from wonderland.server.wire.messages import ChatLine, Snapshot

KEPT = 16  #: states that are kept, for those who were away for a moment only
#: Actions of a seat in one game, those of its person and those of a bot each: eight minutes at five a second. Without a
#: bound anybody could flip cards until the disk is full.
MAX_ACTIONS_PER_SEAT = 2_500
#: What people may ask of a table between two games besides acting: to be ready, to come back …
MAX_REQUESTS_PER_GAME = 1_000

#: Called when what somebody asked for is on disk: the version it made, or why it is not.
Reply = Callable[[int, WonderlandError | None], None]


class Table:
    """Appends entries to its log and, once they are on disk, tells everyone what they changed."""

    def __init__(self, journal: Journal, clock: Clock, loaded: Loaded | None = None) -> None:
        self._journal = journal
        self._clock = clock
        self._states: deque[TableState] = deque(loaded.states if loaded else (), KEPT)
        #: The newest state that is on disk.
        self.saved: TableState | None = self._states[-1] if self._states else None
        #: What was done in the current game, with its times; and how much of it by each seat's person or bot.
        self.acts: list[tuple[int, log.Acted]] = loaded.acts if loaded else []
        self._action_counts = Counter((act.seat, act.id is None) for _, act in self.acts)
        self._answers = loaded.answers if loaded else Answers()
        self.audience = Audience(clock)
        #: Something could not be saved: this table is over, and rebuilt from what is on disk.
        self.broken: NotSaved | None = None
        #: Told whenever something has changed and is on disk: the moments before and after.
        self.on_change: list[Callable[[TableState | None, TableState], None]] = []
        self.on_break: Callable[[], None] = lambda: None

    @property
    def now(self) -> TableState:
        """The newest state, on disk or on its way there."""
        return self._states[-1]

    # ---- what happens -------------------------------------------------------------------------------

    def append(self, new: Sequence[log.AnyEntry], reply: Reply | None = None, id: str = "") -> None:
        """Write entries to the log; raises what the rules say when they refuse one, and then nothing is written."""
        if self.broken:
            raise self.broken
        if not new:  # nothing changes; the reply waits for what is on its way
            if reply:
                self._reply_when_saved(self.now.version, reply)
            return
        at = self._clock.now()
        before = self.now if self._states else None
        fresh: list[TableState] = []
        for entry in new:
            if last := fresh[-1] if fresh else before:
                fresh.append(apply_entry(last, entry, at))
            else:
                assert isinstance(entry, log.Opened), "a log begins with the opening"
                fresh.append(initial_state(id, entry, at))
        rows: list[Row] = []
        for state, entry in zip(fresh, new, strict=True):
            rows.append((state.id, state.version, at, log.encode(entry)))
            self._note(at, entry, state)
        self._states.extend(fresh)
        self._journal.append(rows, partial(self._on_disk, fresh, reply), self._is_broken, _list_change(before, fresh))

    def act(self, seat: int, action: str, id: str | None, version: int | None, reply: Reply | None = None) -> None:
        """An action in the game. A bot's has no id and no version: it is about the table as it is now."""
        state = self.now
        if version is not None:
            self.check_version(version)
            self._check_turn(seat, version)
            if state.phase == "playing" and state.seats[seat].left:
                raise NotAllowed("table_bot_plays")  # its own actions say no version
        # Further ahead is no countdown, but was written while the machine's clock was ahead.
        if state.phase == "playing" and 0 < state.begins - self._clock.now() <= COUNTDOWN:
            raise NotAllowed("table_countdown")
        if self._action_counts[seat, id is None] >= MAX_ACTIONS_PER_SEAT:
            raise NotAllowed("table_too_many_actions", most=MAX_ACTIONS_PER_SEAT)
        self.append([log.Acted(seat, action, id, state.rules.rules_version)], reply)

    def ask(self, new: Sequence[log.AnyEntry], seat: int, id: str, version: int | None, reply: Reply) -> None:
        """Something else that the person of a seat asked for in a message of that id."""
        if version is not None:
            self.check_version(version)
        leaves = any(isinstance(entry, log.Away) for entry in new)
        if self.now.version - self.now.started - len(self.acts) >= MAX_REQUESTS_PER_GAME and not leaves:
            raise NotAllowed("table_too_many_requests")
        self.append(new, reply)
        if not new:  # no entry says so, but what was answered once is answered alike
            self._answers.keep(self.now.seats[seat].person, seat, id, self.now.version)

    def check_version(self, version: int) -> None:
        """Raises why something a client meant when it had that version does not belong to the game that is on."""
        state = self.now
        if version > state.version:
            raise NotAllowed("version_ahead", version=version, newest=state.version)
        if version < state.started:
            raise TooLate("version_older_game")

    def _check_turn(self, seat: int, version: int) -> None:
        """In a turn-based game what was meant for an earlier turn of the seat is not played in this one: it was on its
        way for long, and meanwhile a bot or another device played that turn.
        """
        turns = self.now.turns
        turn = turns[seat] if turns else None
        if turn is not None and version < turn:
            raise TooLate("version_older_turn")

    def _note(self, at: int, entry: log.AnyEntry, state: TableState) -> None:
        self._answers.note(entry, state)
        if isinstance(entry, log.Started):
            self.acts = []
            self._action_counts.clear()
        elif isinstance(entry, log.Acted):
            self.acts.append((at, entry))
            self._action_counts[entry.seat, entry.id is None] += 1

    def _is_broken(self) -> NotSaved | None:
        return self.broken

    # ---- what is answered ---------------------------------------------------------------------------

    def answer_again(self, person: str | None, seat: int | None, id: str, reply: Reply) -> bool:
        """Whether a message of this id was followed before; then the reply is what it was."""
        version = self._answers.find(person, seat, id)
        if version is None:
            return False
        if self.saved and version <= self.saved.version:
            reply(version, None)
        else:
            self._reply_when_saved(version, reply)
        return True

    def remembers(self, version: int | None) -> bool:
        """Whether everything is in memory that a client who had that version may have done with it."""
        return self._answers.cover(version)

    def _reply_when_saved(self, version: int, reply: Reply) -> None:
        self._journal.append([], lambda problem: reply(version, problem), unless=self._is_broken)

    # ---- what is told -------------------------------------------------------------------------------

    def _on_disk(self, fresh: list[TableState], reply: Reply | None, problem: NotSaved | None) -> None:
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
        for state in fresh:
            before, self.saved = self.saved, state
            if before:
                self.audience.tell_change(before, state)
            for listen in self.on_change:
                listen(before, state)

    def join(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """Let somebody in who has that version already: they are told what has happened since, and all that follows."""
        self.catch_up(watcher, version, at)
        self.audience.enter(watcher)

    def catch_up(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """What has changed since a version the client has, or everything. What is not on disk yet comes later."""
        saved = self.saved
        if saved and not self.broken:  # else everybody here is told when the table has been rebuilt
            on_disk = [state for state in self._states if state.version <= saved.version]
            # While the disk is slow, all states that are kept may be newer.
            self.audience.catch_up(watcher, version, at, on_disk or [saved])

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """The table as it is on disk, for one who watches."""
        assert self.saved, "nothing is shown before it is on disk"
        return self.audience.snapshot(self.saved, watcher)

    def hear(self, line: ChatLine) -> None:
        """A line of talk that is on disk."""
        self.audience.hear(line, self.saved.version if self.saved else 0)


def _list_change(before: TableState | None, fresh: Sequence[TableState]) -> ListChange | None:
    """What new states change in the lists of tables and of who sits where."""
    last = fresh[-1]
    if before and before.seats is last.seats and before.phase == last.phase:
        return None  # nearly always
    phase = None if before and before.phase == last.phase else last.phase
    known = before.people if before else ()
    people = {person: None for state in fresh for person in state.people if person not in known}
    opening = None if before else Opening(last.game, last.public)
    return ListChange(phase, opening, tuple(people)) if phase or people else None
