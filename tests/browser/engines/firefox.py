"""Firefox, which speaks WebDriver BiDi by itself: JSON over one WebSocket, no driver in between."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from browser.engines.page import WINDOW, Page
from browser.engines.webdriver import Element, WebDriverPage, failure
from browser.programs import program
from server.process import TIMEOUT_SECONDS

#: A profile that asks nothing and fetches nothing of its own; animations are off, as in the other engines.
PREFERENCES: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Page]:
    command = program("WONDERLAND_FIREFOX", "firefox-esr", "firefox", package="firefox-esr")
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(lines))
    process = await asyncio.create_subprocess_exec(
        command, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder),
        stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE,
    )  # fmt: skip
    try:
        assert process.stderr
        async with asyncio.timeout(TIMEOUT_SECONDS):
            address = await _address(process.stderr)
        # Read to the end: a full pipe would hold up the browser.
        rest = asyncio.create_task(process.stderr.read())
        async with connect(address + "/session", max_size=None, proxy=None) as socket:
            page = await FirefoxPage.open(socket)
            yield page
            await page.close()
        await process.wait()
        await rest
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _address(lines: asyncio.StreamReader) -> str:
    said = ""
    while line := (await lines.readline()).decode():
        said += line
        if found := LISTENING.search(line):
            return found[1]
    raise AssertionError(f"Firefox has ended: {said}")


class FirefoxPage(WebDriverPage):
    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._numbers = count()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listening = asyncio.create_task(self._listen())
        self._context = ""

    @classmethod
    async def open(cls, socket: ClientConnection) -> FirefoxPage:
        page = cls(socket)
        await page._send("session.new", capabilities={})
        await page._send("session.subscribe", events=["log.entryAdded"])
        # In the tab that is open already the address bar keeps the focus: no key would press a button.
        page._context = (await page._send("browsingContext.create", type="tab"))["context"]
        await page._in_context(
            "browsingContext.setViewport", viewport=dict(zip(("width", "height"), WINDOW, strict=True))
        )
        return page

    async def close(self) -> None:
        await self._send("browser.close")
        await self._listening

    async def goto(self, address: str) -> None:
        await self._in_context("browsingContext.navigate", url=address, wait="complete")

    async def evaluate(self, function: str, *values: object) -> Any:
        # As text both ways, which needs no BiDi notation.
        text = f"async (values) => JSON.stringify((await ({function})(...JSON.parse(values))) ?? null)"
        return json.loads(await self._call(text, {"type": "string", "value": json.dumps(values)}))

    async def _perform(self, actions: list[dict[str, Any]]) -> None:
        await self._in_context("input.performActions", actions=actions)

    async def _matching(self, selector: str) -> list[Element]:
        return await self._nodes({"type": "css", "value": selector})

    async def _named(self, role: str, name: str) -> list[Element]:
        return await self._nodes({"type": "accessibility", "value": {"role": role, "name": name}})

    async def _nodes(self, locator: dict[str, Any]) -> list[Element]:
        found = (await self._in_context("browsingContext.locateNodes", locator=locator))["nodes"]
        return [{"sharedId": node["sharedId"]} for node in found]

    async def _scroll_to(self, element: Element) -> None:
        await self._call('(element) => element.scrollIntoView({ block: "nearest" })', element)

    def _origin(self, element: Element) -> dict[str, Any]:
        return {"type": "element", "element": element}

    async def _call(self, function: str, *values: dict[str, Any]) -> Any:
        """What a function returns of values in BiDi's own notation."""
        came = await self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=values,
            target={"context": self._context},
            awaitPromise=True,
        )
        assert came["type"] == "success", came["exceptionDetails"]["text"]
        return came["result"].get("value")

    async def _in_context(self, method: str, **parameters: object) -> Any:
        return await self._send(method, context=self._context, **parameters)

    async def _send(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        async with asyncio.timeout(2 * TIMEOUT_SECONDS):
            return await answer

    async def _listen(self) -> None:
        """Until the connection ends."""
        async for text in self._socket:
            message = json.loads(text)
            if message["type"] == "event":
                entry = message["params"]
                if entry.get("level") == "error":
                    self.complaints.append(f"{entry['text']} {entry.get('source', {})}")
                continue
            answer = self._answers.pop(message["id"])
            if message["type"] == "success":
                answer.set_result(message["result"])
            else:
                answer.set_exception(failure(message["error"], message["message"]))
        for answer in self._answers.values():
            answer.set_exception(AssertionError("Firefox has ended"))
