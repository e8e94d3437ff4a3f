"""Whom tables ask what a bot does: a few processes, first come first served. Whatever goes wrong, a game goes on."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from time import perf_counter
from typing import Any

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import Entry
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import find
from wonderland.server.thinking.questions import Decide, Rehearse, Start, seed_at
from wonderland.server.thinking.rehearsals import COMPILED, LOADING, Kernel, Rehearsals, can_compile, kernel
from wonderland.server.thinking.thinker import Thinker

GRACE = 5.0  #: seconds beyond its budget after which a bot is taken to hang
ROLLOUT = 0.001  #: seconds that a rollout may take at most, where rollouts are counted and not time
LOADING_AT_MOST = 60.0  #: seconds to load what was compiled before

#: Who answers for a bot that fails or is not ready; in other games the gentlest of the ladder.
UNDERSTUDIES = {"parade": "hatter"}

Check = Callable[[Any], object]

_log = logging.getLogger(__name__)


def understudy(game: str) -> str:
    return UNDERSTUDIES.get(game) or registry.ladder(game)[0]


def offered(game: str) -> list[str]:
    """The bots that people can choose on this machine, gentlest first.

    >>> offered("nimble")
    ['turtle', 'dodo', 'hare', 'gryphon']
    """
    return [bot for bot in registry.ladder(game) if bot not in COMPILED or can_compile()]


class Thinkers:
    """Processes in which bots think. They start when they are first needed, and end with ``close``.

    ``bots`` are known besides those of the registry: a name, and the entry that says what makes one. ``compiled`` are
    the names of those that are answered for until they have been compiled.
    """

    def __init__(
        self,
        number: int,
        *,
        bots: Mapping[str, Entry] | None = None,
        compiled: Collection[str] = COMPILED,
        loading: float = LOADING,
        grace: float = GRACE,
    ) -> None:
        self._bots = {**registry.BOTS, **(bots or {})}
        self._more = dict(bots or {})
        self._compiled = compiled
        self._grace = grace
        # Whoever waits for a turn gets it in the order of asking: a table of bots alone cannot crowd others out.
        self._turns = asyncio.Semaphore(number)
        self._all: set[Thinker] = set()
        self._idle: list[Thinker] = []
        self._tasks: set[asyncio.Task[str]] = set()
        self._rehearsals = Rehearsals(self._hire, self._let_go, self._note, loading)
        self._closed = False
        #: How many decisions wait for a process that is free.
        self.waiting = 0
        #: Decisions so far, and the seconds from question to answer added up.
        self.decisions = 0
        self.seconds = 0.0
        #: How often each bot failed, by its name and the kind (``bots.running.KINDS``).
        self.faults = Counter[tuple[str, str]]()
        #: Told the bot and the seconds after every decision.
        self.watch: Callable[[str, float], None] = lambda bot, seconds: None

    @property
    def alive(self) -> int:
        """Processes that run now."""
        return sum(thinker.alive for thinker in self._all)

    offered = staticmethod(offered)

    def expect(self, bot: str, players: int) -> Awaitable[bool] | None:
        """A bot sits at a table of so many: what must be compiled for it is begun, if it was not.

        Nobody needs to wait for it; whoever does learns whether it could be compiled.
        """
        what = self._kernel(bot, players)
        return asyncio.shield(self._rehearsals.begin(what, bot)) if what and not self._closed else None

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Check | None = None
    ) -> Any:
        """What the bot does: always an action, though not always its own idea.

        A bot is made for each decision from ``seed_at(seed, view)``; with a budget in rollouts the same view is always
        answered the same way. ``check`` says why the rules refuse an action (``partial(game.check, state, seat)``);
        without it bots are believed. Cancel the task that waits when nobody needs the answer any more. When everything
        is closed, whoever waits is cancelled.
        """
        rules, began = find(game), perf_counter()
        chosen = await self._who(bot, game, len(view.players))
        for name in (chosen, chosen, understudy(game)):
            what = self._kernel(name, len(view.players))
            try:
                action = rules.read_action(await self._ask(Decide(name, view, seed, budget), what))
                if check and check(action):
                    raise Fault("illegal", "")
                break
            except Fault as fault:
                self._note(name, fault)
            except WonderlandError:
                self._note(name, Fault("unreadable", ""))
        else:
            # No process can be had at all. This takes far less than a millisecond.
            action = registry.make(understudy(game), seed_at(seed, view)).decide(view, budget)
        spent = perf_counter() - began
        self.decisions += 1
        self.seconds += spent
        self.watch(bot, spent)
        return action

    async def close(self) -> None:
        """End every process, thoughts included."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, self._rehearsals.close(), return_exceptions=True)
        await asyncio.gather(*(thinker.close() for thinker in self._all))
        self._all.clear()

    async def _who(self, bot: str, game: str, players: int) -> str:
        """The bot, or whoever answers while it is compiled, and where it is not known or cannot be compiled."""
        what = self._kernel(bot, players)
        if bot not in self._bots or (bot in COMPILED and not can_compile()):
            return understudy(game)
        if what and not self._closed and not await self._rehearsals.done(what, bot):
            return understudy(game)
        return bot

    def _kernel(self, bot: str, players: int) -> Kernel | None:
        return kernel(self._bots[bot], players) if bot in self._compiled and can_compile() else None

    async def _ask(self, question: Decide, what: Kernel | None) -> str:
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        if self._closed:
            self._turns.release()
            raise asyncio.CancelledError
        # A task of its own: when nobody needs the answer any more, the process still is to finish its thought.
        task = asyncio.create_task(self._answer(question, what), name=f"{question.bot} thinks")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _answer(self, question: Decide, what: Kernel | None) -> str:
        thinker: Thinker | None = None
        try:
            thinker = self._free() or await self._hire()
            if what and what not in thinker.ready:
                await thinker.ask(Rehearse(question.bot, what[1]), LOADING_AT_MOST)
                thinker.ready.add(what)
            answer = await thinker.ask(question, self._patience(question.budget))
            self._idle.append(thinker)
        except BaseException:
            if thinker:
                await self._let_go(thinker)
            raise
        finally:
            self._turns.release()
        return answer

    def _patience(self, budget: Budget) -> float:
        return self._grace + budget.milliseconds / 1000 + (budget.rollouts or 0) * ROLLOUT

    def _free(self) -> Thinker | None:
        while self._idle:
            if (thinker := self._idle.pop()).alive:
                return thinker
            self._all.discard(thinker)
        return None

    async def _hire(self, nice: int = 0) -> Thinker:
        path = tuple(sys.path) if self._more else ()
        thinker = await Thinker.start()
        self._all.add(thinker)
        try:
            await thinker.awake(Start(self._more, path, nice))
        except BaseException:
            await self._let_go(thinker)
            raise
        return thinker

    async def _let_go(self, thinker: Thinker) -> None:
        await thinker.close()
        self._all.discard(thinker)

    def _note(self, bot: str, fault: Fault) -> None:
        """Names only: what a bot says of its trouble may speak of cards."""
        self.faults[bot, fault.kind] += 1
        _log.warning("bot %s: %s %s", bot, fault.kind, fault.detail)
