"""A small context: people and limits over a real database file, without tables and bots; and the app over it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Self, cast

from argon2 import PasswordHasher
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from litestar.di import Provide

from server.fakes import FakeClock
from server.games.quick import balanced
from server.rows import all_rows, read_rows, write_rows
from server.stores import make_database
from wonderland.server.context import ServerContext
from wonderland.server.http import authentication, errors, people, security, tokens
from wonderland.server.people import People, Person
from wonderland.server.people.passwords import Passwords
from wonderland.server.rate_limits import RateLimits
from wonderland.server.settings import Settings
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.schema import metadata
from wonderland.server.store.sql.sql_store import SqlStore
from wonderland.server.store.sqlite.database import SqliteDatabase

SECRET = b"only for tests"


def quick() -> PasswordHasher:
    """Real argon2, with as little work as it allows."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def nothing(_: str) -> None:
    """There are no tables."""


class Rows(ServerContext):
    """A context whose rows a test reads and writes."""

    async def write(self, *statements: Any) -> None:
        """Put rows where the tables would have put them."""
        await write_rows(self.store, *statements)

    async def read(self, query: Any) -> list[Any]:
        return await read_rows(self.store, query)

    async def everything(self) -> bytes:
        """All rows, and where the database is a file of ours all that is in it."""
        folder: Path = self.settings.data
        files = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
        return files + (await all_rows(self.store)).encode()


class SmallContext(Rows):
    """What the routes of people need of a context."""

    database: Any  # of either kind; some tests look into it

    def __init__(self, settings: Settings, clock: FakeClock) -> None:
        self.settings = settings
        self.clock = clock
        self.database = make_database(settings.data)
        self.journal = Journal(self.database)
        self.store = SqlStore(self.database, self.journal)
        self.limits = RateLimits()
        #: Removes somebody from the tables; everybody who has changed.
        self.erase: Callable[[str], Awaitable[None]] = nothing
        self.changed: list[Person] = []
        self.people = People(
            self.store,
            clock,
            SECRET,
            Passwords(quick()),
            erase_from_tables=lambda id_: self.erase(id_),
            on_change=self.changed.append,
            on_credential_end=lambda credential: None,
        )

    async def __aenter__(self) -> Self:
        if isinstance(self.database, SqliteDatabase):
            async with self.database.writer.begin() as connection:
                await connection.run_sync(metadata.create_all)
        else:
            await self.database.open()
        self.journal.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.journal.close()
        await self.database.close()

    @property
    def instances(self) -> Sequence[ServerContext]:
        """Those that requests go to, in turn."""
        return [self]

    @property
    def elsewhere(self) -> People:
        """For somebody who is at another instance, if there are several."""
        return self.people


def app_of(context: SmallContext, *more: Any) -> Any:
    """The routes of people; of several instances each request goes to another one."""
    return balanced([_app_of(one, *more) for one in context.instances])


def _app_of(context: ServerContext, *more: Any) -> Litestar:
    return Litestar(
        [*people.routes, *tokens.routes, *more],
        dependencies={"context": Provide(lambda: context, sync_to_thread=False), **authentication.dependencies},
        exception_handlers=errors.handlers,
        before_send=[security.add_security_headers],
        guards=[security.require_same_site(context.settings)],
        logging_config=None,
    )


def visitor(app: Litestar, address: str = "192.0.2.1", **headers: str) -> AsyncClient:
    """A browser, or a program, of its own, at an address of its own."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    transport = ASGITransport(app=cast(Any, app), client=(address, 50_000), raise_app_exceptions=False)
    return AsyncClient(transport=transport, base_url="http://127.0.0.1:8080", headers=named)
