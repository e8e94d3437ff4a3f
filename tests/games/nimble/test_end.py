"""N6 to N8 and N10: the end of a round, titles, errors and the winner."""

from __future__ import annotations

import msgspec
import pytest

from games.nimble.positions import act, bare, position
from wonderland.core.errors import TooLate
from wonderland.games.nimble import PACK, Card, Outcome, Placed, State, game
from wonderland.games.nimble.scoring import checked, titles


def ended(state: State) -> Outcome:
    end = game.outcome(state)
    assert end is not None
    return end


def test_n6_with_two_players_a_single_card_left_ends_the_round() -> None:
    state = position("RB BV VG", ["YR", "YG YO OG"], ["BO", ""])
    assert game.outcome(state) is None
    end = ended(act(state, "0 place 0"))
    assert (end.end, end.left) == ("finished", (1, 3))


def test_n6_with_three_players_it_goes_on_until_one_has_none() -> None:
    state = act(position("RB BV VG", ["OY", "YG BO OG", "YG BO"], ["BO", "", ""]), "0 place 0")
    assert game.outcome(state) is None
    end = ended(act(state, "0 flip", "0 place 0"))
    assert (end.end, end.left) == ("finished", (0, 3, 2))


def test_n6_stuck_when_no_card_anybody_holds_fits_any_pile() -> None:
    # Only red frames are held; after the last placement no circle is red.
    state = position("GR BV VG", ["RB RV", "RG RO RY"], ["RY", ""])
    assert game.outcome(state) is None
    end = ended(act(state, "0 place 0"))
    assert (end.end, end.left) == ("stuck", (2, 3))


def test_n6_cards_in_hand_and_in_the_own_discard_both_count_for_stuck() -> None:
    in_hand = position("GY BV VG", ["RB RV", "RG YO"], ["RY", ""])
    in_discard = position("GY BV VG", ["RB RV", "RG"], ["RY", "YO"])
    nowhere = position("GY BV VG", ["RB RV", "RG"], ["RY", "RO"])
    assert game.outcome(in_hand) is None
    assert game.outcome(in_discard) is None
    assert ended(nowhere).end == "stuck"


def test_n6_finished_and_stuck_at_once_is_finished() -> None:
    end = ended(act(position("GR BV VG", ["RB", "RG RO RY"], ["RY", ""]), "0 place 0"))
    assert end.end == "finished"


def test_nothing_is_allowed_after_the_end() -> None:
    state = act(position("RB BV VG", ["YR", "YG YO OG"], ["BO", ""]), "0 place 0")
    with pytest.raises(TooLate, match="The round is over"):
        act(state, "1 flip")


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ((0, 5), ("queen", "pinocchio")),
        ((4, 4), ("queen", "queen")),
        ((3, 0, 9), ("quixote", "queen", "pinocchio")),
        ((0, 9, 9), ("queen", "quixote", "quixote")),
        ((0, 1, 2, 3), ("queen", "quixote", "moby", "pinocchio")),
        ((0, 5, 5, 9), ("queen", "quixote", "quixote", "pinocchio")),
        ((0, 2, 7, 7), ("queen", "quixote", "moby", "moby")),
        ((1, 1, 6, 9), ("queen", "queen", "moby", "pinocchio")),
    ],
)
def test_n7_titles(left: tuple[int, ...], expected: tuple[str, ...]) -> None:
    assert titles(left) == expected


def test_n8_errors_are_found_card_by_card_and_belong_to_the_back() -> None:
    pile = tuple(Placed(Card(card), seat) for card, seat in [("RB", 0), ("BO", 1), ("VG", 0), ("GY", 1), ("RY", 1)])
    assert [card.error for card in checked(pile)] == [False, False, True, False, True]


def test_n8_the_set_up_card_is_no_error() -> None:
    assert [card.error for card in checked((Placed(Card("RB"), 1),))] == [False]


@pytest.mark.parametrize("option", ["fewest", "out"])
def test_n8_errors_found_at_the_end_decide_before_titles(option: str) -> None:
    """Ann plays out first, but with an error; Bob has more cards left and none: Pinocchio wins."""
    start = bare("RB BV VG", ["YR", "YG YO OG"], ["GO", "VO"], errors=option)
    end = ended(act(start, "1 place 1", "0 place 0"))
    assert (end.left, end.errors) == ((1, 3), (1, 0))
    assert end.titles == ("queen", "pinocchio")
    assert end.winners == (1,)


@pytest.mark.parametrize("option", ["fewest", "out"])
@pytest.mark.parametrize(
    ("left", "errors", "expected"),
    [
        ((0, 5, 9), (0, 0, 0), (0,)),
        ((0, 5, 9), (1, 0, 0), (1,)),
        ((0, 5, 9), (1, 2, 0), (2,)),
        ((0, 5, 9), (2, 1, 1), (1,)),
        ((0, 5, 5), (3, 1, 1), (1, 2)),
        ((1, 1), (1, 1), (0, 1)),
    ],
)
def test_n8_n10_the_winner(
    left: tuple[int, ...], errors: tuple[int, ...], option: str, expected: tuple[int, ...]
) -> None:
    """Either option: with a faultless player the best title among them, with none the fewest errors."""
    state = bare("RB BV VG", [" ".join(PACK[:count]) for count in left], errors=option)
    # A card on its like never fits, so each of these is an error.
    faults = [Placed(Card("RB"), seat) for seat, count in enumerate(errors) for _ in range(count)]
    state = msgspec.structs.replace(state, piles=((*state.piles[0], *faults), *state.piles[1:]))
    end = ended(state)
    assert (end.left, end.errors) == (left, errors)
    assert end.winners == expected
