"""Requests whose head is not one we take: too large, or for two hosts at once."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler

MAX_HEAD_BYTES = 65_536  #: bytes of a request's head: its first line and its headers


def check_head(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for the whole app. Proxies and servers that choose different ones of two hosts can be played against
    each other (RFC 9112, 3.2).
    """
    scope: Any = connection.scope
    if sum(name == b"host" for name, _ in scope["headers"]) > 1:
        raise HTTPException(status_code=400, detail="two Host headers")
    if head_size(scope) > MAX_HEAD_BYTES:
        raise HTTPException(status_code=431, detail="the head of the request is too large")


def head_size(scope: dict[str, Any]) -> int:
    r"""Bytes of a request's head, as it is usually written.

    >>> raw = b"GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n"
    >>> scope = {"method": "GET", "raw_path": b"/a", "query_string": b"b", "headers": [(b"host", b"x")]}
    >>> head_size(scope) == len(raw)
    True
    """
    query = scope["query_string"]
    target = len(scope["raw_path"]) + (len(query) + 1 if query else 0)
    line = len(scope.get("method", "GET")) + target + len("  HTTP/1.1\r\n")
    return line + sum(len(name) + len(value) + 4 for name, value in scope["headers"]) + 2
