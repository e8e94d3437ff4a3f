"""Asking a bot for an action, whatever it does: a game always goes on."""

from __future__ import annotations

from random import Random
from typing import Any

from wonderland.bots.bot import WAIT, Budget
from wonderland.bots.registry import AnyBot
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import AnyGame
from wonderland.messages import say

#: How a bot can fail: too late, gone, saying what cannot be read, breaking the rules, saying far too much.
FAULT_KINDS = ("late", "crashed", "unreadable", "illegal", "flooded")


class Fault(Exception):
    """A bot that failed at one decision: which of ``FAULT_KINDS``, and the problem, for its author.

    ``str()`` says it in English, ``say(lang)`` in any language; what a program says itself stays as it is.
    """

    def __init__(self, kind: str, problem: WonderlandError | str) -> None:
        super().__init__(kind, problem)
        self.kind = kind
        self.problem = problem

    def say(self, lang: str) -> str:
        """The fault in a language."""
        problem = self.problem.say(lang) if isinstance(self.problem, WonderlandError) else self.problem
        return say(f"fault_{self.kind}", lang, problem=problem)

    @property
    def detail(self) -> str:
        """The problem alone, in English."""
        return str(self.problem)

    def __str__(self) -> str:
        return self.say("en")


def decide(
    game: AnyGame, state: Any, seat: int, bot: AnyBot, budget: Budget, random: Random
) -> tuple[Any, Fault | None]:
    """What a bot does, or, where it fails, a random legal action and why. The bot is handed the seat's view only."""
    try:
        action = bot.decide(game.view(state, seat), budget)
        refusal = None if action is WAIT and game.table.live else game.check(state, seat, action)
    except Fault as fault:
        return any_action(game, state, seat, random), fault
    except (Exception, SystemExit) as problem:
        return any_action(game, state, seat, random), Fault("crashed", f"{type(problem).__name__}: {problem}")
    if refusal is not None:
        return any_action(game, state, seat, random), Fault("illegal", refusal)
    return action, None


def any_action(game: AnyGame, state: Any, seat: int, random: Random) -> Any:
    """A legal action at random."""
    actions = game.legal(state, seat)
    return actions[int(random.random() * len(actions))]
