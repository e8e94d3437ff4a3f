"""Routes for whoever hosts: is it alive, is it ready, how is it doing, and the admin's orders."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Any

from litestar import HttpMethod, MediaType, Request, Response, get, post, route
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency as Given
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

from wonderland import __version__
from wonderland.messages import say
from wonderland.server.hosting.admin import carry_out, count_tables
from wonderland.server.hosting.health import Health, Ready
from wonderland.server.hosting.orders import Answer, Order
from wonderland.server.house import House
from wonderland.server.http.asking import language
from wonderland.server.people import Forbidden

#: Who only wants to know whether something is there asks with HEAD; the server leaves the body out then.
LOOKING = [HttpMethod.GET, HttpMethod.HEAD]

Connection = ASGIConnection[Any, Any, Any, Any]


def needs_key(connection: Connection, _: BaseRouteHandler) -> None:
    """Only who can read the secrets of this server may order anything."""
    if not _has_key(connection):
        raise Forbidden("admin_needs_key")


def needs_key_from_afar(connection: Connection, _: BaseRouteHandler) -> None:
    """Open to programs on this machine; others, and whatever came through a proxy, need the admin's key."""
    if not (_is_here(connection) or _has_key(connection)):
        raise Forbidden("admin_needs_key")


def _has_key(connection: Connection) -> bool:
    house: House = connection.app.state.house
    given = connection.headers.get("authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {house.keys.admin}".encode())


def _is_here(connection: Connection) -> bool:
    if connection.client is None or "x-forwarded-for" in connection.headers or "forwarded" in connection.headers:
        return False
    try:
        return ip_address(connection.client.host).is_loopback
    except ValueError:
        return False


@route("/healthz", http_method=LOOKING, media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def healthz() -> str:
    """The process lives and its loop turns."""
    return "ok"


@route("/readyz", http_method=LOOKING, include_in_schema=False)
async def readyz(health: Given[Health]) -> Response[Ready]:
    """The server can take part in games: what is done would be kept."""
    found = await health.ready()
    return Response(found, status_code=HTTP_200_OK if found.ready else HTTP_503_SERVICE_UNAVAILABLE)


@get("/metrics", include_in_schema=False, guards=[needs_key_from_afar])
async def metrics(house: Given[House]) -> Response[bytes]:
    """The figures, for Prometheus."""
    house.metrics.count_tables(await count_tables(house))
    house.metrics.connections.set(len(house.doors.visits))
    house.metrics.thinkers.set(house.thinkers.alive)
    house.metrics.waiting.set(house.thinkers.waiting)
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


@post("/admin", include_in_schema=False, guards=[needs_key], status_code=HTTP_200_OK)
async def admin(house: Given[House], data: JSONBody[Order]) -> Answer:
    """Carry out an order of ``wonderland admin``."""
    return await carry_out(house, data)


@route("/", http_method=LOOKING, media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def front(request: Request[Any, Any, Any]) -> str:
    """What a browser shows until the web app is there: that the server runs, and what it speaks."""
    lang = language(request.headers)
    return PAGE.format(
        lang=lang,
        title=say("front_title", lang),
        text=say("front_text", lang, version=__version__),
        play=say("front_play", lang),
        link=say("front_schema", lang),
    )


@get("/front.css", media_type=MediaType.CSS, sync_to_thread=False, include_in_schema=False)
def front_style() -> str:
    return STYLE


PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/front.css">
</head>
<body>
<main>
<h1>{title}</h1>
<p>{text}</p>
<p>{play}</p>
<p><a href="/api/schema">{link}</a></p>
</main>
</body>
</html>
"""

STYLE = """:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 2rem; }
h1 { font-family: Georgia, serif; font-weight: 500; margin: 0 0 0.5rem; }
"""

routes = [healthz, readyz, metrics, admin]
front_routes = [front, front_style]
