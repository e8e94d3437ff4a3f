"""P8 to P10: majorities, the score, the winner."""

from __future__ import annotations

import pytest

from games.parade.positions import cards
from wonderland.games.parade import Outcome, pad, score
from wonderland.games.parade.scoring import majority


def scored(*front: str) -> Outcome:
    return score([cards(text) for text in front])


ALICE = "R10 R8 R3 B9 B7 B6 B5 B0 V0 G4 G2 S7 S4 S0"
HATTER = "R1 R0 B8 V8 V7 V5 V3 S9 S8 S1 O10 O1"
THIRD = "R7 R6 R5 R2 B4 B3 V2 V1 G9 G8 G7 G6 S10 O3 O2 O0"


@pytest.mark.parametrize("third", ["White Rabbit", "Cheshire Cat"])
def test_the_scoring_example_of_the_rulebooks(third: str) -> None:
    """The same cards in every edition; the third player is the White Rabbit or the Cheshire Cat."""
    players, end = pad.score(f"Alice: {ALICE}\nMad Hatter: {HATTER}\n{third}: {THIRD}")
    assert players[2] == third
    assert end.scores == (35, 27, 31)
    assert end.cards == (14, 12, 16)
    assert end.winners == (1,)
    assert end.majorities == {"R": (2,), "B": (0,), "V": (1,), "G": (2,), "S": (0, 1), "O": (2,)}
    lines = [[(line.colour, line.turned, line.points) for line in sheet] for sheet in end.sheet]
    assert lines == [
        [("R", False, 21), ("B", True, 5), ("V", False, 0), ("G", False, 6), ("S", True, 3)],
        [("R", False, 1), ("B", False, 8), ("V", True, 4), ("S", True, 3), ("O", False, 11)],
        [("R", True, 4), ("B", False, 7), ("V", False, 3), ("G", True, 4), ("S", False, 10), ("O", True, 3)],
    ]


def test_p8_turned_cards_count_1_each_instead_of_their_values() -> None:
    assert scored("R10 R9", "R8", "B1").scores == (2, 8, 1)


def test_p8_a_lone_0_costs_1_when_it_is_the_majority() -> None:
    assert scored("R0", "B5", "").scores == (1, 1, 0)


def test_p8_all_players_tied_for_the_most_turn_theirs_over() -> None:
    end = scored("R10 R9", "R8 R7", "R6")
    assert end.majorities["R"] == (0, 1)
    assert end.scores == (2, 2, 6)


def test_p8_a_colour_that_everyone_ties_is_turned_over_by_everyone() -> None:
    end = scored("R10", "R9", "R8")
    assert end.majorities["R"] == (0, 1, 2)
    assert end.scores == (1, 1, 1)


def test_p8_nobody_has_the_majority_of_a_colour_nobody_holds() -> None:
    assert scored("R1", "R2", "R3").majorities["B"] == ()


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((0, 0), ()), ((1, 0), ()), ((1, 1), ()), ((2, 1), ()), ((2, 0), (0,)), ((1, 3), (1,)), ((5, 4), ())],
)
def test_p9_of_two_players_a_majority_needs_two_cards_more(counts: tuple[int, int], expected: tuple[int, ...]) -> None:
    assert majority(counts) == expected


def test_p9_is_for_two_players_only() -> None:
    assert majority((2, 1, 0)) == (0,)


def test_p10_majority_points_replace_face_values_and_are_not_added_to_them() -> None:
    end = scored("R10 R9 B3", "G1", "G2 S1")
    assert end.scores[0] == 2 + 1
    assert [line.points for line in end.sheet[0]] == [2, 1]


def test_p10_the_lowest_score_wins() -> None:
    assert scored("R1 R2 R3", "R9", "R8 B0").winners == (0,)


def test_p10_of_equal_scores_the_fewest_cards_win() -> None:
    end = scored("R10 R9 R8", "R2 B1", "B2 B3 G0")
    assert end.scores == (3, 3, 3)
    assert end.cards == (3, 2, 3)
    assert end.tied
    assert end.winners == (1,)


def test_p10_still_tied_they_share_the_win() -> None:
    end = scored("R10 R9", "B10 B9", "G10 G9 G8")
    assert end.scores == (2, 2, 3)
    assert end.winners == (0, 1)
