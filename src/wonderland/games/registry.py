"""Which games there are. A new game is a folder here and one line below."""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from typing import Any

from wonderland.core.errors import Unreadable, shown
from wonderland.core.game import Game
from wonderland.messages import add_folder, known, say

AnyGame = Game[Any, Any, Any, Any, Any]

#: A game's package holds its ``game`` object and RULES.en.md (and the same in other languages).
GAMES = {
    "parade": "wonderland.games.parade",
    "nimble": "wonderland.games.nimble",
}

DEFAULT_GAME = "parade"  #: the game that commands mean when none is named


@cache  # a table asks at every action
def _module(name: str) -> Any:
    module = import_module(name)
    add_folder(resources.files(module).joinpath("messages"))
    return module


def find(name: object) -> AnyGame:
    """The game of that name.

    >>> find("parade").seats
    range(2, 7)
    """
    if not isinstance(name, str) or name not in GAMES:
        raise Unreadable("game_unknown", name=shown(name), games=", ".join(GAMES))
    game: AnyGame = _module(GAMES[name]).game
    return game


def title(name: str, lang: str) -> str:
    """What the game is called: its message ``game_<name>``, or its name.

    >>> title("parade", "fr")
    'Parade'
    """
    find(name)
    return say(f"game_{name}", lang) if known(f"game_{name}") else name.capitalize()


def rules_page(name: str, lang: str) -> str:
    """The game's RULES page in a language; in English where it has not been written in that one yet."""
    find(name)
    pages = resources.files(GAMES[name])
    page = pages.joinpath(f"RULES.{lang}.md")
    return (page if page.is_file() else pages.joinpath("RULES.en.md")).read_text("utf-8")


def preview_picture(name: str) -> bytes | None:
    """What links to the game are shown on (``preview.png``, 1200 by 630); None where there is no such picture."""
    if name not in GAMES:
        return None
    find(name)
    picture = resources.files(GAMES[name]).joinpath("preview.png")
    return picture.read_bytes() if picture.is_file() else None
