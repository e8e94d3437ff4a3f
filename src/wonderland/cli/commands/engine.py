"""``wonderland engine BOT``: one of our bots speaks the protocol of engines on stdin and stdout."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import partial
from typing import Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import Lang
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.fields import at
from wonderland.games.registry import DEFAULT_GAME, GAMES


def engine(
    bot: Annotated[str, typer.Argument(metavar="BOT", help=tell("cli_engine_bot"))],
    game: Annotated[str | None, typer.Option("--game", metavar="|".join(GAMES), help=tell("cli_any_game"))] = None,
    lang: Lang = None,
) -> None:
    from wonderland.bots import registry

    name = registry.find(bot).game or game or DEFAULT_GAME
    if game not in (None, name):
        raise NotAllowed("bot_other_game", bot=bot, game=name, wanted=game)
    kit = registry.kit(name)

    from wonderland.bots.engines.serving import serve

    answers = sys.stdout.buffer
    # Only answers belong on stdout, whatever a bot may print.
    with redirect_stdout(sys.stderr), at("at_key", key=bot):
        serve(kit, partial(registry.make, bot, game=name), registry.title(bot), sys.stdin.buffer, answers, _tell)


def _tell(problem: WonderlandError) -> None:
    print_error(problem.say(messages.language))
