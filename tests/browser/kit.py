"""A real browser at a real server, as people use them: windows of some size and language, and what they show."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any, Literal

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as TookTooLong

from browser.programs import program
from commands import WONDERLAND
from server import process
from server.process import UNLIMITED, Server, serving

TIMEOUT_MS = process.TIMEOUT_SECONDS * 1000  #: after which whatever should be seen counts as missing
TESTS = Path(__file__).parents[1]
SETTLING = 5000  #: milliseconds in which a page finds its place in its window

# A machine that is busy must not fail a test, whatever it waits for.
expect.set_options(timeout=TIMEOUT_MS)

Size = Literal["phone", "tablet", "laptop"]
Theme = Literal["light", "dark"]
SIZES: dict[Size, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1440, "height": 900},
}

#: Run by root it needs to be told that it may.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

#: What the browser itself reports when a server is away, or says no: the app tells people in its own words.
EXPECTED = ("Failed to load resource", "WebSocket connection to")


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    chromium = program("WONDERLAND_CHROMIUM", "chromium", "chromium-browser", "google-chrome", package="chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def hosting(data: Path, *words: str, program: Sequence[str] = (WONDERLAND,)) -> AsyncIterator[Server]:
    """A server whose bots lose no time, and that keeps its port when it is started again."""
    options = (*UNLIMITED, "--bot-speedup", "1000", "--port", str(free_port()), *words)
    # What a program of the tests is made of, besides the package.
    path = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
    async with serving(data, *options, program=program, environment={"PYTHONPATH": path}) as server:
        yield server


def free_port() -> int:
    """Not one of those that the system gives away by itself: so nobody has it while its server is stopped."""
    for port in SystemRandom().sample(range(12_000, 32_000), 100):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Visits:
    """Opens windows, each of somebody else. Whatever a page complains of fails the test at its end."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.server = server
        self.complaints: list[str] = []

    async def __call__(
        self,
        path: str | None = "/",
        size: Size = "laptop",
        lang: str = "en",
        theme: Theme = "light",
        moving: bool = False,
        offline: bool = False,
        context: BrowserContext | None = None,
    ) -> Page:
        """A window at an address of the server, or an empty one.

        ``offline``: with the service worker, which fetches the whole app for when there is no connection;
        ``context``: of somebody who is here already.
        """
        context = context or await self._somebody(size, lang, theme, moving, offline)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._note(page, message))
        if path is not None:
            await page.goto(path)
        return page

    async def leave(self) -> None:
        for context in self._contexts:
            await context.close()

    async def _somebody(self, size: Size, lang: str, theme: Theme, moving: bool, offline: bool) -> BrowserContext:
        context = await self._browser.new_context(
            base_url=self.server.address,
            viewport=SIZES[size],
            has_touch=size == "phone",
            is_mobile=size == "phone",
            locale={"en": "en-GB", "fr": "fr-FR"}.get(lang, lang),
            color_scheme=theme,
            reduced_motion="no-preference" if moving else "reduce",
            service_workers="allow" if offline else "block",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(TIMEOUT_MS)
        self._contexts.append(context)
        return context

    def _note(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.complaints.append(f"{page.url}: {message.text}")


async def ask(page: Page, path: str, body: object = None) -> Any:
    """What the server answers to the person of this window; with a body, to what they send."""
    asked = page.request.get("/api" + path) if body is None else page.request.post("/api" + path, data=body)
    response = await asked
    assert response.ok, await response.text()
    return await response.json()


def frames(page: Page) -> list[str]:
    """From now on, everything that comes over the page's sockets; the list grows."""
    came: list[str] = []
    page.on("websocket", lambda one: one.on("framereceived", lambda data: came.append(str(data))))
    return came


async def cover(page: Page, game: str) -> Locator:
    """The book of a game on the first page, once its faces are there."""
    book = page.get_by_role("article", name=game)
    await expect(book.get_by_role("radio").first).to_be_attached()
    return book


async def cards(page: Page, zone: str) -> list[str]:
    """The cards that lie in a zone of the table (``hand``, ``line``, ``front`` …), as the page shows them."""
    found: list[str] = await page.locator(
        f'[data-zone="{zone}"][data-card], [data-zone="{zone}"] [data-card]'
    ).evaluate_all("all => all.map(one => one.dataset.card)")
    return found


#: A function: what is not true at once is asked again, and the content policy lets no page evaluate a text.
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


async def sideways(page: Page) -> bool:
    """Whether the page is wider than its window, and stays so."""
    try:
        await page.wait_for_function(FITS, timeout=SETTLING)
    except TookTooLong:
        return True
    return False


async def at_hand(page: Page) -> None:
    """Wait until the service worker has fetched the whole app, and answers this page."""
    await page.wait_for_function("() => navigator.serviceWorker.controller !== null")


async def barriers(page: Page) -> list[str]:
    """What axe finds serious: it keeps somebody out."""
    found = await Axe().run(page)
    return [describe(one) for one in found.response["violations"] if one["impact"] in ("serious", "critical")]


def describe(violation: dict[str, Any]) -> str:
    where = "; ".join(node["html"][:160] for node in violation["nodes"][:4])
    return f"{violation['id']}: {violation['help']} ({where})"
