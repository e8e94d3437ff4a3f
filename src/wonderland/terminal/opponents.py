"""The person's opponents: how many, of which level, their names, and which level a name stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from itertools import chain, count, cycle, islice
from typing import NamedTuple

from rich.console import Console

from wonderland.bots.options import every_name
from wonderland.bots.registry import AnyBot, find, ladder, title
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games.registry import AnyGame
from wonderland.messages import LANGUAGES


class Opponent(NamedTuple):
    """A bot at the table, and the level of the ladder it plays at; perhaps with options, as in ``alice:level=3``."""

    level: str
    bot: AnyBot

    @property
    def avatar(self) -> str:
        return find(self.level).avatar


def one_each(levels: tuple[str, ...], number: int, game: str) -> tuple[str, ...]:
    """A level for every opponent: those asked for, one for all, or the two gentlest in turn.

    >>> one_each((), 3, "parade"), one_each(("queen",), 2, "parade")
    (('rabbit', 'dormouse', 'rabbit'), ('queen', 'queen'))
    """
    if len(levels) > 1 and len(levels) != number:
        raise NotAllowed("level_count", levels=len(levels), opponents=number).within("at_key", key="--level")
    return tuple(islice(cycle(levels or ladder(game)[1::-1]), number))


def names(levels: Iterable[str], lang: str, besides: str) -> tuple[str, ...]:
    """The opponents' names in the person's language, numbered where they would be the same.

    >>> names(["rabbit", "rabbit"], "fr", besides="Ann")
    ('Lapin blanc', 'Lapin blanc 2')
    """
    taken = [besides]
    for level in levels:
        plain = title(level, lang)
        numbered = chain([plain], (f"{plain} {number}" for number in count(2)))
        taken.append(next(name for name in numbered if name not in taken))
    return tuple(taken[1:])


def level_called(name: str, game: str) -> str | None:
    """The level that a player's name in a record stands for, in any language.

    >>> (
    ...     level_called("Lapin blanc 2", "parade"),
    ...     level_called("Alice (level 3)", "parade"),
    ...     level_called("Bob", "parade"),
    ... )
    ('rabbit', 'alice:level=3', None)
    """
    for level in (name for bot in ladder(game) for name in every_name(bot, find(bot).options)):
        for lang in LANGUAGES:
            if re.fullmatch(rf"{re.escape(title(level, lang))}( \d+)?", name):
                return level
    return None


def check_number(game: AnyGame, opponents: int) -> None:
    if opponents + 1 not in game.seats:
        raise Unreadable("players_number", found=opponents + 1, low=game.seats[0], high=game.seats[-1])


def shows_avatars(console: Console, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether avatars (emoji) can be shown: not in a pipe, and not on the Linux console, whose fonts lack them."""
    return console.is_terminal and console.encoding.startswith("utf") and environment.get("TERM") != "linux"
