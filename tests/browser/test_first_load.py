"""The first page: there at once, and light."""

from __future__ import annotations

import gzip

from playwright.async_api import Response

from browser.kit import Visits

MOST = 200_000  #: bytes over the wire before somebody can play, sounds aside


def weight(response: Response, body: bytes) -> int:
    """What is compressed already does not become smaller; all else comes as gzip at worst."""
    packed = response.url.endswith((".woff2", ".png"))
    return len(body) if packed else len(gzip.compress(body))


async def test_the_first_load_is_light(visit: Visits) -> None:
    page = await visit(None)
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    await page.goto("/", wait_until="networkidle")
    sizes = {response.url: weight(response, await response.body()) for response in came}
    for kind in (".js", ".css", ".woff2"):
        assert any(url.endswith(kind) for url in sizes)
    assert sum(sizes.values()) < MOST, sizes
