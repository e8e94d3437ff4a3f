"""The four levels: honest, whole rounds, and each stronger than the one before."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from wonderland.bots.nimble.hands import Level
from wonderland.bots.nimble.levels import DODO, GRYPHON, HARE, TURTLE
from wonderland.bots.nimble.player import NimblePlayer
from wonderland.bots.registry import ladder, make
from wonderland.bots.timeline import play_live
from wonderland.games.nimble import Options, Outcome, game
from wonderland.testing import check_bot

NAMES = ("Ann", "Bob", "Cy", "Dee")


def end_of(players: list[NimblePlayer], seed: int, options: Options | None = None) -> Outcome:
    deal = game.shuffle(NAMES[: len(players)], Random(seed), options=options)
    played = play_live(game, deal, players)
    assert not any(played.faults.values())
    end = game.outcome(played.log.state)
    assert end is not None
    return end


def share(stronger: str, weaker: str, deals: int) -> float:
    """How much of the games the stronger wins, each deal played in both seatings."""
    won = 0.0
    for seed in range(deals):
        for seat in (0, 1):
            names = [weaker, weaker]
            names[seat] = stronger
            end = end_of([make(name, seed * 2 + number) for number, name in enumerate(names)], seed)  # type: ignore[misc]  # all of Nimble's are players
            won += (seat in end.winners) / len(end.winners)
    return won / (2 * deals)


def test_the_ladder() -> None:
    assert ladder("nimble") == ("turtle", "dodo", "hare", "gryphon")


@pytest.mark.parametrize("name", ladder("nimble"))
def test_it_is_a_bot_as_promised(name: str) -> None:
    check_bot(name)


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(ladder("nimble"))))
def test_each_level_wins_three_games_out_of_four_against_the_one_below(weaker: str, stronger: str) -> None:
    assert share(stronger, weaker, deals=40) > 0.75


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", [TURTLE, DODO, HARE, GRYPHON])
def test_without_slips_nobody_makes_an_error(level: Level, players: int) -> None:
    careful = Level(level.reaction, level.reading, level.memory, level.ahead)
    for seed in range(3):
        assert not any(end_of([NimblePlayer(seat, careful) for seat in range(players)], seed).errors)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_assist_there_are_no_errors(players: int) -> None:
    for seed in range(3):
        assert not any(
            end_of([NimblePlayer(seat, TURTLE) for seat in range(players)], seed, Options(assist=True)).errors
        )


def test_the_gentlest_makes_errors_and_not_many() -> None:
    errors = [end_of([NimblePlayer(seed, TURTLE), NimblePlayer(seed + 50, TURTLE)], seed).errors for seed in range(30)]
    each = [own for both in errors for own in both]
    assert 0.4 < sum(each) / len(each) < 1.5
    assert max(each) < 6
