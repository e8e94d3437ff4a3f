"""What a player takes in, remembers and does, and how long it takes."""

from __future__ import annotations

from statistics import mean, median

import pytest

from games.nimble.positions import act, bare, position
from wonderland.bots.bot import Budget
from wonderland.bots.nimble.hands import Level
from wonderland.bots.nimble.player import SIMILAR_COLOUR, NimblePlayer
from wonderland.games.nimble import COLOURS, Action, Back, Card, Flip, Place, State, Turn, game

CLEVER = Level(reaction=300, reading=150, memory=30, ahead=3)


def decide(player: NimblePlayer, state: State) -> Action:
    return player.decide(game.view(state, 0), Budget())


def flipped(level: Level) -> tuple[NimblePlayer, State]:
    """A player that has flipped GO and VY, neither of which fitted; then Bob's BG makes room for GO."""
    player, state = NimblePlayer(1, level), position("RB VB YB", ["GO VY RO OG", "BG YO OV"])
    for _ in range(2):
        assert decide(player, state) == Flip()
        state = act(state, "0 flip")
    assert decide(player, state) == Flip()
    return player, act(state, "1 flip", "1 place 0")


def test_it_places_on_the_pile_that_fits_and_names_the_top_it_saw() -> None:
    state = position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", ""])
    assert decide(NimblePlayer(1, CLEVER), state) == Place(2, seen=Card("VG"))


def test_it_flips_on_and_turns_the_discard_over_at_the_end() -> None:
    state = position("RB BV VG", ["YR", "YO GV OB"], ["OY OG", ""])
    player = NimblePlayer(1, CLEVER)
    assert decide(player, state) == Flip()
    assert decide(player, act(state, "0 flip")) == Turn()


def test_it_goes_back_for_a_card_it_remembers() -> None:
    player, state = flipped(CLEVER)
    assert decide(player, state) == Back()
    state = act(state, "0 back")
    assert decide(player, state) == Place(0, seen=Card("BG"))


def test_it_remembers_only_as_many_cards_as_it_can() -> None:
    player, state = flipped(Level(reaction=300, reading=150, memory=1, ahead=3))
    assert decide(player, state) == Flip()


def test_it_remembers_only_what_it_has_seen_itself() -> None:
    _, state = flipped(CLEVER)
    assert decide(NimblePlayer(1, CLEVER), state) == Flip()


def test_it_flips_on_to_a_card_that_it_has_taken_back_onto_the_hand() -> None:
    """GO lies just behind, GY just ahead: who has seen both flips on, who has seen GO only goes back for it."""
    player, state = NimblePlayer(1, CLEVER), position("RB VB YB", ["GO VY GY OG", "BG YO OV"])
    for text in ("0 flip", "0 flip", "0 flip", "0 back"):
        decide(player, state)
        state = act(state, text)
    state = act(state, "1 flip", "1 place 0")
    assert decide(player, state) == Flip()


@pytest.mark.parametrize("card", ["RB", "OB", "BR", "VR", "GR", "YR"])
def test_a_hasty_eye_takes_a_colour_for_one_like_it_and_for_no_other(card: str) -> None:
    level = Level(reaction=300, reading=150, memory=1, ahead=1, misread=1.0)
    for wanted in COLOURS:
        tops = [other + wanted for other in COLOURS if other != wanted]
        state = bare(" ".join(tops[:3]), ["VY", "GV OV"], [card, ""])
        placed = isinstance(decide(NimblePlayer(1, level), state), Place)
        assert placed == (wanted == SIMILAR_COLOUR[card[0]]), wanted


def test_nobody_reads_a_card_that_cannot_be() -> None:
    """Red is taken for orange, but a card with an orange circle has no orange frame."""
    level = Level(reaction=300, reading=150, memory=1, ahead=1, misread=1.0)
    state = bare("GO VO BO", ["VY", "GV OV"], ["RO", ""])
    assert decide(NimblePlayer(1, level), state) == Flip()


def test_with_assist_the_table_helps_the_eye() -> None:
    level = Level(reaction=300, reading=150, memory=1, ahead=1, misread=1.0)
    state = position("GO VO BO", ["VY", "GV OV"], ["RB", ""], assist=True)
    assert decide(NimblePlayer(1, level), state) == Flip()


def test_what_it_overlooks_it_does_not_place() -> None:
    level = Level(reaction=300, reading=150, memory=1, ahead=1, overlook=1.0)
    state = position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", ""])
    assert decide(NimblePlayer(1, level), state) == Flip()


# ---- time ------------------------------------------------------------------------------------------


def test_times_are_skewed_as_peoples_are() -> None:
    player, view = NimblePlayer(1, CLEVER), game.view(position("RB BV VG", ["YR YB", "YO OV"]), 0)
    times = [player.pace(view, player.decide(view, Budget())) for _ in range(2000)]
    assert 100 < min(times) < CLEVER.reaction / 2
    assert max(times) > 2 * CLEVER.reaction
    assert mean(times) > 1.02 * median(times)
    assert max(times) - median(times) > 1.5 * (median(times) - min(times))


@pytest.fixture
def fitting() -> State:
    return position("RB BV VG", ["YR YB", "YO OV OB"], ["GO BG", ""])


def pace_of(state: State, action: Action, *looked: State) -> int:
    """The pace of a player of one and the same seed, having looked at other states before."""
    player = NimblePlayer(5, CLEVER)
    for before in looked:
        decide(player, before)
    decide(player, state)
    return player.pace(game.view(state, 0), action)


def test_a_card_in_mind_needs_no_reading() -> None:
    state = position("RB BV VG", ["YR YB", "YO OV OB"], ["OY", ""])
    assert pace_of(state, Flip(), state) < pace_of(state, Flip())


def test_taking_back_is_quick(fitting: State) -> None:
    assert pace_of(fitting, Back()) < pace_of(fitting, Flip())


def test_a_chain_goes_quicker_than_its_first_card(fitting: State) -> None:
    """BG is placed and lays open GO, which was seen before and fits it."""
    seen, after = act(fitting, "0 back"), act(fitting, "0 place 0")
    chained = pace_of(after, Place(0), seen, fitting)
    assert chained < pace_of(after, Place(0), seen, seen)


def test_a_pile_that_was_covered_meanwhile_is_a_surprise(fitting: State) -> None:
    covered = act(fitting, "1 flip", "1 place 0", "1 flip", "1 place 2")
    assert pace_of(covered, Flip(), fitting) > pace_of(covered, Flip(), covered)


def test_what_it_does_does_not_depend_on_whether_its_pace_is_asked(fitting: State) -> None:
    level = Level(reaction=300, reading=150, memory=3, ahead=1, misread=0.3, overlook=0.3)
    asked, unasked = NimblePlayer(5, level), NimblePlayer(5, level)
    view = game.view(fitting, 0)
    for _ in range(50):
        action = asked.decide(view, Budget())
        asked.pace(view, action)
        assert unasked.decide(view, Budget()) == action
