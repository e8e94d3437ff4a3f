"""OPTIONS: which methods an address has."""

from __future__ import annotations

from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def list_methods(message: Message, scope: Scope) -> None:
    """For the app's ``before_send``. Litestar answers with the methods of the first handler at an address only."""
    if message["type"] != "http.response.start" or scope.get("method") != "OPTIONS" or message["status"] != 204:
        return
    for route in scope["litestar_app"].routes:
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template"):
            MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(route.methods))
