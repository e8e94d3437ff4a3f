"""Ends of games, majorities, and how luck and errors share a result."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from docs.pages import ROOT
from review.html.made_reports import made_report
from wonderland.lab.ends import POLICIES, Ends, ends_of, majorities, majorities_worth, shares_by_points
from wonderland.lab.final_games import FRONT_COUNT, FRONT_VALUES, SEAT_CARDS, SEAT_POINTS
from wonderland.lab.luck_and_skill import NUMBERS
from wonderland.lab.studies import clustered_mean, clustered_rate, mean
from wonderland.lab.table_bots import PARTS, luck_parts

PAGE = ROOT / "docs/lab/luck-and-skill.md"


@pytest.fixture(scope="module")
def ends() -> Ends:
    return ends_of(2, games=600)


def test_majorities_and_printed_values_make_the_scores_and_the_winners(ends: Ends) -> None:
    turned, counts, values = majorities(ends), ends.fronts[..., FRONT_COUNT], ends.fronts[..., FRONT_VALUES]
    points, cards = ends.seats[:, :, SEAT_POINTS], ends.seats[:, :, SEAT_CARDS]
    assert (np.where(turned, counts, values).sum(axis=2) == points).all()
    assert (counts.sum(axis=2) == cards).all()
    assert (shares_by_points(points, cards) == ends.shares).all()


def test_a_majority_saves_points_and_wins(ends: Ends) -> None:
    worth = majorities_worth(ends)
    assert worth["points"].interval[0] > 10
    assert worth["share"].interval[0] > 0.1
    assert sum(often.mean for often in worth["often"]) == pytest.approx(1)


def test_cases_of_one_cluster_count_as_fewer() -> None:
    random = np.random.default_rng(1)
    games = random.normal(size=200)
    values, clusters = np.repeat(games, 5), np.repeat(np.arange(200), 5)
    assert clustered_mean(values, clusters).margin == pytest.approx(mean(games).margin, rel=1e-9)
    assert clustered_mean(values, clusters).margin > 2 * mean(values).margin
    happened = values > 0.5
    assert clustered_rate(happened, clusters).margin > 2 * clustered_rate(happened, np.arange(1000)).margin
    assert clustered_rate(np.zeros(10), np.arange(10)).interval[1] > 0.2


def test_the_parts_of_a_result_add_up() -> None:
    parts = luck_parts([made_report(("Ann", "Ben", "Cy"), seed) for seed in range(20)])
    assert tuple(parts) == PARTS
    assert sum(part.mean for part in parts.values()) == pytest.approx(1)
    assert all(part.margin > 0 for part in parts.values())


Numbers = dict[str, Any]
ALL = ("2", "3", "4", "5", "6")


def low(point: list[float]) -> float:
    return point[0] - point[1]


def high(point: list[float]) -> float:
    return point[0] + point[1]


def seats(numbers: Numbers, players: str, who: str = "network") -> list[list[float]]:
    found: list[list[float]] = numbers[players]["players"][who]["seats"]
    return found


def ended_by(numbers: Numbers, players: str, who: str, cause: str) -> float:
    return float(numbers[players]["players"][who]["ends"][cause][0])


def turns(numbers: Numbers, players: str, who: str) -> list[float]:
    found: list[float] = numbers[players]["players"][who]["turns"]
    return found


def best_numbers(numbers: Numbers, players: str) -> set[int]:
    """The numbers of majorities with which more is won than with all others, for certain."""
    wins = numbers[players]["majorities"]["wins"]
    order = sorted(range(len(wins)), key=lambda number: -wins[number][0])
    return next({*order[:top]} for top in range(1, 5) if low(wins[order[top - 1]]) > high(wins[order[top]]))


def written(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


#: What the page says, word for word, and whether it is so by the numbers.
CLAIMS: dict[str, Callable[[Numbers], bool]] = {
    "The first of six networks wins 20.3 % of the games and the last 13.7 %.": lambda n: (
        [written(seats(n, "6")[seat][0]) for seat in (0, 5)] == ["20.3 %", "13.7 %"]
    ),
    "With two, the first network wins 51.9 %.": lambda n: (
        written(seats(n, "2")[0][0]) == "51.9 %" and low(seats(n, "2")[0]) > 0.5
    ),
    "With three, only the last seat is clearly worse off.": lambda n: (
        [high(seat) < 1 / 3 for seat in seats(n, "3")] == [False, False, True]
    ),
    "the first wins 17.7 %, the last 15.9 %.": lambda n: (
        [written(seats(n, "6", "random")[seat][0]) for seat in (0, 5)] == ["17.7 %", "15.9 %"]
    ),
    "**Two play until somebody has six colours; six play until the pile is empty.**": lambda n: all(
        ended_by(n, "2", who, "colours") > 0.9 and ended_by(n, "6", who, "pile") > 0.85 for who in POLICIES
    ),
    "random players end 92 % of their games by the sixth colour, the network 23 %.": lambda n: (
        [written(ended_by(n, "3", who, "colours"), 0) for who in ("random", "network")] == ["92 %", "23 %"]
    ),
    "**The better the players, the longer the game**, with two to five players": lambda n: all(
        high(turns(n, one, worse)) < low(turns(n, one, better))
        for one in ALL[:4]
        for worse, better in pairwise(POLICIES)
    ),
    "two networks have 17.4 turns each, two random players 12.8.": lambda n: (
        [f"{turns(n, '2', who)[0] / 2:.1f}" for who in ("network", "random")] == ["17.4", "12.8"]
    ),
    "**One majority saves its owner 15 to 23 points and, with two players, 37 % of a win**; with four players 23 %, "
    "with six 14 %.": lambda n: (
        all(15 <= n[one]["majorities"]["points"][0] <= 23 for one in ALL)
        and [written(n[one]["majorities"]["share"][0], 0) for one in ("2", "4", "6")] == ["37 %", "23 %", "14 %"]
    ),
    "With two players those without any win 55.3 %, those with four or more 44.5 %.": lambda n: (
        [written(n["2"]["majorities"]["wins"][number][0]) for number in (0, 4)] == ["55.3 %", "44.5 %"]
    ),
    "With three players two or three are best, with four one or two, with more than that one.": lambda n: (
        [best_numbers(n, one) <= best for one, best in zip(ALL[1:], ({2, 3}, {1, 2}, {1}, {1}), strict=True)]
        == [True] * 4
    ),
    "Which cards are dealt to whom decides next to nothing, and the draws little": lambda n: all(
        high(table["deal"]) < 0.1 and table["draws"][0] < 0.15 for one in "24" for table in n[one]["luck"].values()
    ),
    "Among equals, hidden cards account for half of the results or more; where strong and weak sit together, errors "
    "do.": lambda n: all(
        n[one]["luck"]["network"]["hidden"][0] > 0.5
        and n[one]["luck"]["hatter"]["hidden"][0] > 0.5
        and n[one]["luck"]["mixed"]["errors"][0] > 0.5
        for one in "24"
    ),
    "**The card network alone, without search, is better than hatters with every number of players.**": lambda n: all(
        low(n[one]["strength"]["alice:net"]["wins"]) > 1 / int(one) for one in ALL
    ),
    "The random player and the dormouse win less than one game in twenty against them": lambda n: all(
        n[one]["strength"][bot]["wins"][0] < 0.05 for one in ALL for bot in ("random", "dormouse")
    ),
    "greedy players are below an even share everywhere.": lambda n: all(
        high(n[one]["strength"]["greedy"]["wins"]) < 1 / int(one) for one in ALL
    ),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_what_the_page_says_is_so(claim: str) -> None:
    assert claim in " ".join(PAGE.read_text("utf-8").split())
    assert CLAIMS[claim](json.loads((PAGE.parent / NUMBERS).read_text("utf-8")))
