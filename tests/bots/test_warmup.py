"""A bot that takes long to get ready is answered for, and plays itself as soon as it can."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from wonderland.bots.bot import Budget
from wonderland.bots.parade.heuristic import Heuristic
from wonderland.bots.registry import kit
from wonderland.bots.warmup import WarmedUpBot
from wonderland.games import parade


class Slow:
    """Cannot decide anything before the event; then always the last card, which the Hatter would not play here."""

    def __init__(self, compiled: Event) -> None:
        self._compiled = compiled

    def decide(self, view: parade.View, budget: Budget) -> parade.Action:
        assert self._compiled.wait(60)
        return parade.Play(view.hand[-1]) if view.phase == "play" else parade.Discard(view.hand[:2])


def opening(players: int) -> parade.View:
    """The first view in which the Hatter would not play the last card of the hand."""
    for seed in range(100):
        state = parade.game.deal(parade.game.shuffle(["Ann", "Bob", "Cy", "Di"][:players], Random(seed)))
        view = parade.game.view(state, state.turn)
        if Heuristic(0).decide(view, Budget()) != parade.Play(view.hand[-1]):
            return view
    pytest.fail("the Hatter always plays the last card")


def test_the_hatter_answers_until_the_bot_is_warmed_up() -> None:
    compiled = Event()
    bot = WarmedUpBot(kit("parade"), lambda seed: Slow(compiled), seed=1)
    view = opening(2)
    assert bot.decide(view, Budget(milliseconds=1)) == Heuristic(0).decide(view, Budget())
    assert bot.busy
    compiled.set()
    assert bot.warm_up(2, 60)
    assert bot.decide(view, Budget(milliseconds=1)) == parade.Play(view.hand[-1])


def test_every_number_of_players_is_warmed_up_for_itself() -> None:
    compiled = Event()
    compiled.set()
    bot = WarmedUpBot(kit("parade"), lambda seed: Slow(compiled), seed=1)
    assert bot.warm_up(2, 60)
    compiled.clear()
    view = opening(3)
    assert bot.decide(view, Budget(milliseconds=1)) == Heuristic(0).decide(view, Budget())
    compiled.set()
    assert bot.warm_up(3, 60)
    assert bot.decide(view, Budget(milliseconds=1)) == parade.Play(view.hand[-1])
