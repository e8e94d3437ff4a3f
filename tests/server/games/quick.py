"""A whole context on a fake clock whose bots answer at once, and people who play games to their end in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Self

from httpx import ASGITransport, AsyncClient
from litestar import Litestar

from server.fakes import FakeClock, keep_tables
from server.rows import read_rows, tables_with
from server.stores import make_database
from wonderland.games import registry
from wonderland.games.nimble import Place
from wonderland.server.app import make_app
from wonderland.server.context import ServerContext
from wonderland.server.people import Person
from wonderland.server.settings import Settings
from wonderland.server.tables import requests
from wonderland.server.tables.archiver import MIN_COMMIT_INTERVAL_MS
from wonderland.server.tables.entries import AnyEntry, ReadyEntry
from wonderland.server.tables.requests import Actor, NewSeat, NewTable
from wonderland.server.tables.table import Table

TIMEOUT_SECONDS = 30  #: seconds after which something that should have happened counts as stuck


class QuickBots:
    """Bots that take the first thing they find allowed."""

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Any, check: Callable[[Any], object] | None = None
    ) -> Any:
        assert check
        return next(action for action in registry.find(game).choices(view) if check(action) is None)

    def expect(self, bot: str, players: int) -> None:
        pass


class QuickContext(ServerContext):
    """A context for tests; ``clock`` moves when they say so."""

    clock: FakeClock
    database: Any  # of either kind; some tests look into it

    def __init__(self, data: Path, clock: FakeClock | None = None, **settings: Any) -> None:
        self.random = Random(5)
        super().__init__(
            Settings(data=data, durability="normal", **{"limit_factor": 1_000, **settings}),
            clock or FakeClock(),
            database=make_database(data, shared="redis" in settings),
            bots=QuickBots(),
            random=lambda: self.random,
        )

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        await keep_tables(self)
        return self

    @property
    def instances(self) -> Sequence[ServerContext]:
        """Those that requests go to, in turn."""
        return [self]

    async def settle(self) -> None:
        """Until everything that is on its way has been done."""
        await self.settle_alone()

    async def settle_alone(self) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while self.background_tasks.tasks or not self.journal.idle or self.archiver.waiting:
                if self.background_tasks.tasks:
                    await asyncio.wait(self.background_tasks.tasks)
                elif self.journal.idle:
                    self.clock.advance(MIN_COMMIT_INTERVAL_MS)
                await asyncio.sleep(0)

    # ---- people at tables ----

    async def sit(self, game: str, *who: Person | str, **choices: Any) -> Table:
        """A table with these people and bots (by name); the game has begun when this returns."""
        first = next(person for person in who if isinstance(person, Person))
        seats = [
            NewSeat("bot", one) if isinstance(one, str) else NewSeat("me" if one is first else "open") for one in who
        ]
        # Rated wherever it can be.
        people = [one.id for one in who if isinstance(one, Person) and one.kind != "bot"]
        choices.setdefault("rated", len(set(people)) == len(who))
        table = await self.tables.create(actor(first), NewTable(game, seats, **choices))
        for seat, one in enumerate(who):
            if isinstance(one, Person) and one is not first:
                await self.ask(table, requests.sit(table.now, actor(one), seat, None))
        await self.settle()
        await self.ready(table)
        assert table.now.phase == "playing"
        return table

    async def ready(self, table: Table) -> None:
        """Everybody is ready, where the next game waits for that."""
        if table.now.phase != "playing":
            people = [seat for seat, held in enumerate(table.now.seats) if held.kind == "person"]
            await self.ask(table, [ReadyEntry(seat) for seat in people])
            await self.settle()

    async def ask(self, table: Table, new: list[AnyEntry]) -> None:
        await self.tables.append(table, new)

    async def resign(self, table: Table, seat: int) -> None:
        await self.ask(table, requests.resign(table.now, seat))

    async def act(self, table: Table) -> None:
        """One action of whoever is asked; or time for a bot."""
        state = table.now
        if state.rules.table.live:
            self.clock.advance(max(250, state.begins - self.clock.now()))
            seat, action = nimbly(state.game_state, self.random)
            return await self._act(table, seat, action)
        for seat in state.rules.table.waiting(state.game_state):
            if not state.seats[seat].bot:
                legal = state.rules.legal(state.game_state, seat)
                return await self._act(table, seat, self.random.choice(list(legal)))
        await self.let_bots_act()
        return None

    async def let_bots_act(self) -> None:
        self.clock.advance(60_000)
        await asyncio.sleep(0)

    async def play(self, table: Table) -> None:
        """Play to the end."""
        number = table.now.number
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while table.now.phase == "playing" and table.now.number == number:
                await self.act(table)

    async def finish(self, table: Table) -> None:
        """Play to the end, and until the end is kept."""
        await self.play(table)
        await self.settle()

    async def rematch(self, table: Table) -> None:
        for seat in range(len(table.now.seats)):
            if table.now.seats[seat].kind == "person":
                await self.ask(table, requests.set_ready(table.now, seat, True))
        await self.settle()
        assert table.now.phase == "playing"

    async def _act(self, table: Table, seat: int, action: Any) -> None:
        done = asyncio.get_running_loop().create_future()
        table.act(seat, str(action), None, None, lambda version, problem: done.set_result(problem))
        problem = await done
        assert problem is None, problem

    async def rows(self, query: Any) -> list[Any]:
        return await read_rows(self.store, query)

    async def mentions(self, text: str) -> bool:
        """Whether a word is anywhere in the database."""
        return bool(await tables_with(self.store, text))


def nimbly(game_state: Any, random: Random) -> tuple[int, Any]:
    """Somebody places a card that fits, or goes on looking for one."""
    rules = registry.find("nimble")
    seat = random.randrange(len(game_state.players))
    legal = list(rules.legal(game_state, seat))
    top = game_state.discards[seat][-1] if game_state.discards[seat] else None
    for action in legal:
        if isinstance(action, Place) and top and top.fits(game_state.tops[action.pile]):
            return seat, action
    return seat, next(action for action in legal if str(action) in ("flip", "turn"))


def actor(person: Person) -> Actor:
    return Actor(person.id, person.name, person.kind == "bot")


class BalancedApp:
    """Several apps as one: each request goes to the next of them, as behind a load balancer."""

    def __init__(self, apps: Sequence[Litestar]) -> None:
        self.apps = apps
        self._turn = cycle(apps)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await next(self._turn)(scope, receive, send)


def apps_of(context: ServerContext) -> list[Litestar]:
    """The app before each instance."""
    return [make_app(one) for one in (context.instances if isinstance(context, QuickContext) else (context,))]


def balanced(apps: Sequence[Litestar]) -> Any:
    return apps[0] if len(apps) == 1 else BalancedApp(apps)


def app_of(context: ServerContext) -> Any:
    """The app before a context; of several instances each request goes to another one."""
    return balanced(apps_of(context))


def visitor(app: Any, context: ServerContext, person: Person | None = None, address: str = "192.0.2.1") -> AsyncClient:
    """A browser, of somebody if named."""
    transport = ASGITransport(app=app, client=(address, 50_000), raise_app_exceptions=False)
    cookies = {"wonderland": context.people.cookie(person)} if person else None
    return AsyncClient(transport=transport, base_url="http://127.0.0.1:8080", cookies=cookies)
