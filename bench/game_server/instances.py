"""Instances over one database and one Redis, as processes of their own, and a load on all of them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.game_server.databases import TESTS, MeasuredDatabase
from bench.game_server.processes import PEER, PORT, UNLIMITED, WONDERLAND, Result, wait_for


class Redis(NamedTuple):
    url: str
    pid: int


class Instances(NamedTuple):
    """Server processes that share everything, and the processes beside them whose time counts, too."""

    name: str
    urls: Sequence[str]
    pids: Sequence[int]
    #: By name, as ``load.mjs`` wants them.
    others: dict[str, str]


@contextmanager
def measured_redis() -> Iterator[Redis]:
    """The tests' Redis."""
    sys.path.append(str(TESTS))
    from redis_server import RedisServer

    with RedisServer() as server, socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"INFO server\r\n")
        lines = connection.recv(65_536).decode().splitlines()
        pid = next(line.partition(":")[2] for line in lines if line.startswith("process_id:"))
        yield Redis(server.url, int(pid))


@contextmanager
def instances(database: MeasuredDatabase, count: int, redis: Redis | None = None) -> Iterator[Instances]:
    """As many server processes, on whichever core is free: everything shares the machine."""
    others = {"database": f"{database.pid}*"} if database.pid else {}
    words: tuple[str, ...] = ()
    with ExitStack() as stack:
        if redis:
            others["redis"] = str(redis.pid)
            secrets = stack.enter_context(tempfile.TemporaryDirectory(prefix="wonderland-bench-"))
            words = ("--redis", redis.url, "--secrets", secrets)
        processes = [stack.enter_context(_instance(database, PORT + number, words)) for number in range(count)]
        urls = [f"http://127.0.0.1:{PORT + number}" for number in range(count)]
        name = f"{database.name}, {count} instance{'s' * (count > 1)}" if redis else f"{database.name}, one process"
        yield Instances(name, urls, [process.pid for process in processes], others)


@contextmanager
def _instance(database: MeasuredDatabase, port: int, words: tuple[str, ...]) -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryDirectory(prefix="wonderland-bench-") as folder:
        flags = [*database.flags]
        if words:  # each has a folder of its own
            flags[flags.index("--data") + 1] = folder
        options = ["--port", str(port), "--log-level", "warning", *words, *UNLIMITED]
        with subprocess.Popen([WONDERLAND, "serve", *flags, *options], stdout=subprocess.DEVNULL) as process:
            try:
                wait_for(f"http://127.0.0.1:{port}", process)
                yield process
            finally:
                process.terminate()


def load(servers: Instances, script: str, *words: object) -> Result:
    """What the load saw."""
    urls = [word for url in servers.urls for word in ("--url", url)]
    groups = {"instances": ",".join(map(str, servers.pids)), **servers.others}
    cpu = [word for name, pids in groups.items() for word in ("--cpu", f"{name}={pids}")]
    adapter = ["--adapter", "wonderland"] if script == "load.mjs" else []
    command = ["node", script, *adapter, *urls, *cpu, *map(str, words)]
    done = subprocess.run(command, cwd=Path(PEER), stdout=subprocess.PIPE, check=True, text=True)
    result: Result = json.loads(done.stdout)
    return result
