"""The pictures that have been drawn, and the one that is being drawn: off the event loop, one at a time."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from wonderland.server.previews.drawing import Preview, draw_preview

MAX_CACHED = 100  #: pictures; each has about 80 KB


class Picture(NamedTuple):
    """A PNG and what tells it from others."""

    png: bytes
    etag: str


class PreviewPictures:
    """Draws each picture once while it is asked for again and again."""

    def __init__(self, web: Path) -> None:
        self._web = web
        self._drawn: OrderedDict[Preview, Picture] = OrderedDict()
        # Drawing takes a core for half a second: players must not notice when a link goes round.
        self._one_at_a_time = asyncio.Lock()

    async def draw(self, preview: Preview) -> Picture:
        async with self._one_at_a_time:
            if preview in self._drawn:
                self._drawn.move_to_end(preview)
            else:
                png = await asyncio.to_thread(draw_preview, preview, self._web)
                self._drawn[preview] = Picture(png, f'"{hashlib.sha256(png).hexdigest()[:20]}"')
                if len(self._drawn) > MAX_CACHED:
                    self._drawn.popitem(last=False)
            return self._drawn[preview]
