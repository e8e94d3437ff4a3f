"""The timers and bots of one table: bots move, deadlines pass, people come and go, the next game starts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Literal, Protocol

import structlog

from wonderland.bots.bot import Budget
from wonderland.bots.registry import kit
from wonderland.core.errors import NotAllowed
from wonderland.server.bot_processes.delays import delay
from wonderland.server.clock import Alarm, Clock
from wonderland.server.presence import Presence
from wonderland.server.store.log_rows import IN_MEMORY
from wonderland.server.store.table_store import UnloadedTable
from wonderland.server.tables import requests
from wonderland.server.tables.absences import Absences
from wonderland.server.tables.entries import AnyEntry, AwayEntry, BackEntry, ClosedEntry, ResumedEntry
from wonderland.server.tables.live import LiveBots
from wonderland.server.tables.seeds import bot_seed
from wonderland.server.tables.state import Seat, TableState
from wonderland.server.tables.table import Table

HOUR_MS = 3_600_000
#: How long a table without anybody connected stays open, by phase.
IDLE_LIMIT_MS = {"gathering": HOUR_MS, "over": HOUR_MS, "playing": 30 * 24 * HOUR_MS}
BOT_BUDGET = Budget(milliseconds=200)
BOT_RETRY_MS = 2_000  #: after which a bot whose decision failed is asked again

BotPace = Literal["slow", "normal", "fast"]
#: How a bot's delay is changed for somebody who plays with bots alone.
BOT_PACES: dict[BotPace, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.3}

_logger = structlog.get_logger(__name__)


class BotDecisions(Protocol):
    """Where bots decide: child processes (``bot_processes``), or something simpler in tests."""

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Callable[[Any], object] | None = None
    ) -> Any: ...

    def expect(self, bot: str, players: int) -> object: ...


class TableScheduler:
    """One for each table in memory. ``resume`` starts it, ``stop`` ends it.

    ``random`` makes the source of each deal; ``secret`` goes into the bots' seeds; ``on_game_end`` is called with the
    state with which a game has ended, perhaps twice; ``on_idle`` when the table need not be in memory any more;
    ``away_after_ms`` is how long others wait for somebody who is not on the site before they may agree to let a bot
    play; bots of turn-based games move ``bot_speedup`` times faster than people would. ``empty_since``: since when
    nobody is connected, if that is known from before. ``holds`` tells whether this instance looks after the table: if
    not, all that is done here is to tell the audience who is away, and to drop the table when nobody needs it.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        bots: BotDecisions,
        random: Callable[[], Random],
        presence: Presence,
        *,
        on_game_end: Callable[[Table, TableState], None],
        on_idle: Callable[[Table], None],
        secret: bytes,
        away_after_ms: int,
        idle_after_ms: int,
        bot_speedup: int = 1,
        empty_since: int | None = None,
        holds: Callable[[], bool] = lambda: True,
    ) -> None:
        self._table = table
        self._holds = holds
        #: Whether a game may have ended that is not archived: so whoever looks after the table next must see to it.
        self._unarchived = False
        self._audience = table.audience
        self._clock = clock
        self._bots = bots
        self._random = random
        self._on_game_end = on_game_end
        self._on_idle = on_idle
        self._idle_after_ms = idle_after_ms
        #: When the table was last needed by somebody who is not connected to it.
        self.used = clock.now()
        self._secret = secret
        self._bot_speedup = bot_speedup
        #: Chosen by the only person at the table.
        self.bot_pace: BotPace = "normal"
        self._alarm: Alarm | None = None
        self._deciding: dict[int, asyncio.Task[None]] = {}
        self._live = LiveBots(table, clock, secret, holds)
        self._absences = Absences(table, clock, presence, away_after_ms)
        #: Since when nobody at all is connected to the table, and since when nobody is here, to this instance.
        self._empty_since: int | None = None if table.audience.anybody() else empty_since or clock.now()
        self._unwatched_since: int | None = None if table.audience.everyone() else empty_since or clock.now()
        #: The seats, if the last update found the table quiet: while they stay the same, an action changes no timer.
        self._quiet_seats: tuple[Seat, ...] | None = None
        self.stopped = False
        table.on_change.append(self._changed)

    def resume(self, interrupted: int = 0, unarchived: bool = True) -> None:
        """Go on with the table as it was loaded.

        ``interrupted``: when the server was last started, or its clock jumped; what happened before that counts
        against nobody. ``unarchived``: a game that has ended may not be archived yet.
        """
        state = self._table.now
        if self.stopped:
            return
        if not self._holds():
            self._unarchived = self._unarchived or unarchived
            self.caught_up()
            return
        self._unarchived = False
        if unarchived and (saved := self._table.saved) and saved.number:
            # Not the newest state: an end that is still being written may never get to the disk.
            self._on_game_end(self._table, saved)
        if self._runs_out_unfairly(state, interrupted):
            self._append([ResumedEntry()])
        if missing := requests.replace_missing_bots(state):
            _logger.warning("bots_replaced", seats=len(missing))
            self._append(missing)
        self.caught_up()

    def caught_up(self) -> None:
        """Go on after somebody else has written to the log."""
        for seat, watchers in list(self._audience.watchers.items()):
            if seat is not None and watchers:
                self._take_over(seat)
        self._update()

    def lease_gained(self, interrupted: int) -> None:
        """We look after the table from now on."""
        self.resume(interrupted, self._unarchived)

    def lease_lost(self) -> None:
        """Another instance does so from now on, or nobody knows: nothing must be done here any more."""
        self._unarchived = True
        self._stop_bots()
        self._update()

    def _stop_bots(self) -> None:
        for task in self._deciding.values():
            task.cancel()
        self._live.stop()

    def _runs_out_unfairly(self, state: TableState, interrupted: int) -> bool:
        """Whether a clock runs that began before an interruption: then it starts again in full.

        A clock of days goes on, unless there would be less than an hour left after the interruption.
        """
        for seat, since in enumerate(state.since):
            deadline = state.deadline(seat)
            if deadline is None or since is None or since >= interrupted:
                continue
            if state.time_limit.unit == "seconds" or deadline < interrupted + HOUR_MS:
                return True
        return False

    def clock_jumped(self, milliseconds: int) -> None:
        """The machine's clock was corrected, or the machine has slept: that time counts against nobody."""
        if self.stopped:
            return
        self._absences.clock_jumped(milliseconds)
        self._empty_since = None if self._empty_since is None else self._empty_since + milliseconds
        self._unwatched_since = None if self._unwatched_since is None else self._unwatched_since + milliseconds
        self.used += milliseconds
        if self._holds() and self._runs_out_unfairly(self._table.now, self._clock.now()):
            self._append([ResumedEntry()])
        self._update()

    def connected(self, seat: int | None) -> None:
        """Somebody has connected. If a bot holds their seat only because they had left, they take over again."""
        self._connections_changed()
        if seat is not None:
            self._take_over(seat)
        self._update()

    def _take_over(self, seat: int) -> None:
        state = self._table.now
        if state.phase == "playing" and seat < len(state.seats) and state.seats[seat].left in ("away", "left"):
            self._append([BackEntry(seat)])

    def disconnected(self, seat: int | None) -> None:
        """Somebody has disconnected."""
        self.connections_changed()

    def connections_changed(self) -> None:
        """Somebody has connected or disconnected, perhaps elsewhere."""
        self._connections_changed()
        self._update()

    def _connections_changed(self) -> None:
        now = self._clock.now()
        if self._audience.everyone():
            self._empty_since = self._unwatched_since = None
        else:
            self._unwatched_since = self._unwatched_since or now
            self._empty_since = None if self._audience.anybody() else self._empty_since or now
        self._absences.connections_changed()

    def presence_changed(self, person: str) -> None:
        """Somebody who sits here has come to the site, or has gone."""
        self._absences.presence_changed(person)
        self._update()

    def stop(self) -> None:
        self.stopped = True
        if self._alarm:
            self._alarm.cancel()
        self._stop_bots()

    # ---- timers --------------------------------------------------------------------------------

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if after.ended == after.version:
            if self._holds():
                self._on_game_end(self._table, after)
            else:
                self._unarchived = True
        if before is None or before.seats is not after.seats:
            self._warm_up(after)
        if after.seats is self._quiet_seats and after.phase == "playing":
            return
        if after.version == self._table.now.version:
            self._update()  # else more entries are being written: one update after the last is enough

    def _is_quiet(self, state: TableState) -> bool:
        """Whether people play on, all connected, without a clock or bots: the usual case, made fast."""
        return (
            state.phase == "playing"
            and state.time_limit.unit == "none"
            and self._alarm is None
            and not state.rules.table.live
            and all(held.bot is None and self._audience.present(seat) for seat, held in enumerate(state.seats))
        )

    def _warm_up(self, state: TableState) -> None:
        """Warm up bots that are compiled for a number of players as soon as they are seated: it takes a while."""
        if not state.rules.table.live:
            for seat in state.seats:
                if seat.bot:
                    self._bots.expect(seat.bot, len(state.seats))

    def _update(self) -> None:
        """Do what is due now, and set the timer for what is due next."""
        table = self._table
        self._quiet_seats = None
        if self.stopped:
            return
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        state = table.saved
        if table.broken or state is None or state.phase == "closed" or state is not table.now:
            return  # there is another update once what is being written is on disk
        now = self._clock.now()
        away_at = self._absences.away_at(state)
        away = tuple([seat for seat, when in away_at.items() if when <= now])
        self._audience.set_presence(self._absences.online(state), away)
        times = [when for when in away_at.values() if when > now]
        if self._holds():
            due = self._look_after(state, away)
            if due is None:
                return
            times += due
        if self._unwatched_since is not None and not self._deciding:
            idle_at = max(self._unwatched_since, state.at, self.used) + self._idle_after_ms
            if idle_at <= now:
                self._on_idle(self._table)
            else:
                times.append(idle_at)
        if times:
            self._alarm = self._clock.at(min(times), self._update)
        elif self._is_quiet(state):
            self._quiet_seats = state.seats

    def _look_after(self, state: TableState, away: Sequence[int]) -> list[int] | None:
        """Do what is due now; gives the times when something else is due, or None if something was done: then there is
        another update once that is on disk.
        """
        if requests.everyone_ready(state):
            self._start(state)
            return None
        if new := [*self._absences.returns(state), *self._absences.substitutes(state, away)]:
            self._append(new)
            return None
        due = [*self._late(state), *self._absences.unready(state), *self._idle_closing(state)]
        now = self._clock.now()
        for when, entry in due:
            if when <= now:
                self._append([entry])
                return None
        if state.phase == "playing":
            self._play(state)
        return [when for when, _ in due]

    def unloaded_row(self) -> UnloadedTable:
        """What the store is to know of the table while it is not in memory."""
        state = self._table.saved
        assert state, "only a table that is on disk can be unloaded"
        if self._empty_since is None and not self._audience.elsewhere:
            self._empty_since = self._clock.now()
        times = [when for when, _ in (*self._late(state), *self._idle_closing(state))]
        due = IN_MEMORY if self._deciding else min(times, default=None)
        return UnloadedTable(state.id, state.version, state.at, self._table.summary(state), due, self._empty_since)

    def refresh(self) -> None:
        """Look again what is due."""
        self._update()

    @property
    def idle(self) -> bool:
        """Whether nobody is connected, nothing is being written, and no bot decides."""
        table = self._table
        return not (self._audience.everyone() or self._deciding or table.broken) and table.saved is table.now

    def _start(self, state: TableState) -> None:
        self._append(requests.start(state, None, self._random(), self._clock.now()))

    def _late(self, state: TableState) -> Iterator[tuple[int, AnyEntry]]:
        """When a bot takes which seat because its person's time is up."""
        for seat in state.waiting if state.phase == "playing" else ():
            deadline = state.deadline(seat)
            if state.seats[seat].kind == "person" and deadline is not None:
                yield deadline, AwayEntry(seat, state.substitute, "late")

    def _idle_closing(self, state: TableState) -> list[tuple[int, AnyEntry]]:
        correspondence = state.phase == "playing" and state.time_limit.unit == "days" and not is_abandoned(state)
        if self._empty_since is None or state.phase not in IDLE_LIMIT_MS or correspondence:
            return []
        return [(max(self._empty_since, state.at) + IDLE_LIMIT_MS[state.phase], ClosedEntry("idle"))]

    # ---- bots ---------------------------------------------------------------------------------------

    def _play(self, state: TableState) -> None:
        if state.rules.table.live:
            self._live.look(state)
            return
        if is_abandoned(state):
            return
        for seat in state.waiting:
            if state.seats[seat].bot and seat not in self._deciding:
                task = asyncio.create_task(self._decide(state, seat))
                self._deciding[seat] = task
                task.add_done_callback(lambda _, seat=seat: self._decided(seat))  # type: ignore[misc]

    def _decided(self, seat: int) -> None:
        task = self._deciding.pop(seat)
        if task.cancelled():
            return
        if problem := task.exception():
            # Decisions have their own fallbacks, so this is a bug of ours: it must not become a busy loop.
            _logger.error("bot_failed", exc_info=problem)
            self._clock.at(self._clock.now() + BOT_RETRY_MS, self._update)
        else:
            self._update()

    async def _decide(self, state: TableState, seat: int) -> None:
        view = state.rules.view(state.game_state, seat)
        bot = state.seats[seat].bot
        assert bot, "a bot plays this seat"
        begun = self._clock.now()
        check = partial(state.rules.check, state.game_state, seat)
        seed = bot_seed(state, seat, self._secret)
        action = await self._bots.decide(bot, state.game, view, seed, BOT_BUDGET, check)
        watched = any(held.kind == "person" and not held.left for held in state.seats)
        if watched:  # else there is nobody to wait for
            random = Random(f"{seed} {state.version}")
            pace = BOT_PACES[self.bot_pace] if len(state.people) == 1 else 1.0
            await self._wait_until(begun + int(delay(kit(state.game), view, action, random) * pace / self._bot_speedup))
        now = self._table.now
        # Meanwhile the person may have come back and played this very turn, or the game may be over.
        same_turn = now.number == state.number and now.turns[seat] == state.turns[seat]
        plays = now.phase == "playing" and now.seats[seat].bot and not is_abandoned(now)
        if same_turn and plays and self._holds():
            with suppress(NotAllowed):
                self._table.act(seat, str(action), None, None)

    async def _wait_until(self, when: int) -> None:
        rung = asyncio.Event()
        alarm = self._clock.at(when, rung.set)
        try:
            await rung.wait()
        finally:
            alarm.cancel()

    def _append(self, entries: Sequence[AnyEntry]) -> None:
        with suppress(
            NotAllowed
        ):  # somebody else was faster, or the disk is full: the next update starts from the new state
            self._table.append(entries)


def is_abandoned(state: TableState) -> bool:
    """Whether every person has left but somebody may come back: then bots wait for them."""
    people = [seat.left for seat in state.seats if seat.kind == "person"]
    return None not in people and any(left in ("away", "late", "left") for left in people)
