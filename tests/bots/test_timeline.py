"""When bots act: the same by any clock, beaten now and then, and a round always ends."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.nimble.positions import position
from wonderland.bots.bot import Budget
from wonderland.bots.nimble.levels import dodo, gryphon, hare, steady, turtle
from wonderland.bots.timeline import DEFAULT_PACE_MS, GAME_LIMIT_MS, MIN_PACE_MS, Timeline, play_live
from wonderland.games.nimble import Action, Back, Card, Deal, Flip, Options, Place, Turn, View, game
from wonderland.records import replay
from wonderland.records.log import Log
from wonderland.records.writing import encode


class Scripted:
    """Does one thing after the other, each at its time, then nothing for a minute."""

    def __init__(self, *acts: tuple[int, Action]) -> None:
        self.acts = list(acts)
        self.looks = 0

    def decide(self, view: View, budget: Budget) -> Action:
        self.looks += 1
        return self.acts[0][1] if self.acts else Flip()

    def pace(self, view: View, action: Action) -> int:
        return self.acts.pop(0)[0] if self.acts else 60_000


class Dawdler:
    """Flips and takes back for ever."""

    def decide(self, view: View, budget: Budget) -> Action:
        return Back() if view.discard else Flip()


class Failing:
    """Fails at every decision, as it is told."""

    def __init__(self, fail: Callable[[], Any]) -> None:
        self.fail = fail

    def decide(self, view: View, budget: Budget) -> Any:
        return self.fail()


def dealt(players: int = 2, seed: int = 3, options: Options | None = None) -> Deal:
    return game.shuffle(["Ann", "Bob", "Cy", "Dee"][:players], Random(seed), options=options)


def table(*bots: Any) -> tuple[Log, Timeline]:
    """GO and GY lie on the two discards, and one pile asks for green."""
    log = Log(game, dealt())
    log.state = position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", "GY"])
    timeline = Timeline(game, dict(enumerate(bots)))
    timeline.begin(log.state)
    return log, timeline


# ---- clocks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_in_real_time_and_the_arena_play_the_same_round(players: int) -> None:
    def bots() -> list[Any]:
        return [make(seat) for seat, make in enumerate((turtle, gryphon, hare, dodo)[:players])]

    at_once = play_live(game, dealt(players), bots())
    log, timeline, ticks, now = Log(game, dealt(players)), Timeline(game, dict(enumerate(bots()))), Random(1), 0
    timeline.begin(log.state)
    while timeline.due is not None:
        now += int(ticks.random() * 700)
        timeline.run(log, now)
        assert timeline.due is None or timeline.due > now
    assert log.actions == at_once.log.actions
    assert game.outcome(log.state) is not None


def test_events_are_in_order_and_end_where_the_rules_say() -> None:
    log = play_live(game, dealt(4), [turtle(1), dodo(2), hare(3), gryphon(4)]).log
    times = [done.time for done in log.actions]
    assert times == sorted(times, key=lambda time: time or 0)
    result = replay(encode(log.record()))
    assert result["finished"]
    assert result == game.result(log.state)


def test_a_round_is_the_same_for_the_same_seeds_and_another_for_others() -> None:
    first, again, other = (play_live(game, dealt(), [hare(seed), dodo(seed + 1)]).log.record() for seed in (1, 1, 2))
    assert first == again != other


def test_a_round_that_goes_on_keeps_its_time() -> None:
    log = Log(game, dealt())
    timeline = Timeline(game, {1: steady(1)})
    timeline.begin(log.state, 90_000)
    assert timeline.due is not None
    timeline.run(log, 100_000)
    assert log.actions
    assert all(done.time is not None and 90_000 < done.time <= 100_000 for done in log.actions)


# ---- N11 -------------------------------------------------------------------------------------------


def test_who_comes_too_late_bounces_without_an_error_and_looks_again() -> None:
    place = Place(2, seen=Card("VG"))
    quick, slow = Scripted((150, place)), Scripted((200, place))
    log, timeline = table(quick, slow)
    errors = game.result(log.state)["errors"]
    timeline.run(log, 1000)
    assert [(done.seat, done.time) for done in log.actions] == [(0, 150)]
    assert game.result(log.state)["errors"] == errors
    assert log.state.discards[1] == (Card("GY"),)
    assert (quick.looks, slow.looks) == (2, 2)
    assert not any(timeline.faults.values())


def test_bots_are_beaten_now_and_then_in_a_real_round() -> None:
    class Watched(Scripted):
        """Counts the placements that another card came before."""

        def __init__(self, seed: int) -> None:
            super().__init__()
            self.player, self.beaten = gryphon(seed), 0
            self.last: Card | None = None

        def decide(self, view: View, budget: Budget) -> Action:
            top = view.discard[-1] if view.discard else None
            self.beaten += self.last is not None and top == self.last
            action = self.player.decide(view, budget)
            self.last = top if isinstance(action, Place) else None
            return action

        def pace(self, view: View, action: Action) -> int:
            return self.player.pace(view, action)

    bots = [Watched(1), Watched(2)]
    played = play_live(game, dealt(), bots)
    assert sum(bot.beaten for bot in bots) > 0
    assert not any(played.faults.values())


# ---- strangers -------------------------------------------------------------------------------------


def test_a_bot_without_a_pace_gets_a_human_one() -> None:
    class Stranger:
        def decide(self, view: View, budget: Budget) -> Action:
            return Flip() if view.hand_sizes[0] else Turn()

    log, timeline = Log(game, dealt()), Timeline(game, {0: Stranger()})
    timeline.begin(log.state)
    timeline.run(log, 40 * DEFAULT_PACE_MS)
    assert 30 < len(log.actions) < 50
    gaps = {(after.time or 0) - (before.time or 0) for before, after in zip(log.actions, log.actions[1:], strict=False)}
    assert len(gaps) > 20, "not like clockwork"


def test_no_hand_is_quicker_than_a_hand() -> None:
    log, timeline = table(Scripted((0, Flip()), (-5, Flip())))
    timeline.run(log, 1000)
    assert [done.time for done in log.actions] == [MIN_PACE_MS, 2 * MIN_PACE_MS]


@pytest.mark.parametrize(
    ("fail", "kind"),
    [
        (lambda: [][0], "crashed"),
        (lambda: Place(7), "illegal"),
        (lambda: "flip", "crashed"),
    ],
)
def test_a_bot_that_fails_is_counted_and_the_round_ends(fail: Callable[[], Any], kind: str) -> None:
    played = play_live(game, dealt(), [Failing(fail), gryphon(1)])
    assert set(played.faults[0]) == {kind}
    assert not played.faults[1]
    assert game.outcome(played.log.state) is not None


def test_a_pace_that_is_no_time_is_a_failure_too() -> None:
    class Timeless(Dawdler):
        def pace(self, view: View, action: Action) -> Any:
            return float("nan")

    assert play_live(game, dealt(), [Timeless(), gryphon(1)]).faults[0]["crashed"] > 0


@pytest.mark.parametrize(
    "bots", [[Dawdler(), Dawdler()], [Dawdler(), steady(1)], [steady(1), Dawdler(), Dawdler(), Dawdler()]]
)
def test_a_round_that_nobody_ends_is_played_on_and_ends_by_the_rules(bots: list[Any]) -> None:
    """In these deals the steady player alone comes to a point where only the others have cards that fit."""
    played = play_live(game, dealt(len(bots), seed=17), bots)
    end = game.outcome(played.log.state)
    assert end is not None
    assert not any(end.errors)
    last = played.log.actions[-1].time
    assert last is not None
    assert last > GAME_LIMIT_MS
    for seat, bot in enumerate(bots):
        assert played.faults[seat]["late"] == isinstance(bot, Dawdler), (
            "a seat that could have placed, and did not, is late"
        )


def test_nothing_is_due_after_the_end() -> None:
    log, timeline = Log(game, dealt()), Timeline(game, {0: gryphon(1), 1: gryphon(2)})
    timeline.begin(log.state)
    timeline.run(log, GAME_LIMIT_MS)
    number = len(log.actions)
    assert timeline.due is None
    timeline.run(log, 2 * GAME_LIMIT_MS)
    assert len(log.actions) == number


# ---- a table with a log of its own -----------------------------------------------------------------


def test_acts_can_be_taken_one_by_one() -> None:
    log, timeline = table(Scripted((150, Flip()), (300, Flip())), Scripted((200, Back())))
    first, second = timeline.next(1000), timeline.next(1000)
    assert (first, second) == ((150, 0, Flip()), (200, 1, Back()))
    assert timeline.next(1000) is None, "no bot acts again before another look"
    timeline.look(log.state, 0, 400)
    assert timeline.due == 700
    assert timeline.next(699) is None
    assert timeline.next(700) == (700, 0, Flip())


def test_whoever_leaves_does_nothing_any_more_and_another_may_come() -> None:
    log, timeline = table(Scripted((150, Flip())), Scripted((200, Back())))
    timeline.remove(0)
    assert timeline.due == 200
    timeline.look(log.state, 0, 100)
    assert timeline.due == 200, "there is no bot in that seat"
    timeline.add(0, Scripted((50, Flip())))
    timeline.look(log.state, 0, 100)
    assert timeline.due == 200, "no hand is quicker than a hand"
    timeline.run(log, 1000)
    assert [(done.seat, done.time) for done in log.actions] == [(0, 200), (1, 200)]
