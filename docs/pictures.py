"""Draws the pictures of the terminal and of an environment in docs/images from real games.

python docs/pictures.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random

from PIL import Image
from rich.console import Console
from rich.text import Text

from wonderland.bots.registry import make
from wonderland.envs import ParadeBatch
from wonderland.envs.parade.render import render
from wonderland.games import parade
from wonderland.records.log import Log
from wonderland.terminal.dialog import Dialog, PlayerLeft
from wonderland.terminal.games.parade.table import ParadeTable
from wonderland.terminal.opponents import Opponent, names

IMAGES = Path(__file__).parent / "images"
WIDTH = 98
COLOURS = 64  #: of the picture of an environment: as good to the eye as all of them, and a third of the bytes


def picture(lang: str, title: str) -> str:
    """A few turns into a game: the table, the hand, why the others played so, and what the chosen card would take."""
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    answers = turns("pourquoi" if lang == "fr" else "why")

    def ask(prompt: str) -> str:
        answer = next(answers, None)
        console.print(prompt + (answer or ""), highlight=False)
        if answer is None:
            raise EOFError
        return answer

    random = Random(24)
    levels = ("rabbit", "dormouse")
    players = ["Ann", *names(levels, lang, besides="Ann")]
    log = Log(parade.game, parade.game.shuffle(players, random))
    opponents = {seat: Opponent(level, make(level, seat)) for seat, level in enumerate(levels, 1)}
    with suppress(PlayerLeft):
        ParadeTable(Dialog(lang, console, ask), log, 0, opponents, lambda: None, random).play()
    lines = console.export_text(clear=False, styles=True).splitlines()
    last = max(number for number, line in enumerate(lines) if "───" in line)
    short = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    short.print(Text.from_ansi("\n".join(lines[last - 3 :])))
    svg = short.export_svg(title=title)
    # The exporter asks for fonts from the network; a picture of ours asks nobody for anything.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S).replace("Fira Code", "ui-monospace")


def turns(asks: str) -> Iterator[str]:
    for _ in range(6):
        yield from ("1", "")
    yield from (asks, "1")


def environment_picture() -> Image.Image:
    """A few turns into a game for three, as ``render_mode="rgb_array"`` draws it for the first seat."""
    batch = ParadeBatch(games=1, players=3, seed=24, opponents="greedy")
    for _ in range(7):
        batch.step(batch.bot_actions("greedy"))
    return Image.fromarray(render(batch.state(0), 0, "rgb_array")).quantize(COLOURS)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for lang, title in (("en", "wonderland play"), ("fr", "wonderland play --lang fr")):
        (IMAGES / f"parade-terminal.{lang}.svg").write_text(picture(lang, title), "utf-8")
    environment_picture().save(IMAGES / "environment.png", optimize=True)
