"""Looks after one table: bots play, clocks run out, the next game begins, and nobody is held up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Protocol

import structlog

from wonderland.bots.bot import Budget
from wonderland.bots.registry import kit
from wonderland.core.errors import NotAllowed
from wonderland.server.bot_processes.delays import delay
from wonderland.server.clock import Alarm, Clock
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry, Away, Back, Closed, Resumed
from wonderland.server.tables.live import LiveBots
from wonderland.server.tables.seeds import seed
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table

HOUR = 3_600_000
#: How long a table without anybody stays: before and after a game, and during one.
IDLE = {"gathering": HOUR, "over": HOUR, "playing": 30 * 24 * HOUR}
BUDGET = Budget(milliseconds=200)
RETRY = 2_000  #: milliseconds after which a bot that could not answer is asked again

_logger = structlog.get_logger(__name__)


class BotProcesses(Protocol):
    """Where bots think."""

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Callable[[Any], object] | None = None
    ) -> Any: ...

    def expect(self, bot: str, players: int) -> object: ...


class TableScheduler:
    """One for each table, while it is in memory."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        bot_processes: BotProcesses,
        random: Callable[[], Random],
        away_after: int,
        finish: Callable[[Table, TableState], None],
        secret: bytes = b"",
        bot_speedup: int = 1,
    ) -> None:
        self._table = table
        self._here = table.audience
        self._clock = clock
        self._bot_processes = bot_processes
        self._random = random
        #: Milliseconds after which somebody who is gone is replaced, when others wait.
        self._away_after = away_after
        self._finish = finish
        self._secret = secret
        self._bot_speedup = bot_speedup
        self._alarm: Alarm | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._live = LiveBots(table, clock, secret)
        #: Since when each seat's person is gone, and since when nobody at all is here.
        self._gone: dict[int, int] = {}
        self._empty: int | None = None if table.audience.everyone() else clock.now()
        #: Before that nobody could be here.
        self._since = clock.now()
        self._stopped = False
        table.on_change.append(self._changed)

    def resume(self) -> None:
        """The server is back: whoever waited for it gets the time anew, and everything goes on."""
        state = self._table.now
        if self._stopped:
            return
        if self._has_deadline(state):
            self._append([Resumed()])
        elif state.phase == "over":
            self._finish(self._table, state)
        if missing := requests.replace_missing_bots(state):
            _logger.warning("bots_replaced", seats=len(missing))
            self._append(missing)
        for seat, held in enumerate(state.seats):
            if held.left == "away" and self._here.present(seat):
                self._return(seat)
        self._look()

    def jumped(self, milliseconds: int) -> None:
        """The machine's clock was put right, or it has slept: nobody could use that time, so it counts for nobody."""
        if self._stopped:
            return
        self._gone = {seat: at + milliseconds for seat, at in self._gone.items()}
        self._empty = None if self._empty is None else self._empty + milliseconds
        self._since += milliseconds
        if self._has_deadline(self._table.now):
            self._append([Resumed()])
        self._look()

    def _has_deadline(self, state: TableState) -> bool:
        return state.phase == "playing" and any(map(state.deadline, range(len(state.seats))))

    def came(self, seat: int | None) -> None:
        """Somebody has connected; whose seat a bot has kept only because of that takes over again."""
        self._empty = None
        if seat is not None:
            self._gone.pop(seat, None)
            self._return(seat)
        self._look()

    def _return(self, seat: int) -> None:
        state = self._table.now
        if state.phase == "playing" and seat < len(state.seats) and state.seats[seat].left == "away":
            self._append([Back(seat)])

    def went(self, seat: int | None) -> None:
        now = self._clock.now()
        if seat is not None and not self._here.present(seat):
            self._gone[seat] = now
        if not self._here.everyone():
            self._empty = now
        self._look()

    def stop(self) -> None:
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        for task in self._thinking.values():
            task.cancel()
        self._live.stop()

    # ---- what is due --------------------------------------------------------------------------------

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if after.ended == after.version:
            self._gone = {seat: at for seat, at in self._gone.items() if seat < len(after.seats)}
            self._finish(self._table, after)
        if before and before.number != after.number and len(before.seats) != len(after.seats):
            self._gone.clear()
        if before is None or before.seats is not after.seats:
            self._expect(after)
        if after.version == self._table.now.version and not self._calm(before, after):
            self._look()  # else more is on its way: one look is enough

    def _calm(self, before: TableState | None, after: TableState) -> bool:
        """Whether people simply play on, all of them here and without a clock: then there is nothing to look after."""
        return (
            before is not None
            and before.seats is after.seats
            and before.phase == after.phase == "playing"
            and after.time_limit.unit == "none"
            and self._alarm is None
            and not after.rules.table.live
            and all(held.bot is None and self._here.present(seat) for seat, held in enumerate(after.seats))
        )

    def _expect(self, state: TableState) -> None:
        """Some bots have to be compiled for a number of players: that takes a while, and begins when they sit down."""
        if not state.rules.table.live:
            for seat in state.seats:
                if seat.bot:
                    self._bot_processes.expect(seat.bot, len(state.seats))

    def _look(self) -> None:
        """Do what is due now, and set the alarm for what is due next."""
        table = self._table
        if self._stopped:
            return
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        state = table.saved
        if table.broken or state is None or state.phase == "closed" or state is not table.now:
            return  # what is on its way to the disk brings the next look
        if (state.phase == "gathering" and state.full) or requests.all_ready(state):
            self._start(state)
            return
        now = self._clock.now()
        due = [*self._leavers(state), *self._idle(state)]
        for when, entry in due:
            if when <= now:
                self._append([entry])
                return
        if state.phase == "playing":
            self._play(state)
        if due:
            self._alarm = self._clock.at(min(when for when, _ in due), self._look)

    def _start(self, state: TableState) -> None:
        self._append(requests.start(state, None, self._random(), self._clock.now()))

    def _leavers(self, state: TableState) -> list[tuple[int, AnyEntry]]:
        """When a bot takes over from whom: the clock has run out, or others wait for somebody who is gone."""
        if state.phase != "playing":
            return []
        due: list[tuple[int, AnyEntry]] = []
        waits = range(len(state.seats)) if state.rules.table.live else state.rules.table.waiting(state.game_state)
        substitute = state.substitute
        for seat in waits:
            if state.seats[seat].kind != "person" or state.seats[seat].bot:
                continue
            deadline = state.deadline(seat)
            if deadline is not None:
                due.append((deadline, Away(seat, substitute, "late")))
            if state.time_limit.unit != "days" and not self._here.present(seat) and self._others_wait(state, seat):
                gone = max(self._gone.get(seat, self._since), state.begins)
                due.append((gone + self._away_after, Away(seat, substitute, "away")))
        return due

    def _others_wait(self, state: TableState, seat: int) -> bool:
        person = state.seats[seat].person
        return any(held.person != person and self._here.present(other) for other, held in enumerate(state.seats))

    def _idle(self, state: TableState) -> list[tuple[int, AnyEntry]]:
        by_post = state.phase == "playing" and state.time_limit.unit == "days" and not abandoned(state)
        if self._empty is None or state.phase not in IDLE or by_post:
            return []
        return [(max(self._empty, state.at) + IDLE[state.phase], Closed("idle"))]

    # ---- bots ---------------------------------------------------------------------------------------

    def _play(self, state: TableState) -> None:
        if state.rules.table.live:
            self._live.look(state)
            return
        if abandoned(state):
            return
        for seat in state.rules.table.waiting(state.game_state):
            if state.seats[seat].bot and seat not in self._thinking:
                task = asyncio.create_task(self._think(state, seat))
                self._thinking[seat] = task
                task.add_done_callback(lambda _, seat=seat: self._thought(seat))  # type: ignore[misc]

    def _thought(self, seat: int) -> None:
        task = self._thinking.pop(seat)
        if task.cancelled():
            return
        if problem := task.exception():
            # Bots are made to answer whatever happens; a mistake there must not become a storm of questions.
            _logger.error("bot_failed", exc_info=problem)
            self._clock.at(self._clock.now() + RETRY, self._look)
        else:
            self._look()

    async def _think(self, state: TableState, seat: int) -> None:
        view = state.rules.view(state.game_state, seat)
        bot = state.seats[seat].bot
        assert bot, "a bot plays this seat"
        begun = self._clock.now()
        check = partial(state.rules.check, state.game_state, seat)
        drawn = seed(state, seat, self._secret)
        action = await self._bot_processes.decide(bot, state.game, view, drawn, BUDGET, check)
        if any(held.kind == "person" and not held.left for held in state.seats):  # among themselves bots lose no time
            random = Random(f"{drawn} {state.version}")
            await self._until(begun + delay(kit(state.game), view, action, random) // self._bot_speedup)
        now = self._table.now
        # Meanwhile the person may have come back and played this very turn, or everything may be over.
        same_turn = now.number == state.number and now.turns[seat] == state.turns[seat]
        if same_turn and now.phase == "playing" and now.seats[seat].bot and not abandoned(now):
            with suppress(NotAllowed):
                self._table.act(seat, str(action), None, None)

    async def _until(self, when: int) -> None:
        rung = asyncio.Event()
        alarm = self._clock.at(when, rung.set)
        try:
            await rung.wait()
        finally:
            alarm.cancel()

    def _append(self, entries: Sequence[AnyEntry]) -> None:
        with suppress(NotAllowed):  # somebody was quicker, or the disk is full: the next look sees what is so
            self._table.append(entries)


def abandoned(state: TableState) -> bool:
    """Whether nobody plays, but somebody may come back: then bots wait, and nothing happens in their absence."""
    people = [seat.left for seat in state.seats if seat.kind == "person"]
    return None not in people and any(left in ("away", "late") for left in people)
