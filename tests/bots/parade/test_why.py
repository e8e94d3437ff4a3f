"""Why a move: every reason where it holds and where it nearly does, in both languages, and no secret told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from games.parade.positions import position
from wonderland.bots.bot import Budget
from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.simple import Greedy
from wonderland.bots.parade.turn import play_turn
from wonderland.bots.parade.why import MAX_REASONS, why
from wonderland.bots.parade.why_own import why_own
from wonderland.games.parade import Action, Play, State, Trigger, game
from wonderland.games.parade.state import read_action
from wonderland.messages import LANGUAGES, catalogue

FIVE = "R0 B0 V0 G0 S0"  # five colours in front, at no cost
NINE = "R9 B1 B2 B3 B4 B5 B6 B7 B8"
TEN = "R0 B1 B2 B3 B4 B5 B6 B7 B8 B9"


class Move(NamedTuple):
    """Ann's move: the line, her hand, what lies in front of everyone, and what she does."""

    parade: str
    hand: str
    front: tuple[str, ...]
    action: str

    def state(self) -> State:
        # Of the last round nothing is left when cards are set aside (P7).
        trigger = Trigger(-len(self.front), 0, colours=True, pile=False) if "discard" in self.action else None
        return position(self.parade, [self.hand, *[""] * (len(self.front) - 1)], self.front, trigger=trigger)

    def reasons(self) -> tuple[Reason, ...]:
        """All that Ann may be told; the public reasons are among them where only one card is in her hand."""
        return why_own(game.view(self.state(), 0), read_action(self.action))

    def public(self) -> tuple[Reason, ...]:
        return why(game.view(self.state(), None), 0, read_action(self.action))


def play(parade: str, hand: str, *front: str) -> Move:
    """The first card of the hand is played."""
    return Move(parade, hand, front or ("", ""), f"play {hand.split()[0]}")


def keep(hand: str, *front: str) -> Move:
    """The first two cards of the hand are set aside."""
    return Move("R10", hand, front or ("", ""), "discard " + " ".join(hand.split()[:2]))


#: What anyone may be told: the reason, a move that has it, and one that nearly has.
PUBLIC = [
    (Reason("why_sixth_ahead", {"own": 2, "other": 15}), play("O2 R9 B9", "O1", FIVE, "R8 R7"),
     play("O2 R9 B9", "O1", FIVE, "R2")),
    (Reason("why_sixth", {"own": 2, "other": 2}), play("O2 R9 B9", "O1", FIVE, "R2"),
     play("V2 R9 B9", "O1", FIVE, "R2")),
    (Reason("why_gains", {"colour": "B", "own": 2, "other": 0}), play("B5 R9", "B1", "B9", ""),
     play("B5 R9", "B1", "B9", "B8")),
    (Reason("why_shares", {"colour": "B", "own": 2}), play("B5 R9", "B1", "B9", "B8 B7", ""),
     play("B5 R9", "B1", "B9", "B8 B7 B6", "")),
    (Reason("why_undoes", {"name": "Bob", "colour": "B", "points": 13}), play("B5 R9", "B1", "", "B8 B7"),
     play("B5 R9", "B1", "", "B8 B7 B6")),
    (Reason("why_nothing"), play("R9 B5", "G8"), play("R9 B5", "R0")),
    (Reason("why_takes_only", {"cards": ("B3",), "points": 3}), play("B3 R9", "B1"), play("B4 R9", "B1")),
    (Reason("why_takes", {"cards": ("B4",), "points": 4}), play("B4 R9", "B1"), play("B3 R9", "B1")),
    (Reason("why_takes_free", {"cards": ("B0",)}), play("B0 R9", "B1"), play("B3 R9", "B1")),
    (Reason("why_takes_better", {"cards": ("B5",), "points": 14}), play("B5 R9", "B1", "B9 B8", "B0"),
     play("B5 R9", "B1", "B9 B8", "B0 B2")),
    (Reason("why_rid", {"card": "G8", "count": 9}), play(NINE, "G8"), play(NINE.removesuffix(" B8"), "G8")),
    (Reason("why_safe", {"card": "G8"}), play(NINE.removesuffix(" B8"), "G8"), play(NINE, "G8")),
    (Reason("why_five", {"colour": "O"}), play("O9 R9", "G9", FIVE, ""), play("R9", "G9", FIVE, "")),
    (Reason("why_leaves", {"name": "Bob"}), play(TEN, "G10"), play(TEN.removesuffix(" B9"), "G10")),
]  # fmt: skip

#: What only the player may be told: the rest of the hand is known.
OWN = [
    (Reason("why_only_card"), play("R9 B5", "G8 R0"), play("R9 B5", "G8 G9")),
    (Reason("why_avoids", {"cards": ("O0",)}), play("O9 R9", "G9 O0", FIVE, ""), play("O9 R9", "G9 G8", FIVE, "")),
    (Reason("why_least"), play("B3 R9", "B1 R0"), play("B3 R9", "B1 R10")),
    (Reason("why_open", {"colours": "V", "cards": ("V10",)}), play("B3 R9", "G9 B1 V10"), play("B3 R9", "G9 B1 R0")),
    (Reason("why_all_open"), play("B3 R9", "G9 V10 S10"), play("B3 R9", "G9 B1 V10")),
    (Reason("why_turns", {"cards": ("V2",), "colour": "V"}), keep("R9 B8 G7 V2", "V9", ""),
     keep("R9 B8 G7 V2", "V9", "V1")),
    (Reason("why_keeps_least", {"cards": ("R1", "B2"), "points": 3}), keep("G9 S8 R1 B2"), keep("R1 S8 G9 B2")),
    (Reason("why_keeps", {"cards": ("G9", "B2"), "points": 11}), keep("R1 S8 G9 B2"), keep("G9 S8 R1 B2")),
    (Reason("why_dearest"), keep("G9 S8 R1 B2"), keep("R1 S8 G9 B2")),
]  # fmt: skip


def keys(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.key for reason in reasons]


#: Reasons that only reviews give (``tests/review``).
OF_REVIEWS = {"why_leaves_free"}


@pytest.mark.parametrize(("reason", "given", "near"), PUBLIC, ids=[reason.key for reason, _, _ in PUBLIC])
def test_a_reason_for_everyone(reason: Reason, given: Move, near: Move) -> None:
    assert reason in given.public()
    assert reason.key not in keys(near.public())
    # The player hears the same, as nothing else is in this hand.
    assert given.reasons() == given.public()


@pytest.mark.parametrize(("reason", "given", "near"), OWN, ids=[reason.key for reason, _, _ in OWN])
def test_a_reason_for_the_player_alone(reason: Reason, given: Move, near: Move) -> None:
    assert reason in given.reasons()
    assert reason.key not in keys(near.reasons())
    assert reason.key not in keys(given.public())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_there_is_has_its_case_and_its_sentence(lang: str) -> None:
    cases = {reason.key: reason.say(lang) for reason, _, _ in PUBLIC + OWN}
    assert set(cases) == {key for key in catalogue(lang) if key.startswith("why_")} - OF_REVIEWS
    assert len(set(cases.values())) == len(cases)


def test_reasons_read_like_sentences() -> None:
    reason = Reason("why_open", {"colours": "GR", "cards": ("G9", "R10", "R8")})
    assert reason.say("en") == "keeps green and red open: G9, R10 and R8 would take nothing as the line then stands"
    assert Reason("why_gains", {"colour": "B", "own": 1, "other": 0}).say("fr") == (
        "gagne la majorité en bleu, 1 à 0\u00a0: cette carte ne compte que 1"
    )


def test_the_most_important_come_first_and_there_are_few() -> None:
    """She begins the last round, gains a majority and undoes another; what she takes goes without saying."""
    move = play("V1 B5 O2 R10 V10 G10 S10 B10", "G5", "R0 B0 V9 G0 S0", "B9 B8 B7")
    assert move.public() == (
        Reason("why_sixth_ahead", {"own": 9, "other": 24}),
        Reason("why_gains", {"colour": "V", "own": 2, "other": 0}),
        Reason("why_undoes", {"name": "Bob", "colour": "B", "points": 21}),
    )


def test_a_majority_that_saves_or_costs_nothing_is_no_reason() -> None:
    """A lone 0 that is turned over costs 1 (P8): nobody gains by it, and nobody loses by losing it."""
    assert keys(play("B0 R9", "B1", "", "", "").public()) == ["why_takes_only"]
    assert keys(play("B0 B2 R9", "G2", "", "B1", "").public()) == ["why_takes_only"]


#: Moves that come just as near as those above, each in another way.
NEARER = [
    ("why_gains", play("B5 R9", "B1", "B9 B8", ""), "it had the majority before"),
    ("why_safe", play("R9 B1 B2 B3 B4 B5 B6", "G7"), "a 7 is not that high"),
    ("why_only_card", play("R9 B5", "R0 B0"), "it takes something too"),
    ("why_avoids", play("O9 R9", "O0 O1", FIVE, ""), "it brings the sixth colour too"),
    ("why_least", play("B3 R9", "B1 B0"), "another costs as much"),
]


@pytest.mark.parametrize(("key", "move", "because"), NEARER, ids=[key for key, _, _ in NEARER])
def test_another_near_miss(key: str, move: Move, because: str) -> None:
    assert key not in keys(move.reasons()), because


def test_of_equal_cards_any_two_are_the_highest() -> None:
    assert Reason("why_dearest") in keep("R5 B5 G5 S1").reasons()


def in_the_last_round(parade: str, hand: str, front: str = "") -> tuple[str, ...]:
    """What is said of Ann's first card when hers is the very last turn."""
    last = position(parade, [hand, ""], [front, ""], trigger=Trigger(-1, 0, colours=True, pile=False))
    assert last.last_round == 1
    return tuple(keys(why_own(game.view(last, 0), Play(last.hands[0][0]))))


def test_after_the_last_turn_nothing_follows() -> None:
    assert "why_leaves" not in in_the_last_round(TEN, "G10")
    assert "why_all_open" not in in_the_last_round("B3 R9", "G9 V10 S10")
    assert "why_open" not in in_the_last_round("B3 R9", "G9 B1 V10")


def test_a_sixth_colour_in_the_last_round_changes_nothing() -> None:
    """P6: so it is no reason, and neither is doing without it."""
    assert in_the_last_round("O2 R9 B9", "O1", FIVE) == ("why_takes_only",)
    assert in_the_last_round("O9 R9", "G7 O0", FIVE) == ("why_only_card",)


def games() -> Iterator[tuple[State, int, Action, State]]:
    """Every move of a few games that see all there is: the last round, the empty pile, every number of players."""
    for players in game.seats:
        state = game.deal(game.shuffle([f"player {seat}" for seat in range(players)], Random(players)))
        bots = [Greedy(seat, slip=0.3) for seat in range(players)]
        while not state.over:
            for seat in range(players):
                if game.legal(state, seat):
                    action = bots[seat].decide(game.view(state, seat), Budget())
                    after = game.apply(state, seat, action)
                    yield state, seat, action, after
                    state = after


def test_a_turn_rebuilt_from_public_things_is_the_turn_that_was_played() -> None:
    for state, seat, action, after in games():
        if isinstance(action, Play):
            turn = play_turn(game.view(state, None), seat, action.card)
            sizes = game.view(after, None).hand_sizes
            assert msgspec.structs.replace(game.view(turn.after, None), hand_sizes=sizes) == game.view(after, None)


def test_reasons_for_others_tell_nothing_of_a_hand() -> None:
    """Everyone gets the same reasons, however the hidden cards are dealt."""
    random = Random(1)
    for state, seat, action, _ in games():
        told = why(game.view(state, None), seat, action)
        assert bool(told) == isinstance(action, Play), "the cards set aside stay hidden (P7)"
        for other in (state, game.reshuffle(state, None, random)):
            for viewer in range(len(state.players)):
                assert why(game.view(other, viewer), seat, action) == told


def test_there_is_always_a_reason_and_never_many() -> None:
    for state, seat, action, _ in games():
        assert 1 <= len(why_own(game.view(state, seat), action)) <= MAX_REASONS
