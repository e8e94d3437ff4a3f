"""N1 to N5, N10 and N11: the cards, the set-up, what a player may do, and placements on a network."""

from __future__ import annotations

from random import Random

import pytest

from games.nimble.positions import act, cards, position
from wonderland.core.errors import NotAllowed, TooLate, Unreadable
from wonderland.games.nimble import COLOURS, PACK, Card, Place, game
from wonderland.games.nimble.rules import fair_setup


def test_n1_a_pack_has_every_ordered_pair_of_different_colours_once() -> None:
    assert len(PACK) == len(set(PACK)) == 30
    assert {(card.frame, card.circle) for card in PACK} == {(f, c) for f in COLOURS for c in COLOURS if f != c}


@pytest.mark.parametrize("text", ["RR", "rb", "R", "RBV", "", "SB", 5, None])
def test_n1_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(Unreadable, match="no Nimble card"):
        Card(text)


@pytest.mark.parametrize(
    ("players", "setup", "fair"),
    [
        (2, (0, 0, 1), True),
        (2, (1, 0, 1), True),
        (2, (0, 0, 0), False),
        (3, (2, 0, 1), True),
        (3, (0, 0, 1), False),
        (4, (0, 3, 1), True),
        (4, (0, 0, 1), False),
        (2, (0, 1), False),
    ],
)
def test_n2_who_gives_how_many_cards(players: int, setup: tuple[int, ...], fair: bool) -> None:
    assert fair_setup(players, setup) == fair


@pytest.mark.parametrize("players", game.seats)
def test_n2_tops_of_packs_start_the_piles(players: int) -> None:
    deal = game.shuffle([f"P{seat}" for seat in range(players)], Random(players))
    state = game.deal(deal)
    assert fair_setup(players, deal.setup)
    taken = [0] * players
    for pile, seat in zip(state.piles, deal.setup, strict=True):
        assert [(on.card, on.seat) for on in pile] == [(deal.packs[seat][taken[seat]], seat)]
        taken[seat] += 1
    assert state.hands == tuple(pack[count:] for pack, count in zip(deal.packs, taken, strict=True))


def test_n2_the_table_may_choose_who_gives() -> None:
    assert game.shuffle(["Ann", "Bob"], Random(1), setup=[1, 0, 1]).setup == (1, 0, 1)
    with pytest.raises(Unreadable, match="one gives two cards"):
        game.shuffle(["Ann", "Bob"], Random(1), setup=[1, 1, 1])


def test_n2_else_it_is_drawn_and_everyone_can_be_the_one() -> None:
    fewest = {game.shuffle(["A", "B", "C", "D"], Random(seed)).setup for seed in range(60)}
    assert fewest == {(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)}


def test_n3_flip_puts_the_next_card_on_the_own_discard() -> None:
    state = act(position("RB BV VG", ["GY GO YR", "YG YO OG"]), "0 flip", "0 flip")
    assert state.hands[0] == cards("YR")
    assert state.discards[0] == cards("GY GO")


def test_n3_back_takes_the_discard_back_one_by_one() -> None:
    state = act(position("RB BV VG", ["YR", "YG YO OG"], ["GY GO", ""]), "0 back")
    assert state.hands[0] == cards("GO YR")
    assert state.discards[0] == cards("GY")


def test_n3_turning_over_brings_the_card_flipped_first_first_again() -> None:
    start = position("RB BV VG", ["GY GO YR", "YG YO OG"])
    state = act(start, "0 flip", "0 flip", "0 flip", "0 turn")
    assert state.hands[0] == start.hands[0]
    assert state.discards[0] == ()


def test_n3_place_puts_the_top_of_the_own_discard_on_a_pile() -> None:
    state = act(position("RB BV VG", ["YR YV", "YG YO OG"], ["GY GO", ""]), "0 place 2")
    assert state.tops[2] == "GO"
    assert state.piles[2][-1].seat == 0
    assert state.discards[0] == cards("GY")


def test_n4_several_cards_may_follow_one_another_at_once() -> None:
    state = act(position("RB BV VG", ["YR YV", "YG YO OG"], ["OR GO", ""]), "0 place 2", "0 place 2")
    assert state.tops[2] == "OR"


@pytest.mark.parametrize(("card", "top", "fits"), [("BO", "RB", True), ("BO", "BR", False), ("BO", "OB", True)])
def test_n4_the_frame_must_be_the_circle_of_the_top(card: str, top: str, fits: bool) -> None:
    assert Card(card).fits(Card(top)) == fits


def test_the_examples_of_the_rulebook() -> None:
    """Dinah flips a beige frame that fits nowhere, then an orange one that does, and beige can follow at once."""
    state = position("RO BG VR", ["YV OY GB GV", "YG YO OG"])
    state = act(state, "0 flip")
    assert not any(Card("YV").fits(top) for top in state.tops)
    state = act(state, "0 flip", "0 place 0", "0 place 0")
    assert state.tops[0] == "YV"
    assert game.outcome(state) is None
    # Ahab goes back one card, because the blue frame he wants lies under it.
    state = act(position("RB OG VR", ["GY GV", "YG YO OG"], ["BO YV", ""]), "0 back", "0 place 0")
    assert state.tops[0] == "BO"
    assert state.hands[0] == cards("YV GY GV")


def test_n5_a_card_that_does_not_fit_may_be_placed_and_stays() -> None:
    state = act(position("RB BV VG", ["YR YV", "YG YO OG"], ["GO", ""]), "0 place 0")
    assert state.tops[0] == "GO"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("0 flip", "The hand is empty; turn the discard over first."),
        ("1 turn", "The discard is turned over only when the hand is empty; it has 3 cards."),
        ("1 back", "The discard is empty: there is no card to take back."),
        ("1 place 0", "The discard is empty: there is no card to place; flip one first."),
        ("0 place 4", "There is no pile 4; the common piles are 0, 1 and 2."),
        ("2 flip", "There is no seat 2; the seats are 0 to 1."),
    ],
)
def test_refusals_say_precisely_why(action: str, message: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        act(position("RB BV VG", ["", "YG YO OG"], ["GY GO YR", ""]), action)
    assert str(refusal.value) == message


def test_n10_assist_refuses_a_card_that_does_not_fit_on_the_spot() -> None:
    state = position("RB BV VG", ["YR YV", "YG YO OG"], ["GO", ""], assist=True)
    with pytest.raises(NotAllowed, match="GO does not fit RB: its frame must have the colour"):
        act(state, "0 place 0")
    assert act(state, "0 place 2").tops[2] == "GO"


def test_n11_a_placement_on_the_top_as_seen_is_an_error_if_it_does_not_fit() -> None:
    state = act(position("RB BV VG", ["YR YV", "YG YO OG"], ["GO", ""]), "0 place 0 on RB")
    assert state.tops[0] == "GO"


@pytest.mark.parametrize("seen", ["RV", "RG"])
def test_n11_a_covered_pile_bounces_what_does_not_fit_whether_or_not_it_fitted_before(seen: str) -> None:
    """GO would have fitted RG and would not have fitted RV: it bounces off RB either way."""
    state = position("RB BV VY", ["YR YV", "YG YO OG"], ["GO", ""])
    refusal = game.check(state, 0, Place(0, Card(seen)))
    assert isinstance(refusal, TooLate)
    assert refusal.key == "refused_bounced"
    assert act(state, "0 back").hands[0][0] == "GO"


def test_n11_a_covered_pile_takes_what_fits_the_new_top() -> None:
    state = act(position("RB BV VG", ["YR YV", "YG YO OG"], ["GO", ""]), "0 place 2 on RV")
    assert state.tops[2] == "GO"


def test_n11_two_players_race_for_a_pile() -> None:
    """Both see RB and both hold a blue frame: the first to arrive stands, the other bounces and is no error."""
    start = position("RB YV VY", ["YR GV", "GY GO"], ["BO", "BG"])
    after = act(start, "0 place 0 on RB")
    with pytest.raises(TooLate, match="Beaten to it: BO now lies there and BG does not fit it"):
        act(after, "1 place 0 on RB")
    assert after.discards[1] == cards("BG")
    found = [game.result(state)["errors"] for state in (start, after)]
    assert found[0] == found[1]
    # Had the second card fitted the first one, it would have been placed on it.
    other = position("RB YV VY", ["YR GV", "GY GO"], ["BO", "OG"])
    assert act(other, "0 place 0 on RB", "1 place 0 on RB").tops[0] == "OG"
