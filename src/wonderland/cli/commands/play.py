"""``wonderland play``: a game in the terminal against opponents from gentle to expert."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from wonderland.bots.registry import ladder, strength
from wonderland.cli import messages
from wonderland.cli.game_options import GivenFlag, read_flags, with_game_flags
from wonderland.cli.messages import tell
from wonderland.cli.options import GameName, Lang, number
from wonderland.core.errors import NotAllowed
from wonderland.core.fields import at
from wonderland.games import registry
from wonderland.messages.lists import listed

DEFAULT_NAME = "Ann"  #: the person's name, unless they say it


def _title(game: str) -> str:
    return registry.title(game, messages.language)


def _ladders() -> str:
    """The bots of every game, gentlest first."""
    bots = {_title(game): ", ".join(map(_with_strength, ladder(game))) for game in registry.GAMES}
    return ". ".join(tell("at_key", key=game, problem=names) for game, names in bots.items())


def _with_strength(bot: str) -> str:
    """A bot, and how its strength may be chosen: ``alice[:level=1 … level=9]``."""
    option = strength(bot)
    return f"{bot}[:{option.allowed}]" if option else bot


def _ranges() -> str:
    """How many opponents every game allows."""
    seats = {_title(game): registry.find(game).seats for game in registry.GAMES}
    return ", ".join(
        tell("cli_opponents_range", low=of[0] - 1, high=of[-1] - 1, game=game) for game, of in seats.items()
    )


def _play(
    flags: Sequence[GivenFlag],
    game: GameName = registry.DEFAULT_GAME,
    opponents: Annotated[
        int | None,
        typer.Option(
            "--opponents",
            "-o",
            metavar="N",
            parser=number("--opponents"),
            help=tell("cli_opponents", ranges=_ranges()),
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option("--level", "-l", metavar="NAME[,NAME…]", help=tell("cli_level", ladders=_ladders())),
    ] = None,
    name: Annotated[str | None, typer.Option(help=tell("cli_name"))] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", parser=number("--seed"), help=tell("cli_seed"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_resume"))] = None,
    seat: Annotated[int, typer.Option(metavar="N", parser=number("--seat"), help=tell("cli_seat"))] = 0,
    lang: Lang = None,
) -> None:
    from wonderland.terminal.dialog import PlayerLeft
    from wonderland.terminal.games import kit
    from wonderland.terminal.levels import read_levels
    from wonderland.terminal.request import PlayRequest

    rules = registry.find(game)
    if resume:
        fixed = {"--opponents": opponents, "--name": name, **{given.flag.flag: given.value for given in flags}}
        _check_unchanged([flag for flag, value in fixed.items() if value is not None])
    options, _ = read_flags(rules, flags)
    with at("at_key", key="--level"):
        levels = () if level is None else read_levels(level, game, messages.language)
    request = PlayRequest(
        lang=messages.language,
        name=name or DEFAULT_NAME,
        opponents=opponents,
        random=Random(seed),
        save=save,
        resume=resume,
        seat=seat,
        now=datetime.now(),
        levels=levels,
        options=options,
    )
    # A person who leaves before the game begins leaves no file behind.
    with suppress(PlayerLeft):
        kit(game).play(request)


def _check_unchanged(flags: list[str]) -> None:
    """Refuse flags that would change a game that is resumed."""
    if flags:
        raise NotAllowed("resume_as_it_is", flags=listed(flags, messages.language)).within("at_key", key="--resume")


play = with_game_flags(_play)
