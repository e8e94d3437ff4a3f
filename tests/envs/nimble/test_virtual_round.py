"""Virtual time: what an agent does happens when the same bot's would, may be overtaken, and a round always ends."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import median

import pytest

from games.nimble.positions import bare, position
from wonderland.bots.bot import WAIT, Budget
from wonderland.bots.nimble.hands import Hands
from wonderland.bots.nimble.levels import DODO, GRYPHON, HARE, LEVELS, TURTLE
from wonderland.bots.nimble.player import NimblePlayer
from wonderland.bots.timeline import MIN_PACE_MS, play_live
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import Card, Deal, Flip, Place, State, game
from wonderland.games.nimble.scoring import errors


def dealt(players: int = 2, seed: int = 3) -> Deal:
    return game.shuffle(["Ann", "Bob", "Cy", "Dee"][:players], Random(seed))


def timing(seed: int) -> Random:
    """The random source of a player's hands, as ``NimblePlayer`` makes it."""
    return Random(int(Random(seed).random() * 2**32))


def standing(state: State) -> VirtualRound:
    """Two agents without limits of time at a table that lies like this."""
    played = VirtualRound(dealt(), {}, {0: None, 1: None})
    played.set_state(state)
    return played


#: GO and GY lie on the two discards, and one pile asks for green.
BOTH_WANT_GREEN = position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", "GY"])
ON_GREEN = Place(2, seen=Card("VG"))


# ---- as in the arena ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_that_decide_like_bots_play_the_rounds_that_those_bots_play(players: int) -> None:
    levels = [HARE, GRYPHON, DODO, TURTLE][:players]
    for seed in range(3):
        bots = [NimblePlayer(seed + seat, level) for seat, level in enumerate(levels)]
        expected = play_live(game, dealt(players, seed), bots).log
        # Seat 1 is a bot; the others are agents who ask a bot what to do, and whose hands are those of its level.
        minds = {seat: NimblePlayer(seed + seat, level) for seat, level in enumerate(levels) if seat != 1}
        hands = {seat: Hands(levels[seat], timing(seed + seat)) for seat in minds}
        played = VirtualRound(dealt(players, seed), {1: NimblePlayer(seed + 1, GRYPHON)}, dict(hands))
        while played.outcome is None:
            for seat in played.asked:
                played.decide(seat, minds[seat].decide(played.view(seat), Budget()), 0)
            played.run()
        assert played.log.record() == expected.record()


# ---- hands -------------------------------------------------------------------------------------------


def gaps(level: str, *, wait_first: bool = False) -> list[int]:
    """The times between the flips of an agent that always acts at once, or after the shortest wait there is."""
    played = VirtualRound(dealt(), {}, {0: Hands(LEVELS[level], Random(5)), 1: None})
    waited = False
    while len(played.log.actions) < 25:
        for seat in played.asked:
            flips = seat == 0 and (waited or not wait_first)
            played.decide(seat, Flip() if flips else WAIT, 0)
            waited = waited if seat else not waited
        played.run()
    times = [done.time or 0 for done in played.log.actions]
    return [later - earlier for earlier, later in pairwise(times)]


@pytest.mark.parametrize("level", LEVELS)
def test_an_agent_that_acts_at_once_needs_the_time_of_its_hands_and_waiting_saves_none(level: str) -> None:
    needs = LEVELS[level].reaction + LEVELS[level].reading
    assert min(gaps(level)) >= MIN_PACE_MS
    assert needs * 0.9 < median(gaps(level)) < needs * 1.1
    assert median(gaps(level, wait_first=True)) >= median(gaps(level)) * 0.99


def test_without_limits_an_action_takes_the_least_time_of_a_bot_and_the_hesitation() -> None:
    played = VirtualRound(dealt(), {}, {0: None, 1: None})
    played.decide(0, Flip(), 0)
    played.decide(1, Flip(), 250)
    assert played.run() == [(0, Flip(), MIN_PACE_MS)]
    played.decide(0, Flip(), 450)
    assert played.run() == [(1, Flip(), MIN_PACE_MS + 250)]


# ---- overtaken ---------------------------------------------------------------------------------------


def test_a_placement_that_was_overtaken_bounces_and_is_no_error() -> None:
    played = standing(BOTH_WANT_GREEN)
    before = errors(played.state)
    played.decide(0, ON_GREEN, 50)
    played.decide(1, ON_GREEN, 0)
    assert played.run() == [(1, ON_GREEN, 100)]
    assert played.asked == (1,), "the hand of seat 0 still moves"
    played.decide(1, Flip(), 450)
    assert played.run() == []
    assert list(played.asked) == [0]
    assert played.refusals[0].key == "refused_bounced"
    assert played.view(0).discard == (Card("GO"),)
    assert errors(played.state) == before
    played.decide(0, Flip(), 0)
    assert not played.refusals


def test_a_placement_that_was_overtaken_counts_where_it_fits_the_new_card() -> None:
    played = standing(position("RB BV VG", ["YR YB", "YO OV OB"], ["YO", "GY"]))
    played.decide(0, ON_GREEN, 50)  # an error as it lies, but GY comes first
    played.decide(1, ON_GREEN, 0)
    played.run()
    played.decide(1, WAIT, 450)
    assert played.run() == [(0, ON_GREEN, 150)]
    assert played.state.tops[2] == Card("YO")


def test_at_the_same_millisecond_the_lower_seat_is_first() -> None:
    played = standing(BOTH_WANT_GREEN)
    for seat in (1, 0):
        played.decide(seat, ON_GREEN, 0)
    assert played.run() == [(0, ON_GREEN, 100)]


# ---- waiting -----------------------------------------------------------------------------------------


def test_who_waits_is_asked_when_something_changes_or_time_is_up() -> None:
    played = standing(BOTH_WANT_GREEN)
    played.decide(0, WAIT, 450)
    played.decide(1, Flip(), 100)
    assert played.run() == [(1, Flip(), 200)]
    assert list(played.asked) == [0, 1]
    played.decide(0, WAIT, 50)
    played.decide(1, Flip(), 100)
    assert played.run() == []
    assert played.now == 350
    assert list(played.asked) == [0]


def test_who_waits_does_not_notice_that_a_card_bounced() -> None:
    state = position("RB BV VG", ["YR YB", "YO OV OB", "YR YB"], ["GO", "GY", "GB"])
    played = VirtualRound(dealt(3), {}, {0: None, 1: None, 2: None})
    played.set_state(state)
    played.decide(0, ON_GREEN, 0)
    played.decide(1, ON_GREEN, 50)
    played.decide(2, WAIT, 450)
    played.run()
    for seat in played.asked:
        played.decide(seat, WAIT, 450)
    played.run()
    assert played.now == 150
    assert played.asked == (1,)


# ---- the end -----------------------------------------------------------------------------------------


def test_a_round_that_nobody_ends_is_played_to_its_end_without_the_agents() -> None:
    played = VirtualRound(dealt(), {}, {0: None, 1: None}, time_limit_ms=2000)
    while played.outcome is None:
        assert played.rewards() == (0.0, 0.0)
        for seat in played.asked:
            played.decide(seat, WAIT, 450)
        done = played.run()
    assert played.time_over
    assert played.asked == ()
    assert done[0].time is not None
    assert done[0].time > 2000
    assert game.outcome(list(game.steps(played.log.record()))[-1].state) == played.outcome


@pytest.mark.parametrize(("winners", "expected"), [((1,), [-0.5, 1.0, -0.5]), ((0, 2), [0.25, -0.5, 0.25])])
def test_rewards_are_the_share_of_the_win_and_sum_to_zero(winners: tuple[int, ...], expected: list[float]) -> None:
    left = ["" if seat in winners else "YR YB" for seat in range(3)]
    played = VirtualRound(dealt(3), {}, {0: None, 1: None, 2: None})
    played.set_state(bare("RB BV VG", left))
    assert played.outcome is not None
    assert played.outcome.winners == winners
    assert played.rewards() == pytest.approx(expected)
