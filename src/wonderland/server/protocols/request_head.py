"""From the head of a request to ASGI's scope, and to the handshake of a WebSocket."""

from __future__ import annotations

import asyncio
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable
from hashlib import sha1
from typing import Any
from urllib.parse import unquote

import httptools

from wonderland.server.request_ids import accepted_id

Header = tuple[bytes, bytes]
Headers = list[Header]
Address = tuple[str, int]
Scope = dict[str, Any]

REQUEST_ID_HEADER = b"x-request-id"
WEBSOCKET_VERSION = b"13"
WEBSOCKET_KEY_BYTES = 16
WEBSOCKET_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  #: RFC 6455, 1.3


class BadRequest(Exception):
    """A head that cannot be read."""


def address(transport: asyncio.BaseTransport, end: str) -> Address | None:
    """``peername`` or ``sockname`` as ASGI has it."""
    found: Any = transport.get_extra_info(end)
    return (str(found[0]), int(found[1])) if isinstance(found, (tuple, list)) and len(found) > 1 else None


def http_scope(method: str, target: bytes, http_version: str, headers: Headers) -> Scope:
    """The scope of a request, without the connection's own part (``with_addresses``)."""
    try:
        url = httptools.parse_url(target)
        path = (url.path or b"/").decode("ascii")
    except (httptools.HttpParserInvalidURLError, UnicodeDecodeError) as problem:
        raise BadRequest("the target cannot be read") from problem
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": http_version,
        "method": method,
        "root_path": "",
        "path": unquote(path),
        "raw_path": url.path or b"/",
        "query_string": url.query or b"",
        "headers": headers,
        "state": {},
    }


def websocket_scope(http: Scope) -> Scope:
    """The scope of a WebSocket, from that of the request which asks for it."""
    scope = {name: value for name, value in http.items() if name != "method"}
    names = b",".join(values(http["headers"], b"sec-websocket-protocol")).decode("latin-1")
    subprotocols = [name.strip() for name in names.split(",") if name.strip()]
    secure = http["scheme"] in ("https", "wss")
    return {
        **scope,
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "scheme": "wss" if secure else "ws",
        "subprotocols": subprotocols,
        "extensions": {},
    }


def with_addresses(
    scope: Scope, client: Address | None, server: Address | None, trusts: Callable[[str], bool]
) -> Scope:
    """The scope with both ends of the connection; behind a trusted proxy the client is whom the proxy names."""
    scheme, headers = "http", scope["headers"]
    if client and trusts(client[0]):
        said = values(headers, b"x-forwarded-proto")[-1:]
        if said in ([b"https"], [b"wss"]):
            scheme = "https"
        found = b",".join(values(headers, b"x-forwarded-for")).decode("latin-1")
        if host := forwarded_host(found, trusts):
            client = host, 0
    scope.update(scheme=scheme, client=client, server=server)
    return scope


def request_id(headers: Headers, peer: Address | None, trusts: Callable[[str], bool]) -> str:
    """The id of a request: a trusted proxy's, else one of ours."""
    return accepted_id(values(headers, REQUEST_ID_HEADER) if peer and trusts(peer[0]) else [])


def forwarded_host(listed: str, trusts: Callable[[str], bool]) -> str:
    """Of the hosts that a request came through, the last one that is not a proxy of ours: all before it can be made up.

    >>> forwarded_host("6.6.6.6, 1.2.3.4:5678, 10.0.0.2", lambda host: host.startswith("10."))
    '1.2.3.4'
    >>> forwarded_host("[2001:db8::1]:443", lambda host: False), forwarded_host("2001:db8::1", lambda host: False)
    ('2001:db8::1', '2001:db8::1')
    """
    hosts = [_without_port(part.strip()) for part in listed.split(",") if part.strip()]
    return next((host for host in reversed(hosts) if not trusts(host)), hosts[0] if hosts else "")


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


def values(headers: Iterable[Header], name: bytes) -> list[bytes]:
    """All values of a header; names are in lower case."""
    return [value.strip() for key, value in headers if key == name]


def wants_websocket(headers: Headers) -> bool:
    return [value.lower() for value in values(headers, b"upgrade")] == [b"websocket"]


def websocket_accept(scope: Scope) -> bytes:
    """The answer to the key of a handshake; raises ``BadRequest``."""
    headers = scope["headers"]
    keys = values(headers, b"sec-websocket-key")
    try:
        right = len(keys) == 1 and len(b64decode(keys[0], validate=True)) == WEBSOCKET_KEY_BYTES
    except NotBase64:
        right = False
    if scope["method"] != "GET" or values(headers, b"sec-websocket-version") != [WEBSOCKET_VERSION] or not right:
        raise BadRequest("not a handshake of a WebSocket")
    return b64encode(sha1(keys[0] + WEBSOCKET_GUID).digest())
