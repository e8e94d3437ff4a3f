"""The bots by name. A new bot is a file in its game's folder and one line below."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from wonderland.bots.bot import Bot
from wonderland.bots.kit import GameBots
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.games import registry as games
from wonderland.games.registry import DEFAULT_GAME
from wonderland.messages import known, say

AnyBot = Bot[Any, Any]


class BotEntry(msgspec.Struct, frozen=True):
    """A registered bot: its game ("" for any), its factory, and how it is offered."""

    game: str
    #: ``module:factory``, called with a seed; for a bot that plays any game also with the game.
    make: str
    #: The picture with which it is offered at tables; a bot without one is for matches only.
    avatar: str = ""
    #: Its decisions run compiled code, so it should be warmed up before the first of them.
    compiled: bool = False


#: By game, gentlest first. A name is used by one game only, so that it also tells the game.
BOTS = {
    "random": BotEntry("", "wonderland.bots.kit:RandomBot", "🎲"),
    "greedy": BotEntry("parade", "wonderland.bots.parade.simple:Greedy"),
    "flat": BotEntry("parade", "wonderland.bots.parade.flat:Flat", compiled=True),
    "dormouse": BotEntry("parade", "wonderland.bots.parade.simple:dormouse", "🐭"),
    "rabbit": BotEntry("parade", "wonderland.bots.parade.simple:rabbit", "🐇"),
    "hatter": BotEntry("parade", "wonderland.bots.parade.heuristic:Heuristic", "🎩"),
    "cat": BotEntry("parade", "wonderland.bots.parade.search:cat", "😺", compiled=True),
    "queen": BotEntry("parade", "wonderland.bots.parade.search:Search", "👑", compiled=True),
    "turtle": BotEntry("nimble", "wonderland.bots.nimble.levels:turtle", "🐢"),
    "dodo": BotEntry("nimble", "wonderland.bots.nimble.levels:dodo", "🦤"),
    "hare": BotEntry("nimble", "wonderland.bots.nimble.levels:hare", "🐰"),
    "gryphon": BotEntry("nimble", "wonderland.bots.nimble.levels:gryphon", "🦅"),
}

#: The games whose bots have a kit of their own.
KITS = {
    "parade": "wonderland.bots.parade.kit:ParadeBots",
    "nimble": "wonderland.bots.nimble.kit:NimbleBots",
}

#: The prefix of an engine's name; the rest is the command that starts it.
ENGINE = "engine:"
MAX_TITLE_LENGTH = 40  #: characters of a command shown as a name


def find(name: str) -> BotEntry:
    """The bot of that name; ``engine:`` and a command is an engine.

    >>> find("queen").game, find("engine:./mybot --flag").game
    ('parade', '')
    """
    if name.startswith(ENGINE):
        return BotEntry("", "wonderland.bots.engines:Engine")
    if name not in BOTS:
        raise Unreadable("bot_unknown", name=shown(name), bots=", ".join(BOTS))
    return BOTS[name]


def kit(game: str) -> GameBots:
    """The kit of a game's bots: its own, or the defaults.

    >>> kit("nimble").substitute
    'dodo'
    """
    rules = games.find(game)
    made: GameBots = _load(KITS[game])(rules) if game in KITS else GameBots(rules)
    return made


def make(name: str, seed: int, game: str = "") -> AnyBot:
    """A new bot for one seat of one game. An engine plays many games and must be closed after the last.

    ``game`` is needed for bots that play any game.
    """
    entry = find(name)
    if game and entry.game not in ("", game):
        raise NotAllowed("bot_other_game", bot=name, game=entry.game, wanted=game)
    make_one = _load(entry.make)
    if entry.game:
        bot: AnyBot = make_one(seed)
    elif name.startswith(ENGINE):
        bot = make_one(name.removeprefix(ENGINE), seed, kit(game or DEFAULT_GAME))
    else:
        bot = make_one(seed, games.find(game or DEFAULT_GAME))
    return bot


def ladder(game: str) -> tuple[str, ...]:
    """The bots offered at tables, gentlest first; for a game without bots of its own, the random one.

    >>> ladder("parade")
    ('dormouse', 'rabbit', 'hatter', 'cat', 'queen')
    """
    return tuple(name for name, entry in BOTS.items() if entry.game == game and entry.avatar) or ("random",)


@cache
def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def title(name: str, lang: str = "en") -> str:
    """A bot's name for people; without one the registered name, and for an engine its command.

    >>> title("queen"), title("queen", "fr"), title("greedy"), title("engine:./mybot --flag")
    ('Queen of Hearts', 'Reine de Cœur', 'greedy', './mybot --flag')
    """
    if name.startswith(ENGINE):
        command = name.removeprefix(ENGINE)
        return command if len(command) <= MAX_TITLE_LENGTH else command[: MAX_TITLE_LENGTH - 1] + "…"
    return say(f"bot_{name}", lang) if known(f"bot_{name}") else name
