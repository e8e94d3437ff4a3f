"""Asking who sits down, and saying who cannot on this machine."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from wonderland.bots.parade.reason import listed
from wonderland.bots.registry import BOTS, ladder, make, title
from wonderland.core.errors import NotInstalled, WonderlandError
from wonderland.games.registry import AnyGame
from wonderland.messages import catalogue
from wonderland.terminal.asking import Talk
from wonderland.terminal.levels import read_levels
from wonderland.terminal.opponents import check_number, names, one_each, shows_faces


def ask_levels(talk: Talk, game: AnyGame, usual: int) -> tuple[str, ...]:
    """Ask once who sits down, one opponent for each that is named; nothing for the usual ones."""
    talk.tell("play_who", "bold")
    table = Table.grid(padding=(0, 1))
    faces = shows_faces(talk.console)
    for number, level in enumerate(ladder(game.name), 1):
        face = [BOTS[level].avatar] if faces else []
        table.add_row(f"  {number}", *face, f"{title(level, talk.lang)} ", _about(level, talk))
    talk.console.print(table)
    mix = names(one_each((), usual, game.name), talk.lang, besides="")
    while answer := talk.ask("play_ask_who", names=f" {talk.text('and')} ".join(mix)):
        try:
            levels = read_levels(answer, game.name, talk.lang)
            check_number(game, len(levels))
            check_here(levels, game, talk.lang)
        except WonderlandError as problem:
            talk.show(problem.say(talk.lang), "red")
        else:
            return levels
    return ()


def check_here(levels: Iterable[str], game: AnyGame, lang: str) -> None:
    """Refuse whoever cannot play on this machine, with what to install and who can play without it."""
    for level in levels:
        problem = _missing(level)
        if problem:
            others = [title(other, lang) for other in ladder(game.name) if not _missing(other)]
            raise NotInstalled("level_not_here", name=title(level, lang), others=listed(others, lang), problem=problem)


def _missing(level: str) -> NotInstalled | None:
    try:
        make(level, seed=0)
    except NotInstalled as problem:
        return problem
    return None


def _about(level: str, talk: Talk) -> Text:
    """A word about an opponent, or what it needs before it can play here; a new one may have no word yet."""
    problem = _missing(level)
    if problem:
        return Text(talk.text("play_not_here", problem=problem.say(talk.lang)), "dim")
    return Text(talk.text(f"bot_{level}_about") if f"bot_{level}_about" in catalogue(talk.lang) else "")
