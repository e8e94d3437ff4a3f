"""Subclasses of uvicorn's two protocol classes, with limits and a direct channel to clients.

They use attributes and methods that uvicorn does not document. So only this package does that, pyproject.toml pins the
tested versions, and each start tests the classes in memory (``self_test``). If the test fails, uvicorn's own classes
serve by plain ASGI: slower, and without the limits that need the transport (control frames, unread pongs, slow
requests, connections without a request).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import uvicorn

from wonderland.server.connection_limits import OpenConnections
from wonderland.server.logs import logger
from wonderland.server.sockets.channel import PendingWrites

#: Set to ``plain`` to use uvicorn's own classes: for tests, and in case a new uvicorn breaks ours unnoticed.
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
    """Our own classes. All connections of one server are counted together."""
    from wonderland.server.uvicorn_protocols.http import LimitedHttpProtocol
    from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

    return {
        "http": type("HttpProtocol", (LimitedHttpProtocol,), {"open_connections": connections}),
        "ws": type("WebSocketProtocol", (DirectWebSocketProtocol,), {"writes": writes}),
    }


def plain(connections: OpenConnections) -> dict[str, Any]:
    """Uvicorn's own classes, as its documentation names them."""
    return {"http": "httptools", "ws": "websockets-sansio", "limit_concurrency": connections.limits.total}
