"""The app on bad connections: a server that does not answer, and an update while a page is open."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from browser.kit import Visits, at_hand, hosting


@pytest.mark.own_server
async def test_a_server_that_does_not_answer_holds_up_no_page(visit: Visits) -> None:
    page = await visit("/about", offline=True)
    await at_hand(page)
    # It takes connections, and says nothing.
    os.kill(visit.server.pid, signal.SIGSTOP)
    try:
        await page.goto("/score")
        await expect(page.get_by_role("button", name="Count the points")).to_be_visible()
    finally:
        os.kill(visit.server.pid, signal.SIGCONT)


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """The web app, to be changed."""
    return Path(shutil.copytree(str(resources.files("wonderland") / "web"), tmp_path / "web"))


@pytest_asyncio.fixture(loop_scope="session")
async def updated(browser: Browser, tmp_path: Path, web: Path) -> AsyncIterator[Visits]:
    async with hosting(tmp_path / "data", "--web", str(web)) as server:
        visits = Visits(browser, server)
        yield visits
        await visits.leave()
        assert not visits.complaints


def rebuild(web: Path) -> None:
    """Another build: the settings' page has another name, and so have all that lead to it."""
    (page,) = web.glob("assets/Settings-*.js")
    old, new = page.name, "Settings-another.js"
    for packed in [*web.rglob("*.gz"), *web.rglob("*.br")]:
        packed.unlink()
    for file in [*web.rglob("*.js"), *web.rglob("*.html")]:
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    page.rename(page.with_name(new))
    worker = web / "offline.js"
    text, found = re.subn(r"\b[0-9a-f]{12}\b", "another", worker.read_text("utf-8"))
    assert found == 1, "the build is named by its content"
    worker.write_text(text, "utf-8")


#: Fetches the new service worker, until it is there with all its files.
UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    const there = () => worker.state === "activated" || registration.waiting === worker;
    while (!there()) await new Promise((changed) => worker.addEventListener("statechange", changed, { once: true }));
}"""


async def test_a_page_that_is_open_over_an_update_works_on_without_a_connection(updated: Visits, web: Path) -> None:
    page = await updated("/about", offline=True)
    await at_hand(page)
    await updated.server.stop()
    rebuild(web)
    await updated.server.start()
    await page.evaluate("window.before = true")
    await page.evaluate(UPDATE)
    # What a browser happens to have at hand besides does not count.
    await (await page.context.new_cdp_session(page)).send("Network.clearBrowserCache")
    await page.context.set_offline(True)
    await page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert await page.evaluate("window.before")
    # The new build is at hand, too.
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert await page.locator("script[type=module]").count() == 1
