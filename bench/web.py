"""The web app in a real browser: what the first load weighs, and how long a move takes to be seen and confirmed.

``scripts/bench web`` starts a server of its own on loopback and plays Parade and Nimble in a headless Chromium. A frame
has 16.7 ms at 60 a second.
"""

from __future__ import annotations

import asyncio
import gzip
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, Response

# In place of this folder, whose server.py would hide the tests' folder of that name.
sys.path[0] = str(Path(__file__).parents[1] / "tests")

from browser.kit import browsing, hosting  # noqa: E402  # found by the line above

MEASURED_MOVES = 60

#: In the page: when our own messages are answered, and when the picture of the table changes.
OBSERVER_SCRIPT = """
window.answered = [];
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({ data }) => {
      if (data.includes('"type":"accepted"')) window.answered.push(performance.now());
    });
  }
};
window.pressed = (press, table) => new Promise((done) => {
  const before = window.answered.length;
  const start = performance.now();
  let seen = null;
  const observer = new MutationObserver(() => { seen ??= performance.now() - start; });
  observer.observe(table, { subtree: true, childList: true, attributes: true });
  press();
  requestAnimationFrame(function look() {
    if (window.answered.length === before || seen === null) {
      if (performance.now() - start > 2000) { observer.disconnect(); return done(null); }
      return requestAnimationFrame(look);
    }
    observer.disconnect();
    done([seen, window.answered[before] - start]);
  });
});
"""

PARADE_MOVE_SCRIPT = """
const card = [...document.querySelectorAll('[data-zone="hand"] button:not([disabled])')].at(-1)
  ?? document.querySelector('button[data-zone="hand"]:not([disabled])');
return card ? window.pressed(() => card.click(), document.querySelector("main")) : null;
"""

NIMBLE_MOVE_SCRIPT = """
const key = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code: "Space", bubbles: true }));
return window.pressed(() => key(" "), document.querySelector("main"));
"""


async def weigh(browser: Browser, address: str) -> dict[str, int]:
    """Bytes by kind of what comes before somebody can play, as gzip where it is text."""
    page = await (await browser.new_context(service_workers="block")).new_page()
    came: list[Response] = []
    page.on("response", lambda response: came.append(response))
    await page.goto(address, wait_until="networkidle")
    sizes: dict[str, int] = {}
    for response in came:
        name = response.url.rpartition("/")[2]
        kind = name.rpartition(".")[2] if "." in name else "page or api"
        body = await response.body()
        sizes[kind] = sizes.get(kind, 0) + (len(body) if kind in ("woff2", "png") else len(gzip.compress(body, 9)))
    await page.close()
    return sizes


async def moves(page: Page, address: str, game: str, bot: str, press: str) -> list[tuple[float, float]]:
    """Milliseconds from the press to the changed page, and to the server's word that it is on disk."""
    await page.add_init_script(OBSERVER_SCRIPT)
    found: list[tuple[float, float]] = []
    while len(found) < MEASURED_MOVES:
        table = await page.request.post(f"{address}/api/play-now", data={"game": game, "bots": [bot]})
        await page.goto(f"{address}/t/{(await table.json())['id']}")
        await page.locator('[data-zone="hand"]').first.wait_for()
        await page.locator("[data-countdown]").wait_for(state="detached")
        for _ in range(18):
            await page.wait_for_timeout(150)  # the bot's move, and a person's breath
            if (took := await page.evaluate(f"() => {{{press}}}")) is not None:
                found.append((took[0], took[1]))
    return found


def tell(what: str, values: list[float]) -> None:
    ordered = sorted(values)
    print(f"  {what:<34} median {statistics.median(ordered):6.1f} ms   p95 {ordered[int(len(ordered) * 0.95)]:6.1f} ms")


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with hosting(Path(folder) / "data") as server, browsing() as browser:
            sizes = await weigh(browser, server.address)
            print(f"first load: {sum(sizes.values()) / 1000:.0f} kB gzipped in all")
            for kind, size in sorted(sizes.items(), key=lambda item: -item[1]):
                print(f"  {kind:<34} {size / 1000:6.1f} kB")
            page = await (await browser.new_context()).new_page()
            await page.request.post(f"{server.address}/api/guest", data={"name": "Ann"})
            for game, bot, press in (
                ("parade", "rabbit", PARADE_MOVE_SCRIPT),
                ("nimble", "turtle", NIMBLE_MOVE_SCRIPT),
            ):
                took = await moves(page, server.address, game, bot, press)
                print(f"{game}: {len(took)} moves")
                tell("press to changed page", [seen for seen, _ in took])
                tell("press to on disk and answered", [answered for _, answered in took])


if __name__ == "__main__":
    asyncio.run(main())
