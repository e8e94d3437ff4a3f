"""The kit for bots passes good ones, and finds what is wrong with each bad one."""

from __future__ import annotations

import math
import os
import random
import sys
from random import Random
from typing import Any

import msgspec
import pytest

from wonderland.bots.bot import Budget
from wonderland.bots.kit import RandomBot
from wonderland.bots.parade.simple import Greedy
from wonderland.games.nimble import Action as NimbleAction
from wonderland.games.nimble import Place
from wonderland.games.nimble import View as NimbleView
from wonderland.games.nimble import game as nimble
from wonderland.games.parade import Action, Discard, Play, View, game
from wonderland.testing import NotConforming, check_bot


class Flipper:
    """A player of Nimble that only looks for something it may do, at a leisurely pace."""

    def __init__(self, seed: int, pace: float = 500) -> None:
        self._random = Random(seed)
        self._pace = pace

    def decide(self, view: NimbleView, budget: Budget) -> NimbleAction:
        assert view.seat is not None
        texts = ["flip"] if view.hand_sizes[view.seat] else ["turn"]
        texts += ["back", f"place 0 on {view.tops[0]}"] if view.discard and not view.options.assist else []
        return nimble.read_action(texts[int(self._random.random() * len(texts))])

    def pace(self, view: NimbleView, action: NimbleAction) -> float:
        return self._pace


class Untidy(Flipper):
    """A card that is mere text looks right, and is not a card."""

    def decide(self, view: NimbleView, budget: Budget) -> NimbleAction:
        action = super().decide(view, budget)
        return Place(action.pile, str(action.seen)) if isinstance(action, Place) else action  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["random", "greedy", "dormouse", "rabbit"])
def test_good_bots_pass(name: str) -> None:
    check_bot(name, games=2, seed=3)


def test_a_bot_is_known_by_its_name_or_by_what_makes_it() -> None:
    check_bot(Greedy)
    check_bot(Flipper, game="nimble")


class Broken(Greedy):
    """Greedy, with one fault in the way."""


class Crashing(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        return Play(view.hand[5])


class Leaving(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        sys.exit("I am off")


class ForTwo(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        _me, _you = view.front
        return super().decide(view, budget)


class WithoutAnEnd(Broken):
    """Plays on when two cards should be set aside."""

    def decide(self, view: View, budget: Budget) -> Action:
        return Play(view.hand[0])


class Cheating(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        return Play(view.start[0]) if view.phase == "play" else Discard(view.hand[:2])


class Textual(Broken):
    def decide(self, view: View, budget: Budget) -> Any:
        return f"play {view.hand[0]}"


class Careless(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        return Play(str(view.hand[0]))  # type: ignore[arg-type]  # the fault


class Silent(Broken):
    def decide(self, view: View, budget: Budget) -> Any:
        return None


class Moody(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        return Play(random.choice(view.hand)) if view.phase == "play" else super().decide(view, budget)


class Peeking(Broken):
    """Cheats: reads the others' cards from the caller's stack frame."""

    def decide(self, view: View, budget: Budget) -> Action:
        state = sys._getframe(1).f_locals["state"]
        number = sum(card.number for card in state.pile[:1])
        return Play(view.hand[number % 5]) if view.phase == "play" and state.pile else super().decide(view, budget)


class Remembering(Broken):
    """Peeks at the first decision only, and uses it much later."""

    peeked = 0

    def decide(self, view: View, budget: Budget) -> Action:
        if not self.peeked:
            self.peeked = 1 + sys._getframe(1).f_locals["state"].pile[0].number
        if view.phase == "discard":
            return Discard((view.hand[self.peeked % 2], view.hand[2 + self.peeked // 2 % 2]))
        return super().decide(view, budget)


class Meddling(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        msgspec.structs.force_setattr(view, "hand", view.hand[::-1])
        return super().decide(view, budget)


class Talking(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        print("hmm …")
        return super().decide(view, budget)


class Slow(Broken):
    def decide(self, view: View, budget: Budget) -> Action:
        rollouts = budget.rollouts or 0
        return super().decide(view, budget) if 100 // rollouts else RandomBot(0, game).decide(view, budget)


class Seedless(Broken):
    def __init__(self) -> None:
        super().__init__(0)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Crashing, "decide fails: IndexError: tuple index out of range"),
        (Leaving, "decide fails: SystemExit: I am off"),
        (ForTwo, "decide fails: ValueError: too many values to unpack"),
        (WithoutAnEnd, "it breaks the rules with play .*: Every turn has been played"),
        (Cheating, "it breaks the rules with play .* is not in the hand"),
        (Textual, r"must return an action such as Play\(card=Card\('..'\)\), not 'play .*'"),
        (Careless, r"decide fails: TypeError: a card is needed, such as Card\('R3'\), not '.*'"),
        (Silent, r"must return an action such as Play\(card=Card\('..'\)\), not None"),
        (Moody, "same seed, same view: once it decides play .*, once play"),
        (Peeking, "it knows what is hidden: play .* here, play .* when other cards are hidden"),
        (Remembering, "it knows what is hidden: discard .* here, discard .* when other cards are hidden"),
        (Meddling, "decide must not change the view"),
        (Talking, 'decide must not print to stdout: "hmm …'),
        (Slow, "decide fails: ZeroDivisionError"),
        (Seedless, "it cannot be made from a seed: TypeError"),
        ("engine:./there-is-none", "it cannot be made from a seed: NotAllowed: the engine .* cannot be started"),
        (f"engine:{sys.executable} -c 7", "crashed: exited with code 0"),
    ],
)
def test_the_kit_finds_a_fault(bot: Any, message: str) -> None:
    with pytest.raises(NotConforming, match=message):
        check_bot(bot, games=2)


def test_the_kit_tells_a_card_from_its_text() -> None:
    with pytest.raises(NotConforming, match=r"must return an action such as Flip\(\), not Place\(pile=0, seen='..'\)"):
        check_bot(Untidy, game="nimble")


@pytest.mark.parametrize("pace", [-1, math.inf, math.nan])
def test_the_kit_finds_a_pace_that_is_none(pace: float) -> None:
    with pytest.raises(NotConforming, match=f"its pace must be a number of milliseconds, not {pace}"):
        check_bot(lambda seed: Flipper(seed, pace), game="nimble")


def test_a_bot_that_does_not_care_about_its_seed_can_still_be_checked() -> None:
    check_bot(Moody, deterministic=False)
    with pytest.raises(NotConforming, match="breaks the rules"):
        check_bot(Cheating, deterministic=False)


def test_the_fault_is_told_with_the_state_and_the_cause() -> None:
    with pytest.raises(NotConforming, match=f"{os.linesep}hands: ") as found:
        check_bot(Crashing)
    assert isinstance(found.value.__cause__, IndexError)
