"""The description of the API (OpenAPI), worked out and written once: both take a tenth of a second."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Litestar, MediaType, Request
from litestar.openapi.plugins import JsonRenderPlugin


class CachedSchemaPlugin(JsonRenderPlugin):
    """Litestar's JSON description, rendered the first time only."""

    def __init__(self) -> None:
        super().__init__(path=["/", "/openapi.json"], media_type=MediaType.JSON)
        self._rendered: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._rendered is None:
            self._rendered = super().render(request, openapi_schema)
        return self._rendered


async def build_schema(app: Litestar) -> None:
    """Build it at startup, so that no request has to wait for it."""
    await asyncio.to_thread(lambda: app.openapi_schema)
