"""The bots by name. A new bot is a file in its game's folder and one line below."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from wonderland.bots.bot import Bot
from wonderland.bots.kit import GameBots
from wonderland.bots.options import (
    STRENGTH,
    BotOption,
    FlagOption,
    NumberOption,
    OptionValues,
    read_options,
    split_name,
    write_name,
    written_options,
)
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.games import registry as games
from wonderland.games.registry import DEFAULT_GAME
from wonderland.messages import known, say

AnyBot = Bot[Any, Any]


class BotEntry(msgspec.Struct, frozen=True):
    """A registered bot: its game ("" for any), its factory, and how it is offered."""

    game: str
    #: ``module:factory``, called with a seed; for a bot that plays any game also with the game; and with its options.
    make: str
    #: The picture with which it is offered at tables; a bot without one is for matches only.
    avatar: str = ""
    #: Its decisions run compiled code, so it should be warmed up before the first of them.
    compiled: bool = False
    #: What its name may carry after a colon; the factory takes them by name.
    options: tuple[BotOption, ...] = ()


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
    "alice": BotEntry(
        "parade",
        "wonderland.bots.parade.alice:make_alice",
        "👧",
        compiled=True,
        options=(FlagOption("net"), NumberOption(STRENGTH, 1, 9, default=9)),
    ),
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
    """The bot of that name, whose options are checked; ``engine:`` and a command is an engine.

    >>> find("queen").game, find("alice:level=3").game, find("engine:./mybot --flag").game
    ('parade', 'parade', '')
    """
    return _read(name)[1]


def canonical(name: str) -> str:
    """The one name that a bot has, however its options are written; results and seats are kept under it.

    >>> canonical("alice:level=3:net"), canonical("alice:level=9"), canonical("engine:./mybot")
    ('alice:net:level=3', 'alice', 'engine:./mybot')
    """
    plain, entry, values = _read(name)
    return write_name(plain, entry.options, values)


def plain_name(name: str) -> str:
    """A bot's name without its options, as the ladder has it.

    >>> plain_name("alice:level=3"), plain_name("queen")
    ('alice', 'queen')
    """
    return name if name.startswith(ENGINE) else split_name(name)[0]


def strength(name: str) -> NumberOption | None:
    """How strong a bot can be asked to play; None where it plays one way only.

    >>> strength("alice").high, strength("queen")
    (9, None)
    """
    return next((one for one in find(name).options if isinstance(one, NumberOption) and one.name == STRENGTH), None)


def with_strength(name: str, level: int) -> str:
    """The name of a bot that plays at a level of its strength.

    >>> with_strength("alice", 3), with_strength("alice:level=3", 9)
    ('alice:level=3', 'alice')
    """
    plain, entry, values = _read(name)
    return write_name(plain, entry.options, {**values, STRENGTH: level})


def _read(name: str) -> tuple[str, BotEntry, OptionValues]:
    """A bot's name without options, its entry, and what the options say."""
    if name.startswith(ENGINE):
        return name, BotEntry("", "wonderland.bots.engines:Engine"), {}
    plain, text = split_name(name)
    if plain not in BOTS:
        raise Unreadable("bot_unknown", name=shown(name), bots=", ".join(BOTS))
    return plain, BOTS[plain], read_options(plain, BOTS[plain].options, text)


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
    _, entry, values = _read(name)
    if game and entry.game not in ("", game):
        raise NotAllowed("bot_other_game", bot=name, game=entry.game, wanted=game)
    make_one = _load(entry.make)
    if entry.game:
        bot: AnyBot = make_one(seed, **values)
    elif name.startswith(ENGINE):
        bot = make_one(name.removeprefix(ENGINE), seed, kit(game or DEFAULT_GAME))
    else:
        bot = make_one(seed, games.find(game or DEFAULT_GAME), **values)
    return bot


def ladder(game: str) -> tuple[str, ...]:
    """The bots offered at tables, gentlest first; for a game without bots of its own, the random one.

    >>> ladder("parade")
    ('dormouse', 'rabbit', 'hatter', 'cat', 'queen', 'alice')
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
    >>> title("alice:level=3"), title("alice:net", "fr")
    ('Alice (level 3)', 'Alice (sans recherche)')
    """
    if name.startswith(ENGINE):
        command = name.removeprefix(ENGINE)
        return command if len(command) <= MAX_TITLE_LENGTH else command[: MAX_TITLE_LENGTH - 1] + "…"
    plain, text = split_name(name)
    shown_name = say(f"bot_{plain}", lang) if known(f"bot_{plain}") else plain
    if text is None:
        return shown_name
    return say("bot_with_options", lang, bot=shown_name, options=", ".join(_option_titles(plain, text, lang)))


def _option_titles(bot: str, text: str, lang: str) -> list[str]:
    """A bot's options for people; one that nobody has worded, or that is no longer known, as it is written."""
    return [
        say(f"bot_{bot}_option_{name}", lang, value=value) if known(f"bot_{bot}_option_{name}") else part
        for part, name, value in written_options(text)
    ]
