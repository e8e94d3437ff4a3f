"""The real server in a process of its own, which a test may stop, kill and start again on the same folder."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import httpx

from commands import WONDERLAND

TIMEOUT_SECONDS = 60  #: seconds after which whatever should have happened counts as stuck

#: Everything comes from one address and as fast as it can.
UNLIMITED = (
    *("--messages-per-second", "1000000"),
    *("--connections-per-address", "1000000"),
    *("--limit-factor", "1000"),
)


def http_client() -> httpx.AsyncClient:
    """Many people share this client: each sends a cookie of its own."""
    client = httpx.AsyncClient(timeout=TIMEOUT_SECONDS, trust_env=False)
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


class Signal(Protocol):
    """Something that can be waited for, such as an ``asyncio.Event``."""

    async def wait(self) -> object: ...


class Reachable(Protocol):
    """Where clients find a server: at ``address``, once ``up`` has come."""

    http: httpx.AsyncClient

    @property
    def up(self) -> Signal: ...

    @property
    def address(self) -> str: ...


class Server:
    """``wonderland serve`` on a folder. Every start finds a new port: ``address`` holds while ``up`` is set."""

    def __init__(
        self,
        data: Path,
        words: Sequence[str],
        before: Sequence[str],
        environment: Mapping[str, str],
        program: Sequence[str] = (WONDERLAND,),
    ) -> None:
        self._data = data
        self._environment = environment
        self._hidden = bool(before)
        self.up = asyncio.Event()
        self.address = ""
        self.http = http_client()
        self._command = [*before, *program, "serve", "--data", str(data), "--port", "0", *words]
        self._process: subprocess.Popen[str] | None = None
        self.starts = self.kills = 0

    @property
    def pid(self) -> int:
        assert self._process, "not started yet"
        return self._process.pid

    @property
    def data(self) -> Path:
        """The folder, as the server sees it: what runs it may have mounted something there."""
        return Path(f"/proc/{self.pid}/root{self._data}") if self._hidden else self._data

    @property
    def logged(self) -> str:
        """What all starts together wrote to stderr."""
        return self._log.read_text()

    @property
    def _log(self) -> Path:
        return self._data.with_name(self._data.name + ".log")

    async def start(self) -> None:
        """Return once it listens."""
        await asyncio.to_thread(self._start)
        self.starts += 1
        self.address = json.loads((self.data / "serving.json").read_text())["address"]
        self.up.set()

    def _start(self) -> None:
        # Into a file: a pipe that nobody reads would hold up the server once it is full.
        with open(self._log, "a") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", **self._environment},
            )
        assert self._process.stdout
        if not self._process.stdout.readline().startswith("Wonderland is served at http://"):
            self._process.kill()
            self._process.wait(TIMEOUT_SECONDS)
            self._process.stdout.close()
            raise AssertionError(self.logged)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, or kill it; its exit status once it has ended."""
        assert self._process
        assert self._process.stdout
        self.up.clear()
        self._process.send_signal(how)
        status = await asyncio.to_thread(self._process.wait, TIMEOUT_SECONDS)
        self._process.stdout.close()
        return status

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def send(self, how: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self._process:
            self._process.send_signal(how)  # not if it has ended

    async def ended(self) -> int:
        """Its exit status once it has ended by itself."""
        assert self._process
        assert self._process.stdout
        self.up.clear()
        status = await asyncio.to_thread(self._process.wait, TIMEOUT_SECONDS)
        self._process.stdout.close()
        return status

    async def kill(self) -> None:
        assert await self.stop(signal.SIGKILL) == -signal.SIGKILL
        self.kills += 1

    async def end(self) -> None:
        if self._process and self._process.returncode is None:
            await self.stop(signal.SIGKILL)
        await self.http.aclose()

    async def ready(self) -> bool:
        return (await self.http.get(self.address + "/readyz")).status_code == 200


@asynccontextmanager
async def serving(
    data: Path,
    *words: str,
    before: Sequence[str] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
    program: Sequence[str] = (WONDERLAND,),
) -> AsyncIterator[Server]:
    """A server that has started; ``before`` is a command that runs it, ``program`` what is run."""
    server = Server(data, words, before, environment, program)
    try:
        await server.start()
        yield server
    finally:
        await server.end()
