"""Which bots there are. A new bot is a file in its game's folder and one line below."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec

from wonderland.bots.bot import Bot
from wonderland.core.errors import Unreadable, shown
from wonderland.messages import catalogue, say

AnyBot = Bot[Any, Any]


class Entry(msgspec.Struct, frozen=True):
    """A bot's game, what makes one from a seed, and the face that puts it on the ladder."""

    game: str
    make: str
    face: str = ""


#: By game, gentlest first. A name belongs to one game only, so that it says which game is meant.
BOTS = {
    "random": Entry("parade", "wonderland.bots.parade.simple:Anything"),
    "greedy": Entry("parade", "wonderland.bots.parade.simple:Greedy"),
    "flat": Entry("parade", "wonderland.bots.parade.flat:Flat"),
    "dormouse": Entry("parade", "wonderland.bots.parade.simple:dormouse", "🐭"),
    "rabbit": Entry("parade", "wonderland.bots.parade.simple:rabbit", "🐇"),
    "hatter": Entry("parade", "wonderland.bots.parade.heuristic:Heuristic", "🎩"),
    "cat": Entry("parade", "wonderland.bots.parade.search:cat", "😺"),
    "queen": Entry("parade", "wonderland.bots.parade.search:Search", "👑"),
    "turtle": Entry("nimble", "wonderland.bots.nimble.levels:turtle", "🐢"),
    "dodo": Entry("nimble", "wonderland.bots.nimble.levels:dodo", "🦤"),
    "hare": Entry("nimble", "wonderland.bots.nimble.levels:hare", "🐰"),
    "gryphon": Entry("nimble", "wonderland.bots.nimble.levels:gryphon", "🦅"),
}


#: What the name of a bot in another language begins with; the rest is the command that starts it.
ENGINE = "engine:"
LONGEST_TITLE = 40  #: characters of a command that stands for a name


def find(name: str) -> Entry:
    """The bot of that name; ``engine:`` and a command is another program that plays Parade.

    >>> find("queen").game, find("engine:./mybot --flag").game
    ('parade', 'parade')
    """
    if name.startswith(ENGINE):
        return Entry("parade", "wonderland.bots.engines:Engine")
    if name not in BOTS:
        raise Unreadable("bot_unknown", name=shown(name), bots=", ".join(BOTS))
    return BOTS[name]


def make(name: str, seed: int) -> AnyBot:
    """A fresh bot for one seat of one game. An engine serves many games, and is to be closed after the last."""
    module, _, factory = find(name).make.partition(":")
    maker = getattr(import_module(module), factory)
    bot: AnyBot = maker(name.removeprefix(ENGINE), seed) if name.startswith(ENGINE) else maker(seed)
    return bot


def ladder(game: str) -> tuple[str, ...]:
    """The bots people meet at a table, gentlest first.

    >>> ladder("parade")
    ('dormouse', 'rabbit', 'hatter', 'cat', 'queen')
    """
    return tuple(name for name, entry in BOTS.items() if entry.game == game and entry.face)


def title(name: str, lang: str = "en") -> str:
    """What people call a bot; one that has no such name yet goes by its own, and an engine by its command.

    >>> title("queen"), title("queen", "fr"), title("greedy"), title("engine:./mybot --flag")
    ('Queen of Hearts', 'Reine de Cœur', 'greedy', './mybot --flag')
    """
    if name.startswith(ENGINE):
        command = name.removeprefix(ENGINE)
        return command if len(command) <= LONGEST_TITLE else command[: LONGEST_TITLE - 1] + "…"
    return say(f"bot_{name}", lang) if f"bot_{name}" in catalogue(lang) else name
