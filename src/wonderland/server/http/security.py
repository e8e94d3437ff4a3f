"""Protection of browser users against other sites: security headers and origin checks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.types import Guard, Message, Scope

from wonderland.server.errors import Forbidden
from wonderland.server.settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]

# ---- headers of every response ----

CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {connect}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: A host as it may stand in a policy; anything else could end the policy early.
HOST_PATTERN = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?")


async def add_security_headers(message: Message, scope: Scope) -> None:
    """For the app's ``before_send``: unlike a middleware it also sees what the router refuses (404, 405)."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    headers["Content-Security-Policy"] = content_policy(_header(scope, b"host"))
    for name, value in SECURITY_HEADERS.items():
        headers[name] = value
    if str(scope["path"]).startswith("/api") and "cache-control" not in headers:
        headers["Cache-Control"] = "no-store"


def content_policy(host: str) -> str:
    """Only our own scripts, styles and pictures; sockets to this host, which older browsers do not count as 'self'."""
    connect = f"'self' ws://{host} wss://{host}" if HOST_PATTERN.fullmatch(host) else "'self'"
    return CONTENT_POLICY.format(connect=connect)


# ---- requests that other sites make in somebody's name ----
#
# A form token proves that a page of ours was read before. Pages of ours are static files and the API speaks JSON, so
# there is no form to put a token in: every client, bots included, would have to fetch one first and keep it. Browsers
# say where a request comes from (Origin, with every unsafe method and every socket; Sec-Fetch-Site) and no page can
# change that. So we look there: nothing to keep, nothing to forget in a new route, and it covers what a token does not:
# logging somebody in as somebody else, before there is a session to tie a token to, and sockets. Two more fences stand
# behind it: the cookie is SameSite=Lax, and only application/json is read, which no form of another site can send.

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))


def require_same_site(settings: Settings) -> Guard:
    """A guard for the whole app: unsafe methods only from our own pages, or from programs; bodies only in JSON."""

    def guard(connection: AnyConnection, _: BaseRouteHandler) -> None:
        method = connection.scope.get("method", "GET")
        if method in SAFE_METHODS:
            return
        headers = connection.headers
        # Browsers do not add an Authorization header by themselves, so no other site can forge it.
        if "authorization" not in headers and not same_origin(connection, settings):
            raise Forbidden("origin_foreign")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if has_body(headers) and kind != "application/json":
            raise HTTPException(status_code=415)

    return guard


def same_origin(connection: AnyConnection, settings: Settings) -> bool:
    """Whether a request or a socket's handshake comes from a page of ours, or from no page at all."""
    headers = connection.headers
    text = headers.get("origin")
    if text is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    origin = _origin(text)
    public = _origin(settings.public_url)
    if origin is None or origin == public:
        return origin is not None
    # An address that begins with http: is not the one that the public address names with https:.
    if public and origin.host == public.host:
        return False
    return origin == requested_origin(connection) and _is_own_host(origin.host, settings)


def own_host(connection: AnyConnection, settings: Settings) -> bool:
    """Whether the request asks for this server by a name that is ours, not one that another site made point here."""
    host, public = requested_origin(connection), _origin(settings.public_url)
    return host is not None and (_is_own_host(host.host, settings) or (public is not None and host.host == public.host))


class Origin(NamedTuple):
    scheme: str
    host: str
    port: int


def requested_origin(connection: AnyConnection) -> Origin | None:
    """The origin that a request was sent to; its scheme is that of a trusted proxy."""
    scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
    return _origin(f"{scheme}://{connection.headers.get('host', '')}")


def _origin(text: str) -> Origin | None:
    try:
        parts = urlsplit(text)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return None
    return Origin(parts.scheme, parts.hostname, port) if parts.hostname else None


def _is_own_host(host: str, settings: Settings) -> bool:
    """Whether the host is an IP address or a name of the local network, which no other site can point here.

    Any other name could be another site's, whose owner makes it point here to be taken for us (DNS rebinding); whoever
    hosts under a name says so with ``--public-url``.
    """
    try:
        ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".home.arpa")) or host == settings.host
    return True


def has_body(headers: Mapping[str, str]) -> bool:
    """Whether anything comes after the headers."""
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
