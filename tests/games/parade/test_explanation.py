"""What a view means: worked out by the rules, from the view alone."""

from __future__ import annotations

from random import Random

from wonderland.games.parade import game
from wonderland.games.parade.explanation import explain_view
from wonderland.games.parade.removal import explain
from wonderland.games.parade.scoring import outcome, score
from wonderland.games.parade.state import Discard, State


def played(seed: int, players: int) -> list[State]:
    """The states of a random game, up to its end."""
    random = Random(seed)
    states = [game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))]
    while game.outcome(states[-1]) is None:
        seat = next(seat for seat in range(players) if game.legal(states[-1], seat))
        states.append(game.apply(states[-1], seat, random.choice(game.legal(states[-1], seat))))
    return states


def test_each_card_of_the_hand_is_explained_along_the_line() -> None:
    for state in played(3, 4)[:-4]:
        view = game.view(state, 1)
        cards = explain_view(view).cards
        assert list(cards) == list(view.hand)
        for card, fates in cards.items():
            assert fates == [(fate.fate, fate.reason) for fate in explain(state.parade, card)]


def test_sums_and_majorities_as_the_cards_lie_for_spectators_too() -> None:
    for players in (2, 5):
        for state in played(4, players)[:-1]:
            shown = explain_view(game.view(state, None))
            assert shown.sheets == score(state.front).sheet
            assert shown.cards == {}
            assert shown.aside == {}


def test_what_if_in_the_last_choice_comes_true() -> None:
    """The last one to choose knows nothing of the others' choices; against their cards in front it is exact."""
    *_, before, _ = played(5, 3)
    seat = 2
    view = game.view(before, seat)
    choices = explain_view(view).aside
    assert len(choices) == 6
    for action, what_if in choices.items():
        _, *cards = action.split()
        kept = tuple(card for card in view.hand if card not in cards)
        front = [*view.front[:seat], view.front[seat] + kept]
        assert what_if.scores == score(front).scores
        assert what_if.sheet == score(front).sheet[seat]


def test_who_has_chosen_is_still_told_what_would_come_of_that_choice() -> None:
    *_, first, second, _, _ = played(6, 3)
    before, after = (explain_view(game.view(state, 0)).aside for state in (first, second))
    assert second.discards[0]
    chosen = str(Discard(second.discards[0]))
    assert after == {chosen: before[chosen]}
    assert set(explain_view(game.view(second, 1)).aside) == {
        str(Discard((one, other))) for one in second.hands[1] for other in second.hands[1] if one < other
    }


def test_the_end_needs_no_explanation_for_a_hand() -> None:
    end = played(7, 2)[-1]
    assert outcome(end)
    assert explain_view(game.view(end, 0)).cards == {}
