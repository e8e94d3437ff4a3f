"""The first page: there at once, and light."""

from __future__ import annotations

import gzip

from playwright.async_api import Response

from browser.kit import Visits

MOST = 200_000  #: bytes over the wire before somebody can play, sounds aside


async def test_the_first_load_is_light(visit: Visits) -> None:
    sizes: dict[str, int] = {}
    page = await visit(None)

    async def weigh(response: Response) -> None:
        body = await response.body()
        # What is compressed already does not become smaller; all else comes as gzip at worst.
        packed = response.url.endswith((".woff2", ".png"))
        sizes[response.url] = len(body) if packed else len(gzip.compress(body))

    page.on("response", weigh)
    await page.goto("/", wait_until="networkidle")
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) < MOST, sizes
