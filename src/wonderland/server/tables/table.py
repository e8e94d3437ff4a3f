"""A table while people play at it: the one authority over its log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from wonderland.core.errors import NotAllowed, TooLate, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.store.appending import Row
from wonderland.server.store.journal import Journal, NotSaved
from wonderland.server.tables import entries as log
from wonderland.server.tables.audience import Audience, Watcher
from wonderland.server.tables.folding import opened, step
from wonderland.server.tables.moment import Moment
from wonderland.server.tables.requests import COUNTDOWN
from wonderland.server.wire.messages import Line, Snapshot

KEPT = 16  #: moments that are kept, for those who were away for a moment only

#: Called when what somebody asked for is on disk: the version it made, or why it is not.
Reply = Callable[[int, WonderlandError | None], None]


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
        self.audience = Audience(clock)
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
        if not new:  # nothing changes; the reply waits for what is on its way
            if reply:
                version = self.now.version
                self._journal.append([], lambda problem: reply(version, problem), unless=self._is_broken)
            return
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
            self.check_version(version)
            if moment.phase == "playing" and moment.seats[seat].left:
                raise NotAllowed("table_bot_plays")  # its own actions say no version
        # Further ahead is no countdown, but was written while the machine's clock was ahead.
        if moment.phase == "playing" and 0 < moment.begins - self._clock.now() <= COUNTDOWN:
            raise NotAllowed("table_countdown")
        self.append([log.Acted(seat, action, id)], reply)

    def check_version(self, version: int) -> None:
        """Raises why something a client meant when it had that version does not belong to the game that is on."""
        moment = self.now
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
                self.audience.tell_change(before, moment)
            for listen in self.on_change:
                listen(before, moment)

    def join(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """Let somebody in who has that version already: they are told what has happened since, and all that follows."""
        self.catch_up(watcher, version, at)
        self.audience.enter(watcher)

    def catch_up(self, watcher: Watcher, version: int, at: int | None = None) -> None:
        """What has changed since a version the client has, or everything. What is not on disk yet comes later."""
        saved = self.saved
        if saved and not self.broken:  # else everybody here is told when the table has been rebuilt
            on_disk = [moment for moment in self._moments if moment.version <= saved.version]
            self.audience.catch_up(watcher, version, at, on_disk)

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """The table as it is on disk, for one who watches."""
        assert self.saved, "nothing is shown before it is on disk"
        return self.audience.snapshot(self.saved, watcher)

    def hear(self, line: Line) -> None:
        """A line of talk that is on disk."""
        self.audience.hear(line, self.saved.version if self.saved else 0)
