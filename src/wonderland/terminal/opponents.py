"""Who sits down with the person: levels of a game's ladder, what they are called, and whom a name stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from itertools import chain, count, cycle, islice
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from wonderland.bots.registry import BOTS, AnyBot, ladder, title
from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError, shown
from wonderland.games.registry import AnyGame
from wonderland.messages import LANGUAGES
from wonderland.terminal.asking import Talk


class Opponent(NamedTuple):
    """A bot at the table, and the level of the ladder it plays at."""

    level: str
    bot: AnyBot

    @property
    def face(self) -> str:
        return BOTS[self.level].face


def read_levels(text: str, game: str) -> tuple[str, ...]:
    """Levels of a game's ladder, each by its name or its number from the gentlest.

    >>> read_levels("rabbit, 5", "parade")
    ('rabbit', 'queen')
    """
    levels = ladder(game)
    known = {**{level: level for level in levels}, **{str(number): level for number, level in enumerate(levels, 1)}}
    words = re.split(r"[,\s]+", text.strip().lower())
    for word in words:
        if word not in known:
            raise Unreadable("level_unknown", name=shown(word), game=game, levels=", ".join(levels))
    return tuple(known[word] for word in words)


def one_each(levels: tuple[str, ...], number: int, game: str) -> tuple[str, ...]:
    """A level for every opponent: those asked for, one for all, or a friendly mix of the two gentlest.

    >>> one_each((), 3, "parade"), one_each(("queen",), 2, "parade")
    (('rabbit', 'dormouse', 'rabbit'), ('queen', 'queen'))
    """
    if len(levels) > 1 and len(levels) != number:
        raise NotAllowed("level_count", levels=len(levels), opponents=number).within("at_key", key="--level")
    return tuple(islice(cycle(levels or ladder(game)[1::-1]), number))


def names(levels: Iterable[str], lang: str, besides: str) -> tuple[str, ...]:
    """What the opponents are called in the person's language; nobody is called like somebody else.

    >>> names(["rabbit", "rabbit"], "fr", besides="Alice")
    ('Lapin blanc', 'Lapin blanc 2')
    """
    taken = [besides]
    for level in levels:
        plain = title(level, lang)
        numbered = chain([plain], (f"{plain} {number}" for number in count(2)))
        taken.append(next(name for name in numbered if name not in taken))
    return tuple(taken[1:])


def level_called(name: str, game: str) -> str | None:
    """The level that a name of a record stands for, in whatever language it was given.

    >>> level_called("Lapin blanc 2", "parade"), level_called("Bob", "parade")
    ('rabbit', None)
    """
    for level in ladder(game):
        for lang in LANGUAGES:
            if re.fullmatch(rf"{re.escape(title(level, lang))}( \d+)?", name):
                return level
    return None


def ask_levels(talk: Talk, game: AnyGame, usual: int) -> tuple[str, ...]:
    """Ask once who sits down, one opponent for each that is named; nothing for the usual ones."""
    talk.tell("play_who", "bold")
    table = Table.grid(padding=(0, 1))
    faces = shows_faces(talk.console)
    for number, level in enumerate(ladder(game.name), 1):
        face = [BOTS[level].face] if faces else []
        table.add_row(f"  {number}", *face, f"{title(level, talk.lang)} ", talk.text(f"bot_{level}_about"))
    talk.console.print(table)
    mix = names(one_each((), usual, game.name), talk.lang, besides="")
    while answer := talk.ask("play_ask_who", names=f" {talk.text('and')} ".join(mix)):
        try:
            levels = read_levels(answer, game.name)
            check_number(game, len(levels))
        except WonderlandError as problem:
            talk.tell(problem.key, "red", **problem.values)
        else:
            return levels
    return ()


def check_number(game: AnyGame, opponents: int) -> None:
    if opponents + 1 not in game.seats:
        raise Unreadable("players_number", found=opponents + 1, low=game.seats[0], high=game.seats[-1])


def shows_faces(console: Console, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether faces can be drawn: not in a pipe, and not on the bare text console, which has no such letters."""
    return console.is_terminal and console.encoding.startswith("utf") and environment.get("TERM") != "linux"
