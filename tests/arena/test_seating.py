"""Who sits where: everyone in every seat and behind everyone else, equally often."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from wonderland.arena.seating import MAX_SEATINGS, balanced_orders, count_seatings, line_ups, seatings


@pytest.mark.parametrize("players", range(3, 12))
def test_a_balanced_choice_is_balanced(players: int) -> None:
    orders = balanced_orders(players)
    seats = Counter((seat, one) for order in orders for seat, one in enumerate(order))
    neighbours = Counter((order[seat - 1], order[seat]) for order in orders for seat in range(players))
    assert len(set(orders)) == len(orders) == players * (players - 1)
    assert set(seats.values()) == {players - 1}
    assert len(neighbours) == players * (players - 1)
    assert set(neighbours.values()) == {players}


@pytest.mark.parametrize("line_up", ["ab", "abc", "abcd", "abbb", "aabb", "abbbbb", "aaabbb"])
def test_few_seatings_are_all_played_once(line_up: str) -> None:
    found = seatings(tuple(line_up))
    assert len(found) == len(set(found)) == count_seatings(tuple(line_up)) <= MAX_SEATINGS
    assert all(sorted(seating) == sorted(line_up) for seating in found)


@pytest.mark.parametrize(("line_up", "number"), [("abcde", 20), ("abcdef", 30), ("aabbc", 20), ("aabbcc", 30)])
def test_many_seatings_are_chosen_so_that_seats_are_shared_equally(line_up: str, number: int) -> None:
    found = seatings(tuple(line_up))
    assert len(found) == number < count_seatings(tuple(line_up))
    for bot in set(line_up):
        in_seats = [sum(seating[seat] == bot for seating in found) for seat in range(len(line_up))]
        assert set(in_seats) == {number * line_up.count(bot) // len(line_up)}


def test_identical_bots_are_not_told_apart() -> None:
    assert count_seatings(tuple("aab")) == 3
    assert count_seatings(tuple("abcdef")) == factorial(6)
    assert seatings(("a", "a")) == (("a", "a"),)


def test_too_few_bots_are_filled_up_and_too_many_take_turns() -> None:
    assert line_ups(["a", "b"], 4) == (("a", "b", "b", "b"),)
    assert line_ups(["a"], 2) == (("a", "a"),)
    assert line_ups(["a", "b", "c"], 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert line_ups(["a", "b", "a"], 2) == (("a", "b"), ("a", "a"))
