"""``wonderland play``: a game in the terminal against opponents from gentle to expert."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from wonderland.bots.registry import ladder
from wonderland.cli import speech
from wonderland.cli.options import GameName, Lang, nimble_options, number
from wonderland.cli.speech import tell
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import at
from wonderland.games import registry


def _levels() -> str:
    return tell("cli_level", **{game: ", ".join(ladder(game)) for game in registry.GAMES})


def play(
    game: GameName = "parade",
    opponents: Annotated[
        int | None,
        typer.Option("--opponents", "-o", metavar="N", parser=number("--opponents"), help=tell("cli_opponents")),
    ] = None,
    level: Annotated[str | None, typer.Option("--level", "-l", metavar="NAME[,NAME…]", help=_levels())] = None,
    name: Annotated[str | None, typer.Option(help=tell("cli_name"))] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", parser=number("--seed"), help=tell("cli_seed"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_resume"))] = None,
    seat: Annotated[int, typer.Option(metavar="N", parser=number("--seat"), help=tell("cli_seat"))] = 0,
    errors: Annotated[str | None, typer.Option(metavar="fewest|out", help=tell("cli_errors"))] = None,
    assist: Annotated[bool, typer.Option("--assist", help=tell("cli_assist"))] = False,
    challenge: Annotated[bool, typer.Option("--challenge", help=tell("cli_challenge"))] = False,
    lang: Lang = None,
) -> None:
    from wonderland.terminal.asking import Left
    from wonderland.terminal.levels import read_levels
    from wonderland.terminal.sittings import play_nimble, play_parade
    from wonderland.terminal.start import Start

    registry.find(game)
    if resume and (opponents is not None or name or errors or assist or challenge):
        raise NotAllowed("resume_as_it_is").within("at_key", key="--resume")
    with at("at_key", key="--level"):
        levels = () if level is None else read_levels(level, game, speech.language)
    start = Start(
        lang=speech.language,
        name=name or "Alice",
        opponents=opponents,
        random=Random(seed),
        save=save,
        resume=resume,
        seat=seat,
        now=datetime.now(),
        levels=levels,
    )
    # Whoever leaves before there is a game leaves nothing behind.
    with suppress(Left):
        if game == "nimble":
            play_nimble(start, nimble_options(errors, assist), challenge)
        elif game != "parade":
            raise NotAllowed("no_table", game=game)
        elif errors or assist or challenge:
            raise Unreadable("cli_nimble_only")
        else:
            play_parade(start)
