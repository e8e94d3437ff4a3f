"""Why a move was good or bad, in words."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from wonderland.games.parade import Card, Discard, Play, View, game
from wonderland.review.parade.why import explain


def view_of(hand: str, line: str, front: tuple[str, str] = ("", "")) -> View:
    """Ann's view with these cards; the rest of the game does not matter."""
    state = game.deal(replace(game.shuffle(["Ann", "Bob"], Random(1)), first=0))
    cards = [tuple(Card(name) for name in names.split()) for names in (hand, line, *front)]
    return replace(game.view(state, 0), hand=cards[0], parade=cards[1], start=cards[1], front=(cards[2], cards[3]))


def test_an_error_says_what_the_move_did_and_what_the_best_would_have_done() -> None:
    view = view_of("R3 O0 B9 B7 G8", "V5 R6 O4 G1 S2 R8")
    why = explain(view, Play(Card("O0")), Play(Card("B9")), "en")
    assert why.sentence.startswith("O0: takes ")
    assert ". Better B9: " in why.sentence
    assert why.sentence.endswith(".")
    assert "takes nothing" in why.sentence.split("Better B9")[1]
    assert why.reasons[0].key.startswith("why_takes")
    assert why.best_reasons
    french = explain(view, Play(Card("O0")), Play(Card("B9")), "fr").sentence
    assert "Mieux, B9\u00a0: " in french


def test_what_two_moves_leave_to_the_next_player_is_said_where_it_differs() -> None:
    view = view_of("R0 B9 B7 G8 S10", "V5 R6 O4 G1 S2 R8")
    keys = {reason.key for reason in explain(view, Play(Card("R0")), Play(Card("S10")), "en").best_reasons}
    same = explain(view, Play(Card("B9")), Play(Card("S10")), "en")
    assert "why_leaves_free" in keys
    assert "why_leaves_free" not in {reason.key for reason in same.reasons + same.best_reasons}


def test_a_right_move_is_explained_alone() -> None:
    view = view_of("R3 O0 B9 B7 G8", "V5 R6 O4 G1 S2 R8")
    why = explain(view, Play(Card("B9")), None, "en")
    assert why.sentence.startswith("B9: ")
    assert "Better" not in why.sentence
    assert why.best_reasons == ()


def test_a_last_choice_is_explained_by_what_is_kept() -> None:
    view = replace(view_of("R3 O0 B9 B7", "V5 R6 O4 G1 S2 R8"), phase="discard", turn=None)
    played, best = (Discard((Card(one), Card(two))) for one, two in (("R3", "O0"), ("B9", "B7")))
    sentence = explain(view, played, best, "en").sentence
    assert sentence.startswith("R3 and O0 aside: ")
    assert "Better B7 and B9 aside: " in sentence
