"""``wonderland rules [GAME]``: a game's rules in our own words."""

from __future__ import annotations

import os
import sys

from wonderland.cli import messages
from wonderland.cli.options import GameName, Lang
from wonderland.games.registry import DEFAULT_GAME, rules_page


def rules(
    game: GameName = DEFAULT_GAME,
    lang: Lang = None,
) -> None:
    page = rules_page(game, messages.language)
    if not sys.stdout.isatty():
        print(page, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    # Without it `less` shows the codes of the headings instead of the headings.
    os.environ.setdefault("LESS", "-R")
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(page), width=min(console.width, 100))
