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

from wonderland.server import logs
from wonderland.server.admin.client import announce_address
from wonderland.server.app import make_app
from wonderland.server.context import ServerContext
from wonderland.server.hosting import addresses, open_files
from wonderland.server.hosting.garbage import GarbageCollector
from wonderland.server.hosting.settings_parser import replace
from wonderland.server.logs import logger
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.settings import Settings
from wonderland.server.store.database import CommitInDoubt

CLIENT_CLOSE_TIMEOUT_SECONDS = 3  #: for clients that do not disconnect when told to
EXIT_FAILED = 1  #: exit status after a fatal error; a supervisor should restart the server
FAILURE_SHUTDOWN_SECONDS = 30  #: for an orderly shutdown after a fatal error
STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  #: Ctrl-C, a supervisor, a closed terminal
EXIT_INTERRUPTED = 130  #: exit status after a second Ctrl-C

if sys.platform == "win32":
    LOOP_FACTORY = None
else:
    import uvloop

    LOOP_FACTORY = uvloop.new_event_loop


class Server:
    """Serves a context until it is told to stop: then it closes all sessions, and exits with ``status``."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._stopping = False
        self.status = 0

    def fail(self, problem: BaseException) -> None:
        """A fatal error: nothing can be saved any more. Shut down, for a supervisor to restart the server."""
        if isinstance(problem, CommitInDoubt):
            # Any answer might be wrong, so none is sent. Clients send again after the restart, when it is known.
            os._exit(EXIT_FAILED)
        self.status = EXIT_FAILED
        self._stop.set()
        late = Timer(FAILURE_SHUTDOWN_SECONDS, os._exit, [EXIT_FAILED])
        late.daemon = True
        late.start()

    async def serve(self, door: socket.socket, started: Callable[[], None]) -> None:
        context = self._context
        app = make_app(context)
        web_server = WebServer(app, context.connections, context.writes)
        with self._signals():
            async with app.lifespan():
                await web_server.listen(door)
                started()
                await self._stop.wait()
                web_server.stop_listening()  # clients must not reconnect to us
                await context.drain()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(context.close_sessions(), CLIENT_CLOSE_TIMEOUT_SECONDS)
                await web_server.close(CLIENT_CLOSE_TIMEOUT_SECONDS)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
        # Ignored signals stay ignored: SIGHUP under nohup, SIGINT in the background of a script.
        heard = [one for one in numbers if signal.getsignal(one) != signal.SIG_IGN]
        before = {one: signal.signal(one, self._hear_signal) for one in heard}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _hear_signal(self, number: int, frame: FrameType | None) -> None:
        if self._stopping and number == signal.SIGINT:
            # A second Ctrl-C exits at once. Everything acknowledged is on disk, and the system releases the lock.
            os._exit(EXIT_INTERRUPTED)
        self._stopping = True
        self._loop.call_soon_threadsafe(self._stop.set)


def serve(settings: Settings, started: Callable[[Settings], None]) -> int:
    """Serve until stopped; returns the exit status. ``started`` is called with the settings and the actual port."""
    os.umask(0o077)  # the database holds the cards of every hand
    logs.configure(settings.log_level, settings.log_format)
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
        server = Server(context)
        context.journal.on_failure.append(server.fail)
        if context.journal.failure:
            server.fail(context.journal.failure)
        with announce_address(settings, addresses.local_url(settings), context.database.url):
            logger.info("serving", address=addresses.local_url(settings), durability=settings.durability)
            await server.serve(door, started)
        garbage.stop()
    logger.info("stopped")
    return server.status


def _log_unexpected(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("unexpected", exc_info=context.get("exception"))
