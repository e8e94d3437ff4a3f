"""Who sits down: asking the person, making the bots, and refusing those that cannot run on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import msgspec
from rich.table import Table
from rich.text import Text

from wonderland.bots.registry import BOTS, ladder, make, plain_name, strength, title, with_strength
from wonderland.core.errors import NotInstalled, Unreadable, WonderlandError, shown
from wonderland.games.registry import AnyGame
from wonderland.messages import known
from wonderland.messages.lists import listed
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.levels import read_levels
from wonderland.terminal.opponents import Opponent, check_number, names, one_each, shows_avatars
from wonderland.terminal.request import PlayRequest


def at_a_terminal() -> bool:
    """Whether a person sees what is printed and types the answers."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask_opponents(request: PlayRequest, game: AnyGame, dialog: Dialog, usual: int) -> PlayRequest:
    """The request with the opponents that a person at a terminal chooses, unless it names them already."""
    if request.levels or request.opponents is not None or not at_a_terminal():
        return request
    levels = ask_levels(dialog, game, usual)
    return msgspec.structs.replace(request, levels=levels, opponents=len(levels) or None)


def make_opponents(request: PlayRequest, game: AnyGame, players: Sequence[str]) -> dict[int, Opponent]:
    """The bots of the other seats; one that cannot run here is refused."""
    levels = request.levels_of(game, players)
    check_installed(levels.values(), game, request.lang)
    return {
        seat: Opponent(level, make(level, int(request.random.random() * 2**32), game.name))
        for seat, level in levels.items()
    }


def ask_levels(dialog: Dialog, game: AnyGame, usual: int) -> tuple[str, ...]:
    """Ask once who sits down, one opponent for each that is named; empty for the usual ones."""
    dialog.tell("play_who", "bold")
    table = Table.grid(padding=(0, 1))
    avatars = shows_avatars(dialog.console)
    for number, level in enumerate(ladder(game.name), 1):
        avatar = [BOTS[level].avatar] if avatars else []
        table.add_row(f"  {number}", *avatar, f"{title(level, dialog.lang)} ", _about(level, game, dialog))
    dialog.console.print(table)
    mix = names(one_each((), usual, game.name), dialog.lang, besides="")
    while answer := dialog.ask("play_ask_who", names=f" {dialog.text('and')} ".join(mix)):
        try:
            levels = read_levels(answer, game.name, dialog.lang)
            check_number(game, len(levels))
            check_installed(levels, game, dialog.lang)
        except WonderlandError as problem:
            dialog.show(problem.say(dialog.lang), "red")
        else:
            return tuple(ask_strength(dialog, *one) for one in zip(levels, names(levels, dialog.lang, ""), strict=True))
    return ()


def ask_strength(dialog: Dialog, level: str, name: str) -> str:
    """Ask how strong a bot shall play, where it can be chosen and the person has not said it; empty for the usual."""
    option = strength(level)
    if option is None or level != plain_name(level):
        return level
    limits = {"low": option.low, "high": option.high}
    while answer := dialog.ask("play_ask_strength", name=name, default=option.default, **limits):
        number = option.read(answer)
        if number is not None:
            return with_strength(level, number)
        dialog.show(Unreadable("integer_wrong", value=shown(answer), **limits).say(dialog.lang), "red")
    return level


def check_installed(levels: Iterable[str], game: AnyGame, lang: str) -> None:
    """Refuse a bot that cannot run on this machine, with what to install and which bots can run without it."""
    for level in levels:
        problem = _missing(level, game)
        if problem:
            others = [title(other, lang) for other in ladder(game.name) if not _missing(other, game)]
            raise NotInstalled("level_not_here", name=title(level, lang), others=listed(others, lang), problem=problem)


def _missing(level: str, game: AnyGame) -> NotInstalled | None:
    try:
        make(level, 0, game.name)
    except NotInstalled as problem:
        return problem
    return None


def _about(level: str, game: AnyGame, dialog: Dialog) -> Text:
    """A description of an opponent, where there is one, or what must be installed before it can play here."""
    problem = _missing(level, game)
    if problem:
        return Text(dialog.text("play_not_here", problem=problem.say(dialog.lang)), "dim")
    return Text(dialog.text(f"bot_{level}_about") if known(f"bot_{level}_about") else "")
