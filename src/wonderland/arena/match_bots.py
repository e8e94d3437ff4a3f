"""The bots of a match, made anew for each game; engines are started once and play every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Self

from wonderland.arena.luck import evaluator_of
from wonderland.arena.match import Match
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import ENGINE, AnyBot
from wonderland.bots.running import random_action
from wonderland.core.errors import NotAllowed, NotInstalled, WonderlandError
from wonderland.core.game import Done

#: Enough to load and compile whatever a bot needs, and for an engine to start.
WARMUP_BUDGET = Budget(milliseconds=100, rollouts=20)
MAX_WARMUP_ACTIONS = 500  #: actions of the game that bots warm up with


class MatchBots:
    """Makes the bots of a match. As a context manager it closes the engines at the end."""

    def __init__(self, match: Match) -> None:
        self.match = match
        #: Measures the luck of every game, if the match says so.
        self.evaluator = evaluator_of(match)
        #: By name and by copy: an engine that takes several seats of a table runs as often.
        self._engines: dict[tuple[str, int], Any] = {}

    def for_game(self, number: int) -> list[AnyBot]:
        """The bots of a game, by seat. Their random numbers depend on the match, the deal and the seat only."""
        bots, copies = [], Counter[str]()
        for seat, name in enumerate(self.match.deal_and_seating(number)[1]):
            bots.append(self._bot(name, copies[name], self.match.bot_seed(number, seat)))
            copies[name] += 1
        return bots

    def _bot(self, name: str, copy: int, seed: int) -> AnyBot:
        if not _is_engine(name):
            return _make(name, seed, self.match.game)
        if (name, copy) not in self._engines:
            self._engines[name, copy] = _make(name, self.match.seed_of(name, copy), self.match.game)
        engine: AnyBot = self._engines[name, copy]
        return engine

    def warm_up(self) -> None:
        """Let every bot decide a few times, uncounted: the first decisions may load and compile a lot."""
        positions = list(_warmup_positions(self.match))
        if self.evaluator:
            actions = [Done(seat, action) for _, seat, action in positions]
            self.evaluator.luck(self.match.warmup_deal, actions)
        chosen = (0, len(positions) // 2, len(positions) - self.match.players - 1, len(positions) - 1)
        for name, copy in self._to_warm_up():
            bot = self._bot(name, copy, 0)
            try:
                for index in chosen:
                    state, seat, _ = positions[max(index, 0)]
                    bot.decide(self.match.rules.view(state, seat), WARMUP_BUDGET)
            except NotInstalled:
                raise
            except (Exception, SystemExit):
                continue  # counted, by kind, when it happens in a game

    def _to_warm_up(self) -> list[tuple[str, int]]:
        """Every bot once, and every engine as often as it sits at one table."""
        tables = self.match.seatings
        copies = {name: max(table.count(name) for table in tables) for name in self.match.entrants}
        return [(name, copy) for name, count in copies.items() for copy in range(count if _is_engine(name) else 1)]

    def close(self) -> None:
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def _make(name: str, seed: int, game: str) -> AnyBot:
    """A bot; an error that says in one line why it cannot be made."""
    try:
        return registry.make(name, seed, game)
    except WonderlandError:
        raise
    except (Exception, SystemExit) as problem:
        raise NotAllowed("arena_bot_broken", bot=name, problem=f"{type(problem).__name__}: {problem}") from problem


def _is_engine(name: str) -> bool:
    return name.startswith(ENGINE)


def _warmup_positions(match: Match) -> Iterator[tuple[Any, int, Any]]:
    """The positions of a game played at random: each state, with a seat that may act and its action."""
    game, random = match.rules, Random(0)
    state = game.deal(match.warmup_deal)
    for _ in range(MAX_WARMUP_ACTIONS):
        if game.outcome(state) is not None:
            return
        seat = next(seat for seat in range(match.players) if game.legal(state, seat))
        action = random_action(game, state, seat, random)
        yield state, seat, action
        state = game.apply(state, seat, action)
