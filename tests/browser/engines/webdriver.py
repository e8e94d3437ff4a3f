"""What WebDriver BiDi and the older WebDriver over HTTP have in common: how keys and pointers are described."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import Any

from browser.engines.page import Gone, Page
from server.process import TIMEOUT_SECONDS

#: The keys that are no character, as WebDriver writes them.
KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}

#: Between two looks at the accessibility tree, which a page cannot watch from within.
PAUSE = "() => new Promise((done) => setTimeout(done, 20))"

#: A reference to an element, as the protocol has it.
Element = dict[str, Any]

#: What the protocols say of an element that has left the page since it was found.
GONE = ("no such element", "no such node", "stale element reference")


def failure(error: str, message: str) -> Exception:
    """What to raise when a command has failed."""
    return Gone(message) if error in GONE else AssertionError(f"{error}: {message}")


class WebDriverPage(Page):
    @abstractmethod
    async def _perform(self, actions: list[dict[str, Any]]) -> None:
        """Have keys or the pointer do something, and the page react."""

    @abstractmethod
    async def _matching(self, selector: str) -> list[Element]: ...

    @abstractmethod
    async def _named(self, role: str, name: str) -> list[Element]: ...

    @abstractmethod
    async def _scroll_to(self, element: Element) -> None:
        """Into the window: a pointer outside it is an error."""

    @abstractmethod
    def _origin(self, element: Element) -> dict[str, Any]:
        """From where a pointer's place is measured: the middle of an element."""

    async def click(self, selector: str) -> None:
        await self._point(await self._first(selector))

    async def click_role(self, role: str, name: str) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not (found := await self._named(role, name)):
                await self.evaluate(PAUSE)
        await self._point(found[0])

    async def drag(self, source: str, target: str) -> None:
        await self._point(await self._first(source), await self._first(target))

    async def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        presses = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        await self._perform([{"type": "key", "id": "keyboard", "actions": presses}])

    async def _first(self, selector: str) -> Element:
        if not (found := await self._matching(selector)):
            raise Gone(selector)
        return found[0]

    async def _point(self, start: Element, *others: Element) -> None:
        """Press the mouse on an element, move it to others, and let go."""
        await self._scroll_to(start)
        first, *moves = (
            {"type": "pointerMove", "x": 0, "y": 0, "origin": self._origin(one)} for one in (start, *others)
        )
        path = [first, {"type": "pointerDown", "button": 0}, *moves, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        await self._perform([{**mouse, "actions": path}])
