"""P6 and P7: the last round and the two cards set aside."""

from __future__ import annotations

import pytest

from games.parade.positions import cards, play, play_out, position
from wonderland.core.errors import NotAllowed, TooLate
from wonderland.games.parade import Card, Discard, Play, State, Trigger, game

#: Ann lacks only orange and takes it by playing O1: the line is O9 and more.
FIVE_COLOURS = "R1 B1 V1 G1 S1"


def before_sixth_colour(players: int = 3) -> State:
    hands = ["O1 R10 B10 V10 G10", "R9 B9 V9 G9 S9", "R8 B8 V8 G8 S8", "R7 B7 V7 G7 S7"][:players]
    return position("O9 S10", hands, [FIVE_COLOURS, "", "", ""][:players])


def before_empty_pile() -> State:
    return position("R9 B9", ["O10 R10 B10 V10 G10", "O8 R8 B8 V8 G8"], ["", ""], pile="S0")


def test_p6_the_sixth_colour_begins_the_last_round() -> None:
    after = play(before_sixth_colour(), "O1")
    assert after.trigger == Trigger(ply=1, seat=0, colours=True, pile=False)
    assert after.last_round == 3


def test_p6_the_empty_pile_begins_the_last_round() -> None:
    after = play(before_empty_pile(), "O10")
    assert after.trigger == Trigger(ply=1, seat=0, colours=False, pile=True)


def test_p6_five_colours_do_not_begin_it() -> None:
    after = play(before_sixth_colour(), "R10")
    assert after.trigger is None
    assert after.last_round is None


def test_p6_whoever_causes_it_draws_on_that_turn() -> None:
    before = before_sixth_colour()
    after = play(before, "O1")
    assert len(after.hands[0]) == 5
    assert after.hands[0][-1] == before.pile[0]


def test_p6_the_last_card_of_the_pile_is_drawn() -> None:
    after = play(before_empty_pile(), "O10")
    assert after.hands[0][-1] == "S0"
    assert after.pile == ()


def test_p6_nobody_draws_in_the_last_round() -> None:
    state = play(before_sixth_colour(), "O1")
    pile = state.pile
    state = play_out(state)
    assert state.pile == pile


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p6_everyone_plays_exactly_one_more_turn_and_the_trigger_player_is_last(players: int) -> None:
    state = play(before_sixth_colour(players), "O1")
    turns = []
    while state.turn is not None:
        turns.append(state.turn)
        state = play(state, state.hands[state.turn][0])
    assert turns == [*range(1, players), 0]
    assert [len(hand) for hand in state.hands] == [4] * players


def test_p6_the_last_round_does_not_start_with_the_trigger_player() -> None:
    assert play(before_sixth_colour(), "O1").turn == 1


def test_p6_both_causes_in_one_turn_are_one_last_round() -> None:
    hands = ["O1 R10 B10 V10 G10", "R9 B9 V9 G9 S9"]
    state = play(position("O9 S10", hands, [FIVE_COLOURS, ""], pile="S0"), "O1")
    assert state.trigger == Trigger(ply=1, seat=0, colours=True, pile=True)
    assert state.last_round == 2


def test_p6_a_sixth_colour_in_the_last_round_changes_nothing() -> None:
    hands = ["O1 R10 B10 V10 G10", "O0 R9 B9 V9 G9"]
    state = play(position("O9 S10 O6", hands, [FIVE_COLOURS, "R2 B2 V2 G2 S2"]), "O1")
    trigger = state.trigger
    state = play(state, "O0")  # Bob takes orange: his sixth colour
    assert "O" in {card.colour for card in state.front[1]}
    assert state.trigger == trigger
    assert state.last_round == 1


def discard_phase() -> State:
    state = play_out(play(before_sixth_colour(), "O1"))
    assert state.phase == "discard"
    return state


def choose(state: State, *seats: int) -> State:
    for seat in seats:
        state = game.apply(state, seat, Discard(state.hands[seat][:2]))
    return state


def test_p7_there_is_a_discard_phase_with_four_cards_each() -> None:
    state = discard_phase()
    assert game.outcome(state) is None
    assert all(len(game.legal(state, seat)) == 6 for seat in range(3))


def test_p7_everyone_chooses_at_once_in_any_order() -> None:
    state = discard_phase()
    assert choose(state, 2, 0, 1) == choose(state, 1, 2, 0)


def test_p7_nothing_shows_until_all_have_chosen() -> None:
    before, after = discard_phase(), choose(discard_phase(), 0, 2)
    seen, then = game.view(before, 1), game.view(after, 1)
    assert then.front == seen.front
    assert then.hand_sizes == (4, 4, 4)
    assert then.chosen == (True, False, True)
    assert then.discard is None


def test_p7_the_two_kept_cards_join_the_cards_in_front() -> None:
    state = discard_phase()
    end = game.outcome(choose(state, 0, 1, 2))
    assert end is not None
    assert end.cards == tuple(len(front) + 2 for front in state.front)
    lines = {line.colour: line.cards for line in end.sheet[1]}
    kept = state.hands[1][2:]
    assert all(card in lines[card.colour] for card in kept)


def test_p7_the_line_is_discarded() -> None:
    state = choose(discard_phase(), 0, 1, 2)
    end = game.outcome(state)
    assert end is not None
    scored = {card for lines in end.sheet for line in lines for card in line.cards}
    assert not scored & set(state.parade)


@pytest.mark.parametrize(
    ("aside", "key"),
    [
        ("{0} {0}", "refused_two_cards"),
        ("{0}", "refused_two_cards"),
        ("{0} {1} {2}", "refused_two_cards"),
        ("", "refused_two_cards"),
        ("{0} S10", "refused_not_in_hand"),
    ],
)
def test_p7_two_different_cards_of_the_hand_must_be_set_aside(aside: str, key: str) -> None:
    state = discard_phase()
    refusal = game.check(state, 0, Discard(cards(aside.format(*state.hands[0]))))
    assert isinstance(refusal, NotAllowed)
    assert refusal.key == key


def test_refusals_say_precisely_why() -> None:
    state = before_sixth_colour()

    def why(state: State, seat: int, action: Play | Discard) -> str:
        refusal = game.check(state, seat, action)
        assert refusal is not None
        return str(refusal)

    assert why(state, 1, Play(Card("R9"))) == "It is Ann's turn."
    assert why(state, 0, Play(Card("R9"))) == "R9 is not in the hand, which is O1 R10 B10 V10 G10."
    assert why(state, 3, Play(Card("R9"))) == "There is no seat 3; the seats are 0 to 2."
    assert why(state, -1, Play(Card("R9"))) == "There is no seat -1; the seats are 0 to 2."
    assert why(state, 0, Discard(cards("O1 R10"))) == "Cards are set aside only when every turn has been played."
    state = discard_phase()
    expected = "Every turn has been played; now everyone sets two cards aside."
    assert why(state, 0, Play(state.hands[0][0])) == expected
    assert why(choose(state, 0), 0, Discard(state.hands[0][2:])) == "Two cards have been set aside already."
    over = choose(state, 0, 1, 2)
    assert isinstance(game.check(over, 0, Play(over.hands[0][0])), TooLate)
    assert why(over, 0, Discard(over.hands[0][:2])) == "The game is over."


def test_a_refused_action_is_raised_by_apply() -> None:
    with pytest.raises(NotAllowed, match="It is Ann's turn"):
        game.apply(before_sixth_colour(), 1, Play(Card("R9")))
