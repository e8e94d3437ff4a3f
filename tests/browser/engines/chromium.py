"""Chromium, by Playwright, like the rest of the browser tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright import async_api as playwright

from browser.engines.page import WINDOW, Gone, Page
from browser.kit import EXPECTED, TIMEOUT_MS, browsing

MIDDLE = """(selector) => {
    const element = document.querySelector(selector);
    element?.scrollIntoView({ block: "nearest" });
    const box = element?.getBoundingClientRect();
    return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""


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
        page.on("console", self._note)

    def _note(self, message: playwright.ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.complaints.append(message.text)

    async def goto(self, address: str) -> None:
        await self._page.goto(address)

    async def evaluate(self, function: str, *values: object) -> Any:
        return await self._page.evaluate(f"(values) => ({function})(...values)", values)

    async def click(self, selector: str) -> None:
        await self._page.mouse.click(*await self._middle(selector))

    async def click_role(self, role: str, name: str) -> None:
        # Playwright's own type lists every role there is.
        await self._page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]

    async def drag(self, source: str, target: str) -> None:
        start, end = await self._middle(source), await self._middle(target)
        mouse = self._page.mouse
        await mouse.move(*start)
        await mouse.down()
        await mouse.move(*end)
        await mouse.up()

    async def press(self, key: str) -> None:
        await self._page.keyboard.press(key)

    async def _middle(self, selector: str) -> tuple[float, float]:
        """Where an element is in the window now: Playwright's own clicks would wait for one that is gone."""
        box = await self.evaluate(MIDDLE, selector)
        if not box:
            raise Gone(selector)
        x, y = box
        return x, y
