"""The address and the headers of a request, looked at before anything is parsed: each has a length that it may have.

Litestar splits a query or a ``Cookie`` header whole, remembers the last thousand of them, and takes quadratic time for
a cookie in quotes: 60 KB of backslashes would hold the loop for seconds, and a thousand long ones fill the memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

MAX_PATH_BYTES = 1_024
MAX_QUERY_BYTES = 1_024
#: Of one header. Browsers send every cookie that any program at this address has set, whatever its port.
MAX_HEADER_BYTES = 8_192
#: Characters of a header that lists what a client prefers (``Accept-Language`` and the like): the rest is not read.
MAX_LIST_LENGTH = 500


def bounded(app: ASGIApp) -> ASGIApp:
    """A middleware that refuses requests and handshakes whose address or headers are too long."""

    async def check_first(scope: Scope, receive: Receive, send: Send) -> None:
        if len(scope["path"]) > MAX_PATH_BYTES or len(scope["query_string"]) > MAX_QUERY_BYTES:
            raise HTTPException(status_code=414)
        if any(len(value) > MAX_HEADER_BYTES for _, value in scope["headers"]):
            raise HTTPException(status_code=431)
        await app(scope, receive, send)

    return check_first


def cookie(headers: Mapping[str, str], name: str) -> str:
    """The value of one cookie; empty when it is not there. Ours are never quoted."""
    found = re.search(rf"(?:^|;)\s*{re.escape(name)}=([^;]*)", headers.get("cookie", ""))
    return found[1].strip() if found else ""


def listed(headers: Mapping[str, str], name: str) -> list[tuple[str, float]]:
    """What a header lists, and how much each is liked; without what is not liked at all.

    >>> listed({"accept-language": "de, fr-CA;q=0.8, en;q=0, *;q=x"}, "accept-language")
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
