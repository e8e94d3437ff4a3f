"""Bots of Nimble at a table that has its own log: handed over, refused, late, coming and going."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from wonderland.bots import registry
from wonderland.bots.real_time import RealTimeBots
from wonderland.bots.timeline import play_live
from wonderland.core.errors import TooLate
from wonderland.games.nimble import Action, Deal, State, game
from wonderland.records.log import Log

LEVELS = ("gryphon", "hare", "dodo", "turtle")
FOREVER = 60 * 60_000


def dealt(players: int = 4, seed: int = 3) -> Deal:
    return game.shuffle(["Ann", "Bob", "Cy", "Dee"][:players], Random(seed))


class Table:
    """A log that refuses what it is told to, and otherwise as the rules do."""

    def __init__(self, players: int = 4, refuse: int | None = None) -> None:
        self.log = Log(game, dealt(players))
        self.refuse = refuse
        self.now = 0
        self.tried: list[tuple[int, int]] = []

    def state(self) -> State:
        state: State = self.log.state
        return state

    def act(self, seat: int, action: Action) -> None:
        self.tried.append((self.now, seat))
        if seat == self.refuse:
            raise TooLate("refused_round_over")
        self.log.act(seat, action, self.now)

    def play(self, bots: RealTimeBots, until: int = FOREVER) -> None:
        """From alarm to alarm."""
        while bots.due is not None and bots.due <= until:
            self.now = bots.due
            bots.run(self.state, self.act, self.now)


def seated(table: Table, levels: tuple[str, ...] = LEVELS, seed: int = 1) -> RealTimeBots:
    bots = RealTimeBots(game, dict(enumerate(levels)), seed)
    bots.begin(table.state(), table.now)
    return bots


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_at_a_table_is_the_round_of_the_arena(players: int) -> None:
    table = Table(players)
    bots = seated(table, LEVELS[:players])
    table.play(bots)
    numbers = [Random(f"1 {seat}").getrandbits(32) for seat in range(players)]
    arena = play_live(game, dealt(players), [registry.make(*one) for one in zip(LEVELS, numbers, strict=False)])
    assert table.log.record() == arena.log.record()
    assert game.outcome(table.state()) is not None
    assert bots.due is None
    assert not any(bots.faults.values())


def test_another_seed_is_another_round() -> None:
    one, other = Table(), Table()
    one.play(seated(one, seed=1))
    other.play(seated(other, seed=2))
    assert one.log.actions != other.log.actions


def test_bots_of_one_level_are_not_twins() -> None:
    table = Table()
    seated_ = seated(table, ("hare",) * 4)
    table.play(seated_, until=5_000)
    first = {seat: now for now, seat in reversed(table.tried)}
    assert len(set(first.values())) == 4


def test_whoever_is_refused_looks_again_and_tries_later() -> None:
    table = Table(refuse=0)
    table.play(seated(table), until=10_000)
    times = [now for now, seat in table.tried if seat == 0]
    assert len(times) > 5
    assert all(later - sooner >= 100 for sooner, later in pairwise(times))
    assert {done.seat for done in table.log.actions} == {1, 2, 3}


def test_after_a_pause_nobody_acts_in_a_burst() -> None:
    table = Table()
    bots = seated(table)
    table.now = 30_000
    bots.run(table.state, table.act, table.now)
    assert sorted(seat for _, seat in table.tried) == [0, 1, 2, 3]
    assert bots.due is not None
    assert bots.due > 30_000


# ---- coming and going ------------------------------------------------------------------------------


def test_a_bot_that_leaves_does_not_do_what_it_was_about_to() -> None:
    table = Table()
    bots = seated(table)
    table.play(bots, until=3_000)
    done = len(table.tried)
    bots.leave(0)
    table.play(bots, until=8_000)
    assert {seat for _, seat in table.tried[done:]} == {1, 2, 3}


def test_a_seat_that_leaves_while_it_acts_is_not_asked_again() -> None:
    table = Table(2)
    bots = seated(table, LEVELS[:2])

    def act(seat: int, action: Action) -> None:
        table.act(seat, action)
        bots.leave(seat)

    for _ in range(2):
        assert bots.due is not None
        bots.run(table.state, act, bots.due)
    assert sorted(seat for _, seat in table.tried) == [0, 1]
    assert bots.due is None


def test_a_bot_takes_over_in_the_middle_and_the_round_ends() -> None:
    table = Table()
    bots = seated(table, LEVELS[:1])
    table.play(bots, until=5_000)
    table.now = 5_000
    for seat in (1, 2, 3):
        bots.join(seat, "dodo", table.state(), table.now)
    table.play(bots)
    assert game.outcome(table.state()) is not None
    assert min(now for now, seat in table.tried if seat) > 5_000
    times = [done.time or 0 for done in table.log.actions]
    assert times == sorted(times)


def test_a_bot_that_comes_late_has_seen_none_of_the_cards_before() -> None:
    """A bot that takes over must read the cards anew, though the player before it has seen the whole pack."""

    def first_look(flipped: bool) -> int:
        table = Table(2)
        if flipped:
            while not (state := table.state()).discards[0] or state.hands[0]:
                table.log.act(0, game.read_action("flip"))
            table.log.act(0, game.read_action("turn"))
            table.log.act(0, game.read_action("flip"))
        else:
            table.log.act(0, game.read_action("flip"))
        bots = RealTimeBots(game, {}, seed=1)
        bots.join(0, "gryphon", table.state(), 0)
        assert bots.due is not None
        return bots.due

    assert first_look(flipped=True) == first_look(flipped=False)


def test_a_bot_that_replaces_a_bot_acts_alone() -> None:
    table = Table(2)
    bots = seated(table, ("turtle", "turtle"))
    bots.join(0, "gryphon", table.state(), 0)
    bots.leave(1)
    table.play(bots, until=20_000)
    times = [now for now, _ in table.tried]
    assert len(times) == len(set(times))
    bots.leave(0)
    assert bots.due is None


def test_after_the_end_nothing_is_due_whoever_joins() -> None:
    table = Table(2)
    bots = seated(table, LEVELS[:2])
    table.play(bots)
    bots.join(0, "hare", table.state(), table.now)
    assert bots.due is None
