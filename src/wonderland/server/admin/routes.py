"""Routes for hosts: health, readiness, metrics and admin commands."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Any

from litestar import HttpMethod, MediaType, Response, get, post, route
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency as Given
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from wonderland import __version__
from wonderland.server.admin.commands import AdminCommand, AdminResult
from wonderland.server.admin.execution import execute
from wonderland.server.admin.readiness import Readiness, ReadinessCheck
from wonderland.server.context import ServerContext
from wonderland.server.errors import Forbidden
from wonderland.server.http.security import own_host

#: HEAD for monitors; the web server leaves out the body.
GET_AND_HEAD = [HttpMethod.GET, HttpMethod.HEAD]

Connection = ASGIConnection[Any, Any, Any, Any]


def require_key(connection: Connection, _: BaseRouteHandler) -> None:
    """Only callers who have the admin key, from the secrets of this server."""
    if not _has_key(connection):
        raise Forbidden("admin_needs_key")


def require_key_unless_local(connection: Connection, _: BaseRouteHandler) -> None:
    """Open to programs on this machine; other callers, and proxied requests, need the admin key."""
    if not (_is_local(connection) or _has_key(connection)):
        raise Forbidden("admin_needs_key")


def _has_key(connection: Connection) -> bool:
    context: ServerContext = connection.app.state.context
    given = connection.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {context.secrets.admin}".encode())


def _is_local(connection: Connection) -> bool:
    if connection.client is None or "x-forwarded-for" in connection.headers or "forwarded" in connection.headers:
        return False
    # A web page in a browser on this machine must not read it through a name that resolves here (DNS rebinding).
    context: ServerContext = connection.app.state.context
    if not own_host(connection, context.settings):
        return False
    try:
        return ip_address(connection.client.host).is_loopback
    except ValueError:
        return False


@route("/healthz", http_method=GET_AND_HEAD, media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def healthz() -> str:
    """The process is alive and its event loop runs."""
    return "ok"


@route("/readyz", http_method=GET_AND_HEAD, include_in_schema=False)
async def readyz(readiness: Given[ReadinessCheck]) -> Response[Readiness]:
    """What players do now would be saved."""
    found = await readiness.ready()
    return Response(found, status_code=HTTP_200_OK if found.ready else HTTP_503_SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, guards=[require_key_unless_local])
async def metrics(context: Given[ServerContext]) -> Response[bytes]:
    """The metrics, for Prometheus."""
    context.metrics.count_tables(await context.store.admin.count_tables())
    context.metrics.set_aside.set(await context.store.tables.unreadable())
    context.metrics.connections.set(len(context.socket_sessions))
    context.metrics.bot_processes.set(context.bot_processes.alive)
    context.metrics.waiting.set(context.bot_processes.waiting)
    context.metrics.instance.labels(context.instance, __version__).set(1)
    if context.cluster:
        context.metrics.instances.set(1 + len(context.cluster.membership.others))
        context.metrics.leases.set(context.cluster.leases.count)
        context.metrics.bus_connected.set(context.bus.connected)
        context.metrics.bus_refused.set(context.bus.refused)
        context.metrics.bus_late.set(context.bus.late)
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")


@post("/admin", include_in_schema=False, guards=[require_key], status_code=HTTP_200_OK)
async def admin(context: Given[ServerContext], data: JSONBody[AdminCommand]) -> AdminResult:
    """Execute a command of ``wonderland admin``."""
    return await execute(context, data)


routes = [healthz, readyz, metrics, admin]
