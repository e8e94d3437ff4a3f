"""A match: its games are functions of their numbers, and a wrong one is refused in one line."""

from __future__ import annotations

import pytest

from wonderland.arena import Match
from wonderland.core.errors import WonderlandError


def test_every_seating_of_a_deal_has_the_same_cards() -> None:
    match = Match.of(["rabbit", "greedy"], players=3, seed=4)
    first, second, third, other = (match.deal(number) for number in range(4))
    assert first.deck == second.deck == third.deck != other.deck
    assert first.first == second.first == third.first
    assert {first.players, second.players, third.players} == set(match.seatings)


def test_bots_have_the_same_seeds_in_every_seating_and_others_in_every_deal() -> None:
    match = Match.of(["rabbit", "greedy"], seed=1)
    seeds = [tuple(match.bot_seed(number, seat) for seat in range(2)) for number in range(100)]
    assert seeds[::2] == seeds[1::2]
    assert len({seed for pair in seeds for seed in pair}) == 100
    other = Match.of(["rabbit", "greedy"], seed=2)
    assert match.bot_seed(0, 0) != other.bot_seed(0, 0)
    assert match.deal(0).deck != other.deal(0).deck


def test_as_many_players_as_bots_and_at_least_two() -> None:
    assert Match.of(["rabbit", "greedy", "random"]).players == 3
    assert Match.of(["rabbit"]).players == 2


def test_a_name_given_twice_is_one_bot() -> None:
    match = Match.of(["rabbit", "greedy", "rabbit"])
    assert match.entrants == ("rabbit", "greedy")
    assert len(match.seatings) == 3


def test_games_are_rounded_up_to_whole_deals() -> None:
    match = Match.of(["rabbit", "greedy", "random", "dormouse"])
    assert len(match.seatings) == 24
    assert [match.whole_deals(games) for games in (1, 24, 25, 1000)] == [1, 1, 2, 42]


@pytest.mark.parametrize(
    ("bots", "players", "told"),
    [
        ([], None, "Name the bots"),
        (["rabbit", "nobody"], None, 'there is no bot "nobody"; the bots are random, greedy'),
        (["rabbit", "hare"], None, "rabbit plays parade and hare plays nimble; a match is of one game"),
        (["cat", "engine:./mine", "hare"], None, "cat plays parade and hare plays nimble"),
        (["rabbit"], 7, "--players: 7 players; this game is for 2 to 6"),
        (["hare"], 5, "--players: 5 players; this game is for 2 to 4"),
        (["rabbit"] * 7, None, "--players: 7 players"),
        ([f"engine:{number}" for number in range(30)], 6, "meet in more than 10000 ways; name fewer bots"),
        ([f"engine:{number}" for number in range(15)], 4, "meet in more than 10000 ways; name fewer bots"),
    ],
)
def test_a_wrong_match_is_refused(bots: list[str], players: int | None, told: str) -> None:
    with pytest.raises(WonderlandError) as refused:
        Match.of(bots, players)
    assert told in str(refused.value)
