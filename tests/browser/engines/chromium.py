"""Chromium, by Playwright, like the rest of the browser tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright import async_api as playwright

from browser.engines.page import WINDOW, Page
from browser.kit import TIMEOUT_MS, browsing


@asynccontextmanager
async def chromium(folder: Path) -> AsyncIterator[Page]:
    width, height = WINDOW
    async with browsing() as browser:
        context = await browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
        )
        context.set_default_timeout(TIMEOUT_MS)
        yield ChromiumPage(await context.new_page())


class ChromiumPage(Page):
    def __init__(self, page: playwright.Page) -> None:
        super().__init__()
        self._page = page
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))

    async def goto(self, address: str) -> None:
        await self._page.goto(address)

    async def evaluate(self, function: str, *values: object) -> Any:
        return await self._page.evaluate(f"(values) => ({function})(...values)", values)

    async def click(self, selector: str) -> None:
        await self._page.locator(selector).first.click()

    async def click_role(self, role: str, name: str) -> None:
        # Playwright's own type lists every role there is.
        await self._page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]

    async def drag(self, source: str, target: str) -> None:
        await self._page.locator(source).first.drag_to(self._page.locator(target).first)

    async def press(self, key: str) -> None:
        await self._page.keyboard.press(key)
