"""P1 to P5: the cards, the deal, and a turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.parade.positions import cards, play, position
from wonderland.core.errors import Unreadable
from wonderland.games.parade import COLOURS, DECK, Card, Play, explain, game
from wonderland.games.parade.removal import split


def test_p1_six_colours_with_values_0_to_10_once_each() -> None:
    assert len(DECK) == len(set(DECK)) == 66
    assert {(card.colour, card.value) for card in DECK} == {(c, v) for c in COLOURS for v in range(11)}


@pytest.mark.parametrize(
    "text", ["r10", "R01", "R11", "R-1", "10R", "Y3", "", "R", " R1", "R1 ", "R１", 7, None, ["R1"]]
)
def test_p1_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(Unreadable, match="no Parade card"):
        Card(text)


@pytest.mark.parametrize("text", ["R3", None])
def test_what_only_looks_like_a_card_cannot_be_played(text: Any) -> None:
    with pytest.raises(TypeError, match=f"a card is needed.*not {text!r}"):
        Play(text)


def test_cards_are_immutable() -> None:
    with pytest.raises(AttributeError):
        Card("R1").value = 2


@pytest.mark.parametrize("players", game.seats)
def test_p2_deals_five_each_from_the_first_player_then_six_to_the_line(players: int) -> None:
    deal = game.shuffle([f"P{seat}" for seat in range(players)], Random(players))
    state = game.deal(deal)
    for turn in range(players):
        assert state.hands[(deal.first + turn) % players] == deal.deck[5 * turn : 5 * turn + 5]
    assert state.parade == state.start == deal.deck[5 * players : 5 * players + 6]
    assert state.pile == deal.deck[5 * players + 6 :]
    assert len(state.pile) == 60 - 5 * players


def test_p2_play_goes_clockwise_from_the_first_player() -> None:
    state = position("R10", ["B10 B9", "V10 V9", "G10 G9"], first=1)
    turns = []
    for card in ("V10", "G10", "B10", "V9"):
        turns.append(state.turn)
        state = play(state, card)
    assert turns == [1, 2, 0, 1]


def test_p3_the_played_card_joins_the_end_and_one_card_is_drawn() -> None:
    before = position("R10 B9", ["G8 V1 V2 V3 V4", "S1 S2 S3 S4 S5"])
    after = play(before, "G8")
    assert after.parade == ("R10", "B9", "G8")
    assert after.hands[0] == (*cards("V1 V2 V3 V4"), before.pile[0])
    assert after.pile == before.pile[1:]
    assert after.hands[1] == before.hands[1]


def test_p4_the_played_card_does_not_count_itself_among_the_safe_cards() -> None:
    # Counting V2 itself would leave only one more card safe, and G1 would be taken.
    assert split(cards("R9 G1 B2"), Card("V2")) == ((), cards("R9 G1 B2"))


@pytest.mark.parametrize("value", range(11))
def test_p4_the_cards_nearest_the_end_are_safe(value: int) -> None:
    line = cards("S0 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10")
    taken, rest = split(line, Card(f"R{value}"))
    exposed = line[: 11 - value]
    assert taken == tuple(card for card in exposed if card.value <= value)
    assert rest == tuple(card for card in line if card not in taken)


def test_p4_none_is_in_removal_mode_when_the_line_holds_no_more_cards_than_the_value() -> None:
    assert split(cards("R0 R1 R2"), Card("R3"))[0] == ()
    assert split(cards("R0 R1 R2 B0"), Card("R3"))[0] == cards("R0")


def test_p4_a_0_puts_the_whole_line_in_removal_mode() -> None:
    assert split(cards("R9 B0 S1 R1"), Card("R0"))[0] == cards("R9 B0 R1")


def test_p4_a_0_does_not_take_itself() -> None:
    after = play(position("B5", ["R0", "S1"]), "R0")
    assert after.parade == ("B5", "R0")
    assert after.front[0] == ()


def test_p5_the_line_closes_up_and_the_played_card_stays() -> None:
    after = play(position("R1 B9 R2 S8 G10", ["V2", "O1"]), "V2")
    assert after.front[0] == cards("R1 R2")
    assert after.parade == cards("B9 S8 G10 V2")


def test_p5_every_card_of_the_line_has_its_fate_and_its_reason() -> None:
    fates = explain(cards("G0 R3 B7 G9 S1 G2 V8"), Card("G3"))
    assert [(fate.card, fate.fate, fate.reason) for fate in fates] == [
        ("G0", "taken", "both"),
        ("R3", "taken", "value"),
        ("B7", "kept", None),
        ("G9", "taken", "colour"),
        ("S1", "safe", None),
        ("G2", "safe", None),
        ("V8", "safe", None),
    ]


@pytest.mark.parametrize("green", ["G7", "G2"])
def test_the_line_example_of_the_rulebooks(green: str) -> None:
    """A green 3 on seven cards: three are safe; of the four others a green 0, a green 7 (in one edition a 2)
    and a red 3 are taken, and one that is not green and above 3 stays.
    """
    state = position(f"G0 {green} B8 R3 V9 G5 S1", ["G3 O1 O2 O3 O4", "S6 S7 S8 S9 S10"])
    after = play(state, "G3")
    assert sorted(after.front[0]) == sorted(cards(f"G0 {green} R3"))
    assert after.parade == cards("B8 V9 G5 S1 G3")
    reasons = {fate.card: fate.reason for fate in explain(state.parade, Card("G3")) if fate.reason}
    assert reasons == {"G0": "both", green: "colour" if green == "G7" else "both", "R3": "value"}
