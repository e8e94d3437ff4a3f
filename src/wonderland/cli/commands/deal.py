"""``wonderland deal``: a fresh record, ready to be played."""

from __future__ import annotations

from random import Random
from typing import Annotated

import typer

from wonderland.cli.files import print_json
from wonderland.cli.options import GameName, Lang, nimble_options, number
from wonderland.cli.speech import tell
from wonderland.core.errors import Unreadable
from wonderland.core.fields import at, names
from wonderland.core.notation import read_number, read_numbers
from wonderland.games import registry


def deal(
    game: GameName = "parade",
    players: Annotated[str, typer.Option(metavar="N|A,B,…", help=tell("cli_deal_players"))] = "2",
    seed: Annotated[int | None, typer.Option(metavar="N", parser=number("--seed"), help=tell("cli_seed"))] = None,
    errors: Annotated[str | None, typer.Option(metavar="fewest|out", help=tell("cli_errors"))] = None,
    assist: Annotated[bool, typer.Option("--assist", help=tell("cli_assist"))] = False,
    setup: Annotated[str | None, typer.Option(metavar="A,B,C", help=tell("cli_setup"))] = None,
    lang: Lang = None,
) -> None:
    rules = registry.find(game)
    if players.isdecimal():
        # More than a table seats is refused below: an absurd number need not be counted to.
        number = min(read_number(players), 99)
        people = [tell("player_name", number=seat + 1) for seat in range(number)]
    else:
        people = [name.strip() for name in players.split(",")]
    names(people, rules.seats)
    options: dict[str, object] = {}
    if game == "nimble":
        options = {"options": nimble_options(errors, assist), "setup": _givers(setup)}
    elif errors or assist or setup:
        raise Unreadable("cli_nimble_only")
    print_json(rules.record(rules.shuffle(people, Random(seed), **options), []))


def _givers(setup: str | None) -> tuple[int, ...] | None:
    with at("at_key", key="--setup"):
        return read_numbers(setup.replace(",", " ")) if setup else None
