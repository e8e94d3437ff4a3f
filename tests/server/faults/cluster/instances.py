"""Instances over a PostgreSQL and a Redis, each behind proxies of its own, and started again whenever they end."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from types import MappingProxyType

from postgres_server import PostgresServer
from redis_server import RedisServer
from server.faults.proxy import Proxy
from server.faults.shim import Shim
from server.process import UNLIMITED, Server, http_client

DATABASE = "faults"
RESTART_SECONDS = 0.3  #: after which an instance that could not start is started again, as a supervisor would
LOOK_SECONDS = 0.05
PLAYING = (
    *("--bot-processes", "1", "--bot-speedup", "10"),
    # Whoever leaves an instance that stands still is connected twice for a while.
    *("--connections-per-person", "1000"),
)
#: On disk before it is acknowledged, as for a real host. After a crash it syncs its thousand files, in one call here:
#: one by one that would take minutes on a slow disk.
POSTGRES_OPTIONS = {"fsync": "on", "recovery_init_sync_method": "syncfs", "max_connections": "200"}


class Instance:
    """One server process, with its connections to both services in our hands."""

    def __init__(self, number: int, folder: Path, postgres: Proxy, redis: Proxy) -> None:
        self.number = number
        self.proxies = {"postgres": postgres, "redis": redis}
        database = f"postgresql://carpenter:walrus%20%26%20carpenter@127.0.0.1:{postgres.port}/{DATABASE}"
        services = ("--database", database, "--redis", f"redis://127.0.0.1:{redis.port}/0")
        shared = ("--secrets", str(folder / "secrets"), *PLAYING)
        self.server = Server(folder / f"instance-{number}", (*services, *shared, *UNLIMITED), (), MappingProxyType({}))
        #: Cleared, it stays down.
        self.wanted = asyncio.Event()
        self.wanted.set()
        #: Signals that we sent; an end without one is its own.
        self.ending = False
        self.counts: Counter[str] = Counter()
        self._supervisor: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._supervisor = asyncio.create_task(self._supervise())
        await self.until_up()

    async def until_up(self) -> None:
        assert self._supervisor
        up = asyncio.create_task(self.server.up.wait())
        await asyncio.wait([up, self._supervisor], return_when=asyncio.FIRST_COMPLETED)
        if not up.done():
            up.cancel()
            self._supervisor.result()

    def kill(self) -> None:
        """``kill -9``, in whatever state it is."""
        self.ending = True
        self.server.up.clear()
        self.server.send(signal.SIGKILL)

    def terminate(self) -> None:
        """Stop it as a rolling restart does."""
        self.ending = True
        self.server.up.clear()
        self.server.send(signal.SIGTERM)

    async def stop(self) -> int:
        """End it for good: its exit status."""
        assert self._supervisor
        self._supervisor.cancel()
        await asyncio.wait([self._supervisor])
        return await self.server.stop()

    async def end(self) -> None:
        if self._supervisor:
            self._supervisor.cancel()
            await asyncio.wait([self._supervisor])
        self.server.send(signal.SIGKILL)
        await self.server.end()

    async def _supervise(self) -> None:
        while True:
            await self.wanted.wait()
            self.ending = False
            try:
                await self.server.start()
            except AssertionError:  # it cannot reach its services just now, or was killed on the way
                self.counts["failed starts"] += 1
                await asyncio.sleep(RESTART_SECONDS)
                continue
            while self.server.running:
                await asyncio.sleep(LOOK_SECONDS)
            if not self.ending:
                self.counts["ended by themselves"] += 1
            await self.server.ended()


class AnyInstance:
    """Any instance that is up, another one each time: what a load balancer without sticky sessions makes of them."""

    def __init__(self, instances: list[Instance], random: Random) -> None:
        self._instances = instances
        self._random = random
        self.http = http_client()

    @property
    def up(self) -> AnyInstance:
        return self

    @property
    def address(self) -> str:
        return self._random.choice([one for one in self._instances if one.server.up.is_set()]).server.address

    async def wait(self) -> None:
        """Wait until one is up."""
        while not any(one.server.up.is_set() for one in self._instances):
            await asyncio.sleep(LOOK_SECONDS)


class Cluster:
    """All of it, while it runs; ``any`` is where clients connect."""

    def __init__(
        self, folder: Path, postgres: PostgresServer, redis: RedisServer, disk: Shim, instances: list[Instance]
    ) -> None:
        self.folder = folder
        self.postgres = postgres
        self.redis = redis
        self.disk = disk
        self.instances = instances

    def any(self, random: Random) -> AnyInstance:
        return AnyInstance(self.instances, random)

    async def stop(self) -> list[int]:
        """Stop all instances: their exit statuses."""
        return await asyncio.gather(*(instance.stop() for instance in self.instances))

    def counts(self) -> Counter[str]:
        return sum((instance.counts for instance in self.instances), Counter())


@asynccontextmanager
async def cluster(folder: Path, size: int) -> AsyncIterator[Cluster]:
    """Fresh services and as many instances, all up."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "secrets").mkdir()
    async with AsyncExitStack() as stack:
        postgres = PostgresServer(POSTGRES_OPTIONS)
        disk = Shim(postgres.folder / "disk")  # where whoever runs PostgreSQL can read it
        postgres.environment.update(disk.environment)
        await asyncio.to_thread(stack.enter_context, postgres)
        await asyncio.to_thread(postgres.psql, f"CREATE DATABASE {DATABASE} OWNER carpenter")
        redis = stack.enter_context(RedisServer())
        instances = []
        for number in range(size):
            to_postgres = await stack.enter_async_context(Proxy(postgres.port))
            to_redis = await stack.enter_async_context(Proxy(redis.port))
            instance = Instance(number, folder, to_postgres, to_redis)
            stack.push_async_callback(instance.end)
            instances.append(instance)
        # The first one makes the tables of the database.
        await instances[0].start()
        await asyncio.gather(*(instance.start() for instance in instances[1:]))
        yield Cluster(folder, postgres, redis, disk, instances)
