"""``wonderland deal``: a fresh record, ready to be played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated

import typer

from wonderland.cli.files import print_json
from wonderland.cli.game_options import GivenFlag, read_flags, with_game_flags
from wonderland.cli.messages import tell
from wonderland.cli.options import GameName, Lang, number
from wonderland.core.fields import names
from wonderland.core.notation import read_number
from wonderland.games import registry

MAX_COUNTED_PLAYERS = 99  #: more than any game seats, and few enough to name each of them


def _deal(
    flags: Sequence[GivenFlag],
    game: GameName = registry.DEFAULT_GAME,
    players: Annotated[str, typer.Option(metavar="N|A,B,…", help=tell("cli_deal_players"))] = "2",
    seed: Annotated[int | None, typer.Option(metavar="N", parser=number("--seed"), help=tell("cli_seed"))] = None,
    lang: Lang = None,
) -> None:
    rules = registry.find(game)
    if players.isdecimal():
        # A number that no game seats is refused below, without counting up to it.
        count = min(read_number(players), MAX_COUNTED_PLAYERS)
        people = [tell("player_name", number=seat + 1) for seat in range(count)]
    else:
        people = [name.strip() for name in players.split(",")]
    names(people, rules.seats)
    options, arguments = read_flags(rules, flags)
    series = rules.table.series(len(people), options)
    print_json(rules.record(rules.table.deal(people, options, None, series, Random(seed), **arguments), []))


deal = with_game_flags(_deal, deals=True)
