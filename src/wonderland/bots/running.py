"""Asks a bot for an action; where the bot fails, a random legal action takes its place and the game goes on."""

from __future__ import annotations

from random import Random
from typing import Any

from wonderland.bots.bot import WAIT, Budget
from wonderland.bots.registry import AnyBot
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import AnyGame
from wonderland.messages import say

#: How a bot can fail: late, crashed, an answer that cannot be read, an illegal action, far too much output.
FAULT_KINDS = ("late", "crashed", "unreadable", "illegal", "flooded")


class Fault(Exception):
    """A bot failed at one decision: the kind, one of ``FAULT_KINDS``, and the problem, for its author.

    ``str()`` gives it in English, ``say(lang)`` in any language; the text of a Python exception is not translated.
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
    """A bot's action or, where it fails, a random legal one and the fault. The bot gets nothing but the seat's view."""
    try:
        action = bot.decide(game.view(state, seat), budget)
        refusal = None if action is WAIT and game.table.live else game.check(state, seat, action)
    except Fault as fault:
        return random_action(game, state, seat, random), fault
    except (Exception, SystemExit) as problem:
        return random_action(game, state, seat, random), Fault("crashed", f"{type(problem).__name__}: {problem}")
    if refusal is not None:
        return random_action(game, state, seat, random), Fault("illegal", refusal)
    return action, None


def random_action(game: AnyGame, state: Any, seat: int, random: Random) -> Any:
    """A legal action at random."""
    actions = game.legal(state, seat)
    return actions[int(random.random() * len(actions))]
