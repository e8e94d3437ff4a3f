"""A page as a test uses it, whichever engine draws it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from server.process import TIMEOUT_SECONDS

#: Width and height of the window, in CSS pixels.
WINDOW = (1280, 800)

#: Waits in the page itself. Timers rather than frames: an engine may draw none of a page that nobody looks at.
UNTIL = """async (timeout, condition, values) => {
    const end = Date.now() + timeout;
    for (;;) {
        const found = condition(...values);
        if (found) return { found };
        if (Date.now() > end) return null;
        await new Promise((done) => setTimeout(done, 10));
    }
}"""


class Gone(Exception):
    """What was to be pointed at is not on the page, or not any more."""


class Page(ABC):
    """The one window of a browser that was started for one test.

    An element is named by a CSS selector, or by its role and name as the engine's own accessibility tree has them.
    Functions are JavaScript's; their arguments and what they return are JSON.
    """

    def __init__(self) -> None:
        #: What the page has complained of in its console.
        self.complaints: list[str] = []

    @abstractmethod
    async def goto(self, address: str) -> None:
        """Open an address; return once it has loaded."""

    @abstractmethod
    async def evaluate(self, function: str, *values: object) -> Any:
        """What a function returns; a promise is awaited."""

    @abstractmethod
    async def click(self, selector: str) -> None:
        """Click the middle of the first element that matches, with a mouse; Gone where there is none."""

    @abstractmethod
    async def click_role(self, role: str, name: str) -> None:
        """Click the element of this role and name, as soon as there is one."""

    @abstractmethod
    async def drag(self, source: str, target: str) -> None:
        """Drag from the middle of an element to that of another, with a mouse."""

    @abstractmethod
    async def press(self, key: str) -> None:
        """Press a key, as ``KeyboardEvent.key`` names it."""

    async def until(self, condition: str, *values: object) -> Any:
        """What a condition returns as soon as that is true. The page must stay loaded meanwhile."""
        waiting = f"(timeout, values) => ({UNTIL})(timeout, {condition}, values)"
        got = await self.evaluate(waiting, TIMEOUT_SECONDS * 1000, values)
        assert got, f"never true: {condition} of {values}; the page says:\n{await self.text('body')}"
        return got["found"]

    async def attached(self, selector: str) -> None:
        """Wait for an element."""
        await self.until("(selector) => document.querySelector(selector) !== null", selector)

    async def text(self, selector: str) -> str:
        """What an element shows."""
        found: str = await self.evaluate("(selector) => document.querySelector(selector).innerText", selector)
        return found
