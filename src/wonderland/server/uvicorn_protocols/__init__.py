"""Everything that rests on uvicorn's insides: its two protocol classes, with limits and a direct channel to clients.

Uvicorn promises nothing about the attributes and methods used here. So they are used in this package only,
pyproject.toml names the versions that were tested, and each start tries the classes out in memory (``self_test``). If
anything is not as it should be, uvicorn's own classes serve instead, by plain ASGI: slower, and without the limits that
need the transport (control frames, unread pongs, slow requests, connections that have not asked for anything yet).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import uvicorn

from wonderland.server.connection_limits import OpenConnections
from wonderland.server.logs import logger
from wonderland.server.sockets.channel import PendingWrites

#: Set to ``plain``, uvicorn's own classes serve: for tests, and should a new uvicorn make trouble that nobody foresaw.
PROTOCOLS_VARIABLE = "WONDERLAND_UVICORN_PROTOCOLS"


async def choose(
    connections: OpenConnections, writes: PendingWrites, environment: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """The options of ``uvicorn.Config`` that say which protocol classes serve."""
    if environment.get(PROTOCOLS_VARIABLE) == "plain":
        problem: str | None = f"{PROTOCOLS_VARIABLE}=plain"
    else:
        try:
            from wonderland.server.uvicorn_protocols.self_test import find_problem
        except ImportError as missing:
            problem = str(missing)
        else:
            problem = await find_problem()
    if problem is not None:
        logger.warning("plain ASGI: slower, with fewer limits", problem=problem, uvicorn=uvicorn.__version__)
        return plain(connections)
    return direct(connections, writes)


def direct(connections: OpenConnections, writes: PendingWrites) -> dict[str, Any]:
    """Our own classes. All connections of one server count together."""
    from wonderland.server.uvicorn_protocols.http import LimitedHttpProtocol
    from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

    return {
        "http": type("HttpProtocol", (LimitedHttpProtocol,), {"open_connections": connections}),
        "ws": type("WebSocketProtocol", (DirectWebSocketProtocol,), {"writes": writes}),
    }


def plain(connections: OpenConnections) -> dict[str, Any]:
    """Uvicorn's own classes, as its documentation names them."""
    return {"http": "httptools", "ws": "websockets-sansio", "limit_concurrency": connections.limits.total}
