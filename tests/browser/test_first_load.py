"""The first page: there at once, and light."""

from __future__ import annotations

import gzip

from browser.kit import Visits

MOST = 200_000  #: bytes over the wire before somebody can play, sounds aside


async def test_the_first_load_is_light(visit: Visits) -> None:
    sizes: dict[str, int] = {}
    page = await visit()
    context = await page.context.browser.new_context() if page.context.browser else page.context
    fresh = await context.new_page()

    async def weigh(response: object) -> None:
        url, body = response.url, await response.body()  # type: ignore[attr-defined]
        # What is compressed already does not become smaller; all else comes as gzip at worst.
        sizes[url] = len(body) if url.endswith((".woff2", ".png")) else len(gzip.compress(body))

    fresh.on("response", weigh)
    await fresh.goto(visit.server.address, wait_until="networkidle")
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) < MOST, sizes
