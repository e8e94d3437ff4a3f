"""``wonderland engine BOT``: one of our bots speaks the protocol of engines on stdin and stdout."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import partial
from typing import Annotated

import typer

from wonderland.cli import speech
from wonderland.cli.options import Lang
from wonderland.cli.speech import complain, tell
from wonderland.core.errors import NotAllowed, WonderlandError, shown
from wonderland.core.fields import at


def engine(
    bot: Annotated[str, typer.Argument(metavar="BOT", help=tell("cli_engine_bot"))],
    lang: Lang = None,
) -> None:
    from wonderland.bots import registry

    game = registry.find(bot).game
    if game != "parade":
        raise NotAllowed("engine_parade_only", name=shown(bot), game=game)

    from wonderland.bots.engines.serving import serve

    answers = sys.stdout.buffer
    # Only answers belong on stdout, whatever a bot may print.
    with redirect_stdout(sys.stderr), at("at_key", key=bot):
        serve(partial(registry.make, bot), registry.title(bot), sys.stdin.buffer, answers, _tell)


def _tell(problem: WonderlandError) -> None:
    complain(problem.say(speech.language))
