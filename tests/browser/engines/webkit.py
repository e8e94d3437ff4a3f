"""WebKit: WebKitGTK's small browser behind its driver, which speaks WebDriver over HTTP, on a screen in memory."""

from __future__ import annotations

import asyncio
import os
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from browser.engines.page import WINDOW, Page
from browser.engines.webdriver import Element, WebDriverPage, failure
from browser.kit import free_port
from browser.programs import program
from server.process import TIMEOUT_SECONDS

#: The screen is larger than the page, by what the browser itself shows above it.
SCREEN = "1400x1000x24"

#: The driver tells computed roles of elements, but cannot look for them.
SELECTORS = {"button": "button", "link": "a[href]"}

#: There is no other way to hear of errors: the driver knows no log.
LISTEN = """() => {
    window.complaints = [];
    const told = console.error;
    console.error = (...what) => (complaints.push(what.join(" ")), told(...what));
    addEventListener("error", (event) => complaints.push(String(event.message)));
    addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
}"""


@asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[Page]:
    # It calms its animations when GTK's settings say so.
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    async with _screen() as display:
        environment = {
            **os.environ,
            "DISPLAY": display,
            # Its language; from "C" it would make a code that is none.
            "LANG": "en_GB.UTF-8",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            # Root has no right to make the sandbox, nor has anybody in most containers; the pages are our own.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        port = free_port()
        driver = program("WONDERLAND_WEBKIT_DRIVER", "WebKitWebDriver", package="webkit2gtk-driver")
        async with _running(driver, f"--port={port}", environment=environment):
            # Connecting is tried again: the driver does not say when it listens.
            transport = httpx.AsyncHTTPTransport(retries=6, trust_env=False)
            address = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=address, transport=transport, timeout=2 * TIMEOUT_SECONDS) as http:
                page = await WebKitPage.open(http)
                yield page
                await page.close()


@asynccontextmanager
async def _screen() -> AsyncIterator[str]:
    """A display that is there once its number has come."""
    told, tells = os.pipe()
    xvfb = program("WONDERLAND_XVFB", "Xvfb", package="xvfb")
    options = ("-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp")
    with os.fdopen(told) as number:
        async with _running(xvfb, *options, file=tells):
            os.close(tells)
            yield ":" + (await asyncio.to_thread(number.readline)).strip()


@asynccontextmanager
async def _running(
    *command: str, environment: Mapping[str, str] | None = None, file: int | None = None
) -> AsyncIterator[Process]:
    files = () if file is None else (file,)
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, pass_fds=files, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        await process.wait()


class WebKitPage(WebDriverPage):
    def __init__(self, http: httpx.AsyncClient, session: str) -> None:
        super().__init__()
        self._http = http
        self._session = f"/session/{session}"

    @classmethod
    async def open(cls, http: httpx.AsyncClient) -> WebKitPage:
        answer = await http.post("/session", json={"capabilities": {"alwaysMatch": {}}})
        page = cls(http, answer.json()["value"]["sessionId"])
        await page._post("/timeouts", script=2 * TIMEOUT_SECONDS * 1000)
        width, height = WINDOW
        frame = await page.evaluate("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        await page._post("/window/rect", width=width + frame[0], height=height + frame[1])
        return page

    async def close(self) -> None:
        await self._note()
        await self._http.delete(self._session)

    async def _note(self) -> None:
        """Keep the errors of the page that is left now."""
        self.complaints += await self.evaluate("() => window.complaints ?? []")

    async def goto(self, address: str) -> None:
        await self._note()
        await self._post("/url", url=address)
        await self.evaluate(LISTEN)

    async def evaluate(self, function: str, *values: object) -> Any:
        return await self._post("/execute/sync", script=f"return ({function})(...arguments)", args=values)

    async def _perform(self, actions: list[dict[str, Any]]) -> None:
        await self._post("/actions", actions=actions)

    async def _matching(self, selector: str) -> list[Element]:
        found: list[Element] = await self._post("/elements", using="css selector", value=selector)
        return found

    async def _named(self, role: str, name: str) -> list[Element]:
        return [one for one in await self._matching(SELECTORS[role]) if await self._is(one, role, name)]

    async def _is(self, element: Element, role: str, name: str) -> bool:
        (reference,) = element.values()
        told = [await self._get(f"/element/{reference}/{what}") for what in ("computedlabel", "computedrole")]
        return told == [name, role]

    async def _scroll_to(self, element: Element) -> None:
        await self.evaluate('(element) => element.scrollIntoView({ block: "nearest" })', element)

    def _origin(self, element: Element) -> dict[str, Any]:
        return element

    async def _get(self, path: str) -> Any:
        return _value(await self._http.get(self._session + path))

    async def _post(self, path: str, **parameters: object) -> Any:
        return _value(await self._http.post(self._session + path, json=parameters))


def _value(answer: httpx.Response) -> Any:
    value = answer.json()["value"]
    if not answer.is_success:
        raise failure(value["error"], value["message"])
    return value
