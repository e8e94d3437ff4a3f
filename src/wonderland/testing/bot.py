"""Checks that a bot conforms to ``wonderland.bots.bot.Bot``, by playing with it.

It knows no rule of any game. With every number of players the bot plays whole games at one seat, the others act at
random, and at every decision:

- it answers with an action that the rules allow, changes nothing and prints nothing;
- with the same seed and the same views, and a budget counted in rollouts, it decides the same way again;
- and the same way still when what its seat cannot know is dealt anew, from the first decision to the last.

One more game is played with a budget of one millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stdout
from functools import partial
from io import StringIO
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError, shown
from wonderland.games.registry import DEFAULT_GAME, AnyGame, find
from wonderland.records.writing import encode
from wonderland.testing.game import MAX_ACTIONS, NotConforming

Make = Callable[[int], AnyBot]

SHORT_BUDGET = Budget(milliseconds=200, rollouts=20)
MINIMAL_BUDGET = Budget(milliseconds=1)


class _Decision(NamedTuple):
    """A bot's action, and its pace if it has one."""

    action: Any
    pace: Any = None

    @property
    def text(self) -> str:
        return f"{self.action}" if self.pace is None else f"{self.action} in {self.pace} ms"


def check_bot(
    bot: str | Make,
    game: str = DEFAULT_GAME,
    games: int = 1,
    budget: Budget = SHORT_BUDGET,
    seed: int = 0,
    deterministic: bool = True,
) -> None:
    """Play ``games`` games with every number of players; raises ``NotConforming`` at the first fault.

    ``bot`` is a registered name, ``engine:`` and a command, or what makes a bot from a seed; ``game`` is for those
    that play any game.
    ``deterministic=False`` is for an engine that ignores its seed: its decisions are not compared.

    >>> check_bot("greedy")
    """
    rules = find((registry.find(bot).game if isinstance(bot, str) else "") or game)
    make = partial(registry.make, bot, game=rules.name) if isinstance(bot, str) else bot
    for players in rules.seats:
        for number in range(games):
            random = Random(f"{seed} {rules.name} {players} {number}")
            _check_game(rules, players, make, budget, random, deterministic)
    _check_game(rules, rules.seats[-1], make, MINIMAL_BUDGET, Random(f"{seed} {rules.name} hurry"), deterministic=False)


def _check_game(game: AnyGame, players: int, make: Make, budget: Budget, random: Random, deterministic: bool) -> None:
    """Play one game; then ask again at every decision, and again with other cards hidden from the bot."""
    seat, number = int(random.random() * players), int(random.random() * 2**32)
    with ExitStack() as closing:
        decisions = list(_play(game, players, seat, _make(make, number, closing), budget, random))
        if not deterministic:
            return
        twin, stranger = _make(make, number, closing), _make(make, number, closing)
        for state, done in decisions:
            again = _ask(game, state, seat, twin, budget)
            _expect(again == done, f"same seed, same view: once it decides {done.text}, once {again.text}", state)
        for state, done in decisions:
            other = _ask(game, game.reshuffle(state, seat, random), seat, stranger, budget)
            fault = f"it knows what is hidden: {done.text} here, {other.text} when other cards are hidden"
            _expect(other == done, fault, state)


def _play(
    game: AnyGame, players: int, seat: int, bot: AnyBot, budget: Budget, random: Random
) -> Iterator[tuple[Any, _Decision]]:
    """Play a game to its end; the states in which the bot decided, and its decisions."""
    state = game.deal(game.shuffle([f"Player {seat}" for seat in range(players)], random))
    for _ in range(MAX_ACTIONS):
        if game.outcome(state) is not None:
            return
        moves = [(who, action) for who in range(players) for action in game.legal(state, who)]
        who, action = moves[int(random.random() * len(moves))]
        if who == seat:
            done = _ask(game, state, seat, bot, budget)
            yield state, done
            action = done.action
        state = game.apply(state, who, action)
    raise NotConforming(f"the game has not ended after {MAX_ACTIONS} actions\n{state}")


def _make(make: Make, seed: int, closing: ExitStack) -> AnyBot:
    try:
        bot = make(seed)
    except (Exception, SystemExit) as problem:
        raise NotConforming(f"it cannot be made from a seed: {_describe(problem)}") from problem
    closing.callback(getattr(bot, "close", lambda: None))
    return bot


def _ask(game: AnyGame, state: Any, seat: int, bot: AnyBot, budget: Budget) -> _Decision:
    """The bot's action and, for a bot that has one, its pace; both checked."""
    view = game.view(state, seat)
    seen, text = encode(view), str(state)
    printed = StringIO()
    pace = None
    try:
        with redirect_stdout(printed):
            action = bot.decide(view, budget)
            if hasattr(bot, "pace"):
                pace = bot.pace(view, action)
    except Fault as fault:
        if budget is MINIMAL_BUDGET and fault.kind == "late":
            return _Decision(game.legal(state, seat)[0])  # an engine may be late with a budget of one millisecond
        raise NotConforming(f"{fault}\n{state}") from fault
    except (Exception, SystemExit) as problem:
        raise NotConforming(f"decide fails: {_describe(problem)}\n{state}") from problem
    _expect(encode(view) == seen and str(state) == text, "decide must not change the view", state)
    _expect(not printed.getvalue(), f"decide must not print to stdout: {shown(printed.getvalue())}", state)
    _check_action(game, state, seat, action)
    fine = pace is None or (isinstance(pace, int | float) and isfinite(pace) and pace >= 0)
    _expect(fine, f"its pace must be a number of milliseconds, not {pace!r}", state)
    return _Decision(action, pace)


def _check_action(game: AnyGame, state: Any, seat: int, action: Any) -> None:
    try:
        # Compared by repr: a plain string would equal the card of that name.
        known = repr(game.read_action(str(action))) == repr(action)
    except WonderlandError:
        known = False
    example = game.legal(state, seat)[0]
    _expect(known, f"decide must return an action such as {example!r}, not {action!r}", state)
    refusal = game.check(state, seat, action)
    _expect(refusal is None, f"it breaks the rules with {action}: {refusal}", state)


def _describe(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}"


def _expect(fine: bool, fault: str, state: Any) -> None:
    if not fine:
        raise NotConforming(f"{fault}\n{state}")
