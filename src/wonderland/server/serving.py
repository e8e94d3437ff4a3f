"""Serving: one process, from the first socket to the last goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn

from wonderland.server.app import make_app
from wonderland.server.hosting import addresses, logs
from wonderland.server.hosting.calling import announced
from wonderland.server.hosting.choosing import replace
from wonderland.server.hosting.logs import logger
from wonderland.server.house import House
from wonderland.server.http.protocol import protocol as brief
from wonderland.server.settings import Settings
from wonderland.server.sockets import protocol

GOODBYE = 3  #: seconds for clients that do not go when told to
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  #: Ctrl-C, a supervisor, a terminal that closes
BIGGEST = 65_536  #: bytes of a message; more ends the connection before it is read. Ours are far smaller.

if sys.platform == "win32":
    LOOP = None
else:
    import uvloop

    LOOP = uvloop.new_event_loop


class Server(uvicorn.Server):
    """Uvicorn's server, which on the way out first lets the house say goodbye, and then exits with 0."""

    def __init__(self, config: uvicorn.Config, house: House, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._house = house
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody comes back to us while we say goodbye
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._house.farewell(), GOODBYE)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
        # What is ignored stays so: SIGHUP under nohup, SIGINT in the background of a script.
        heard = [one for one in numbers if signal.getsignal(one) != signal.SIG_IGN]
        before = {one: signal.signal(one, self.handle_exit) for one in heard}
        try:
            yield
        finally:
            # Uvicorn would send itself the signal again, and so end as if it had been killed.
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            # Whoever asks twice is in a hurry. Everything acknowledged is on disk, and the system lets the lock go.
            os._exit(130)
        self.should_exit = True


def serve(settings: Settings, started: Callable[[Settings], None]) -> None:
    """Serve until somebody says stop. ``started`` is told the settings with the port that was found."""
    os.umask(0o077)  # the database holds the cards of every hand
    logs.configure(settings.log_level, settings.log_format)
    with addresses.bind(settings) as door:
        found = replace(settings, port=door.getsockname()[1])
        with asyncio.Runner(loop_factory=LOOP) as runner:
            runner.run(_serve(found, door, lambda: started(found)))


async def _serve(settings: Settings, door: socket.socket, started: Callable[[], None]) -> None:
    asyncio.get_running_loop().set_exception_handler(_log_unexpected)
    async with House(settings) as house:
        _calm_collector()
        server = Server(configuration(settings, house), house, started)
        with announced(settings.data, addresses.local(settings)):
            logger.info("serving", address=addresses.local(settings), durability=settings.durability)
            await server.serve([door])
    logger.info("stopped")


def _calm_collector() -> None:
    """Look for garbage less often: nearly all of ours goes by itself, and looking through every table at every few
    hundred new objects is what would hold up an action now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def configuration(settings: Settings, house: House) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(house),
        http=brief(settings),
        ws=protocol.Impatient,
        ws_ping_interval=protocol.PING,
        ws_ping_timeout=protocol.PONG,
        ws_per_message_deflate=False,  # our messages are small: it would cost more than it saves
        ws_max_size=BIGGEST,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )


def _log_unexpected(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("unexpected", exc_info=context.get("exception"))
