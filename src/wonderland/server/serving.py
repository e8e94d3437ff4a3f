"""Running the server process: socket, signals, shutdown, exit status."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from threading import Timer
from types import FrameType
from typing import Any

import uvicorn

from wonderland.server import logs, uvicorn_protocols
from wonderland.server.admin.client import announce_address
from wonderland.server.app import make_app
from wonderland.server.context import ServerContext
from wonderland.server.hosting import addresses, open_files
from wonderland.server.hosting.garbage import GarbageCollector
from wonderland.server.hosting.settings_parser import replace
from wonderland.server.logs import logger
from wonderland.server.settings import Settings
from wonderland.server.store.database import CommitInDoubt
from wonderland.server.uvicorn_protocols import log_filter

CLIENT_CLOSE_TIMEOUT_SECONDS = 3  #: for clients that do not disconnect when told to
PING_INTERVAL_SECONDS = 10.0  #: between WebSocket pings; browsers answer them by themselves
PING_TIMEOUT_SECONDS = 10.0  #: for the pong
EXIT_FAILED = 1  #: exit status after a fatal error; a supervisor should restart the server
FAILURE_SHUTDOWN_SECONDS = 30  #: for an orderly shutdown after a fatal error
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  #: Ctrl-C, a supervisor, a closed terminal
MAX_FRAME_BYTES = 65_536  #: a longer frame closes the connection before it is read; ours are far smaller

if sys.platform == "win32":
    LOOP_FACTORY = None
else:
    import uvloop

    LOOP_FACTORY = uvloop.new_event_loop


class Server(uvicorn.Server):
    """Uvicorn's server, which on shutdown first closes all sessions, and then exits with ``status``."""

    def __init__(self, config: uvicorn.Config, context: ServerContext, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._context = context
        self._tell = started
        self.status = 0

    def fail(self, problem: BaseException) -> None:
        """A fatal error: nothing can be saved any more. Shut down, for a supervisor to restart the server."""
        if isinstance(problem, CommitInDoubt):
            # Any answer might be wrong, so none is sent. Clients send again after the restart, when it is known.
            os._exit(EXIT_FAILED)
        self.status = EXIT_FAILED
        self.should_exit = True
        late = Timer(FAILURE_SHUTDOWN_SECONDS, os._exit, [EXIT_FAILED])
        late.daemon = True
        late.start()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # clients must not reconnect to us
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._context.close_sessions(), CLIENT_CLOSE_TIMEOUT_SECONDS)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
        # Ignored signals stay ignored: SIGHUP under nohup, SIGINT in the background of a script.
        heard = [one for one in numbers if signal.getsignal(one) != signal.SIG_IGN]
        before = {one: signal.signal(one, self.handle_exit) for one in heard}
        try:
            yield
        finally:
            # Uvicorn would raise the signal again, and the process would seem to have been killed.
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            # A second Ctrl-C exits at once. Everything acknowledged is on disk, and the system releases the lock.
            os._exit(130)
        self.should_exit = True


def serve(settings: Settings, started: Callable[[Settings], None]) -> int:
    """Serve until stopped; returns the exit status. ``started`` is called with the settings and the actual port."""
    os.umask(0o077)  # the database holds the cards of every hand
    logs.configure(settings.log_level, settings.log_format)
    log_filter.install()
    open_files.raise_limit()
    with addresses.bind(settings) as door:
        found = replace(settings, port=door.getsockname()[1])
        with asyncio.Runner(loop_factory=LOOP_FACTORY) as runner:
            return runner.run(_serve(found, door, lambda: started(found)))


async def _serve(settings: Settings, door: socket.socket, started: Callable[[], None]) -> int:
    asyncio.get_running_loop().set_exception_handler(_log_unexpected)
    async with ServerContext(settings) as context:
        garbage = GarbageCollector()
        garbage.start()
        protocols = await uvicorn_protocols.choose(context.connections, context.writes)
        server = Server(uvicorn_config(settings, context, protocols), context, started)
        context.journal.on_failure.append(server.fail)
        if context.journal.failure:
            server.fail(context.journal.failure)
        with announce_address(settings.data, addresses.local_url(settings)):
            logger.info("serving", address=addresses.local_url(settings), durability=settings.durability)
            await server.serve([door])
        garbage.stop()
    logger.info("stopped")
    return server.status


def uvicorn_config(settings: Settings, context: ServerContext, protocols: dict[str, Any]) -> uvicorn.Config:
    """``protocols`` are the options that say which classes serve (``uvicorn_protocols.choose``)."""
    return uvicorn.Config(
        make_app(context),
        **protocols,
        ws_ping_interval=PING_INTERVAL_SECONDS,
        ws_ping_timeout=PING_TIMEOUT_SECONDS,
        ws_per_message_deflate=False,  # our messages are small: it would cost more than it saves
        ws_max_size=MAX_FRAME_BYTES,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        server_header=False,
        timeout_graceful_shutdown=CLIENT_CLOSE_TIMEOUT_SECONDS,
    )


def _log_unexpected(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("unexpected", exc_info=context.get("exception"))
