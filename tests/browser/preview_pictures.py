"""The background of each game's link preview, from the cards of its cover.

Drawn anew by ``python tests/browser/preview_pictures.py``.

They lie in the games' folders (``preview.png``); what a link leads to is written on them by ``server/previews``.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.kit import Visits, browsing, hosting
from wonderland.server.previews.drawing import SIZE

GAMES = Path(__file__).parents[2] / "src" / "wonderland" / "games"
COLOURS = 128  #: of the picture: flat art needs few, and the file is a third

#: Lays the cards of a game's cover over the whole window, on its cloth: three of them, fanned out at the right.
LAY = """(game) => {
    const cover = document.querySelector(`[aria-labelledby="cover-${game}"]`);
    const cloth = document.createElement("div");
    const look = getComputedStyle(cover);
    cover.after(cloth);
    cloth.style.cssText = `position: fixed; inset: 0; z-index: 1000; overflow: hidden;
        background: radial-gradient(circle at 72% 50%, rgb(255 255 255 / 16%), transparent 65%),
            linear-gradient(90deg, rgb(0 0 0 / 30%), transparent 4rem), ${look.getPropertyValue("--cloth")}`;
    const frame = document.createElement("div");
    frame.style.cssText = `position: absolute; inset: 22px; border-radius: 10px; opacity: 0.75;
        border: 4px double ${look.getPropertyValue("--foil")}`;
    cloth.append(frame);
    for (const [place, card] of [...cover.querySelectorAll(".fan > span")].entries()) {
        const copy = card.cloneNode(true);
        copy.style.cssText = `position: absolute; width: 262px; margin: 0; top: ${[176, 124, 150][place]}px;
            left: ${[618, 735, 862][place]}px; rotate: ${[-13, 1, 15][place]}deg; transform: none;
            filter: drop-shadow(0 10px 14px rgb(0 0 0 / 45%))`;
        cloth.append(copy);
    }
    cloth.className = "preview";
}"""


async def main() -> None:
    width, height = SIZE
    with tempfile.TemporaryDirectory() as folder:
        async with hosting(Path(folder) / "data") as server, browsing() as browser:
            page = await Visits(browser, server)()
            await page.set_viewport_size({"width": width, "height": height})
            for path in sorted(GAMES.glob("*/rules.py")):
                game = path.parent
                await page.locator(f'[aria-labelledby="cover-{game.name}"] .fan svg').first.wait_for(state="attached")
                await page.evaluate(LAY, game.name)
                picture = Image.open(io.BytesIO(await page.screenshot(animations="disabled")))
                picture.convert("RGB").quantize(COLOURS).save(game / "preview.png", optimize=True)
                await page.locator(".preview").evaluate("cloth => cloth.remove()")


if __name__ == "__main__":
    asyncio.run(main())
