"""Limits on the head of a request, checked before anything is parsed.

Litestar splits a query or a ``Cookie`` header whole, remembers the last thousand of them, and takes quadratic time for
a cookie in quotes: 60 KB of backslashes would hold the loop for seconds, and a thousand long ones fill the memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

from wonderland.server.bounds import MAX_HEAD_BYTES, MAX_HEADER_BYTES

MAX_PATH_BYTES = 1_024
MAX_QUERY_BYTES = 1_024
#: Characters of a header that lists what a client prefers (``Accept-Language`` and the like): the rest is not read.
MAX_LIST_LENGTH = 500


def limit_request_head(app: ASGIApp) -> ASGIApp:
    """A middleware that refuses requests and handshakes whose head is too long, or names two hosts: proxies and servers
    that choose different ones of them can be played against each other (RFC 9112, 3.2).
    """

    async def check_first(scope: Scope, receive: Receive, send: Send) -> None:
        if len(scope["path"]) > MAX_PATH_BYTES or len(scope["query_string"]) > MAX_QUERY_BYTES:
            raise HTTPException(status_code=414)
        if head_size(scope) > MAX_HEAD_BYTES or any(len(value) > MAX_HEADER_BYTES for _, value in scope["headers"]):
            raise HTTPException(status_code=431)
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            raise HTTPException(status_code=400, detail="two Host headers")
        await app(scope, receive, send)

    return check_first


def head_size(scope: Any) -> int:
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


def cookie(headers: Mapping[str, str], name: str) -> str:
    """The value of one cookie; empty if it is missing. Ours are never quoted."""
    found = re.search(rf"(?:^|;)\s*{re.escape(name)}=([^;]*)", headers.get("cookie", ""))
    return found[1].strip() if found else ""


def preferences(headers: Mapping[str, str], name: str) -> list[tuple[str, float]]:
    """The items of a header with their q-values, without those of zero.

    >>> preferences({"accept-language": "de, fr-CA;q=0.8, en;q=0, *;q=x"}, "accept-language")
    [('de', 1.0), ('fr-ca', 0.8)]
    """
    found = []
    for part in headers.get(name, "")[:MAX_LIST_LENGTH].lower().split(","):
        item, _, weight = part.partition(";")
        try:
            liked = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if item.strip() and liked > 0:
            found.append((item.strip(), liked))
    return found
