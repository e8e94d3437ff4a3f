"""Bots' decisions for the tables, made in child processes. Whatever goes wrong, there is always an action."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

import structlog

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import BotEntry
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import find
from wonderland.server.bot_processes.child_protocol import DecideRequest, decision_seed
from wonderland.server.bot_processes.pool import ProcessPool
from wonderland.server.bot_processes.warmups import LOAD_WAIT_SECONDS, Kernel, Warmups, can_compile

DECISION_GRACE_SECONDS = 5.0  #: beyond its budget, after which a bot counts as hanging
MAX_SECONDS_PER_ROLLOUT = 0.001  #: seconds that a rollout may take at most, where rollouts are counted and not time


Check = Callable[[Any], object]

_logger = structlog.get_logger(__name__)


def substitute(game: str) -> str:
    """The bot that decides when another fails or is not ready; also the one that replaces absent players."""
    return registry.kit(game).substitute


def offered(game: str) -> list[str]:
    """The bots that can play on this machine, weakest first, without the options that some of them take.

    >>> offered("nimble")
    ['turtle', 'dodo', 'hare', 'gryphon']
    """
    return [bot for bot in registry.ladder(game) if not registry.find(bot).compiled or can_compile()]


def can_play_here(bot: str, game: str) -> bool:
    """Whether a bot of a seat is one of those, with options that it takes.

    >>> can_play_here("dodo", "nimble"), can_play_here("dodo:level=3", "nimble"), can_play_here("dodo", "parade")
    (True, False, False)
    """
    try:
        registry.find(bot)
    except WonderlandError:
        return False
    return registry.plain_name(bot) in offered(game)


def decision_seconds(budget: Budget, grace: float = DECISION_GRACE_SECONDS) -> float:
    """After which a decision is no longer waited for.

    >>> decision_seconds(Budget(milliseconds=200))
    5.2
    """
    return grace + budget.milliseconds / 1000 + (budget.rollouts or 0) * MAX_SECONDS_PER_ROLLOUT


class BotProcesses:
    """Bots in child processes, which start on demand and end with ``close``.

    ``bots`` are known besides those of the registry: a name, and the entry that says what makes one. Those
    whose entry says that they are compiled are answered for until they have been.
    """

    def __init__(
        self,
        number: int,
        *,
        bots: Mapping[str, BotEntry] | None = None,
        loading: float = LOAD_WAIT_SECONDS,
        grace: float = DECISION_GRACE_SECONDS,
        on_decision: Callable[[str, float], None] = lambda bot, seconds: None,
    ) -> None:
        self._bots = {**registry.BOTS, **(bots or {})}
        self._grace = grace
        self._on_decision = on_decision
        self._pool = ProcessPool(number, bots or {})
        self._warmups = Warmups(self._pool.start_process, self._pool.stop_process, self._note, loading)
        #: Decisions so far, and their total duration in seconds.
        self.decisions = 0
        self.seconds = 0.0
        #: How often each bot failed, by its name and the kind (``bots.running.FAULT_KINDS``).
        self.faults = Counter[tuple[str, str]]()

    offered = staticmethod(offered)

    @property
    def alive(self) -> int:
        """Number of running processes."""
        return self._pool.alive

    @property
    def waiting(self) -> int:
        """Decisions that wait for a process."""
        return self._pool.waiting

    def expect(self, bot: str, players: int) -> Awaitable[bool] | None:
        """Start compiling what a bot needs at a table of that many players, unless that has started.

        Awaiting the result is optional: it says whether compiling succeeded.
        """
        kernel = self._kernel(bot, players)
        return asyncio.shield(self._warmups.begin(kernel, bot)) if kernel and not self._pool.closed else None

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Check | None = None
    ) -> Any:
        """The bot's action, or the substitute's when the bot fails.

        A bot is made for each decision from ``decision_seed(seed, view)``, so with a budget in rollouts the same view
        always gets the same answer. ``check`` returns why the rules refuse an action (``partial(game.check, state,
        seat)``); without it the bot is trusted. Cancel the waiting task when the answer is no longer needed. ``close``
        cancels every waiting caller.
        """
        rules, began = find(game), perf_counter()
        chosen = bot if await self.ready(bot, len(view.players)) else substitute(game)
        # A process may fail for reasons outside the bot, so the bot gets a second try.
        for name in (chosen, chosen, substitute(game)):
            try:
                action = rules.read_action(await self._asked(DecideRequest(name, game, view, seed, budget)))
                if check and check(action):
                    raise Fault("illegal", "")
                break
            except Fault as fault:
                self._note(name, fault)
            except WonderlandError:
                self._note(name, Fault("unreadable", ""))
        else:
            # No process could be started. The substitute blocks the event loop for less than a millisecond.
            action = registry.make(substitute(game), decision_seed(seed, view), game).decide(view, budget)
        spent = perf_counter() - began
        self.decisions += 1
        self.seconds += spent
        self._on_decision(bot, spent)
        return action

    async def ready(self, bot: str, players: int) -> bool:
        """Whether the bot itself would decide at a table of that many players, and not its substitute.

        One that has to be compiled begins to be; for a moment it is waited for, since the code may be on disk already.
        """
        entry = self._bots.get(registry.plain_name(bot))
        if entry is None or (entry.compiled and not can_compile()):
            return False
        kernel = self._kernel(bot, players)
        return kernel is None or self._pool.closed or await self._warmups.done(kernel, bot)

    async def close(self) -> None:
        """Kill every process, even in the middle of a decision."""
        self._pool.closed = True
        await self._warmups.close()
        await self._pool.close()

    def _kernel(self, bot: str, players: int) -> Kernel | None:
        entry = self._bots[registry.plain_name(bot)]
        return Kernel.of(bot, entry, players) if entry.compiled and can_compile() else None

    async def _asked(self, question: DecideRequest) -> str:
        seconds = decision_seconds(question.budget, self._grace)
        return await self._pool.ask(question, self._kernel(question.bot, len(question.view.players)), seconds)

    def _note(self, bot: str, fault: Fault) -> None:
        """Log names only: a bot's error text may contain cards."""
        self.faults[bot, fault.kind] += 1
        _logger.warning("bot_fault", bot=bot, kind=fault.kind, problem=fault.detail)
