"""The bots of a match, made for each game; programs of their own are started once and asked again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Self

from wonderland.arena.match import Match
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import ENGINE, AnyBot
from wonderland.bots.running import any_action
from wonderland.core.errors import NotAllowed, NotInstalled, WonderlandError

#: Enough to load and compile whatever a bot needs; engines are given time to wake up.
WARMUP_BUDGET = Budget(milliseconds=100, rollouts=20)
MAX_WARMUP_ACTIONS = 500  # actions of a throwaway game


class Roster:
    """Makes the bots of a match; as a context it closes, at the end, those that were kept."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._kept: dict[tuple[str, int], Any] = {}

    def seated(self, number: int) -> list[AnyBot]:
        """The bots of a game, by seat. What they draw depends on the match, the deal and the seat alone."""
        bots, copies = [], Counter[str]()
        for seat, name in enumerate(self.match.where(number)[1]):
            bots.append(self._bot(name, copies[name], self.match.luck(number, seat)))
            copies[name] += 1
        return bots

    def _bot(self, name: str, copy: int, seed: int) -> AnyBot:
        if not _is_kept(name):
            return _made(name, seed, self.match.game)
        if (name, copy) not in self._kept:
            self._kept[name, copy] = _made(name, self.match.seed_of(name, copy), self.match.game)
        kept: AnyBot = self._kept[name, copy]
        return kept

    def warm_up(self) -> None:
        """Let every bot decide a few times, uncounted: the first decisions may load and compile a lot."""
        states = list(_throwaway(self.match))
        moments = (0, len(states) // 2, len(states) - self.match.players - 1, len(states) - 1)
        for name, copy in self._kinds():
            bot = self._bot(name, copy, 0)
            try:
                for moment in moments:
                    state, seat = states[max(moment, 0)]
                    bot.decide(self.match.rules.view(state, seat), WARMUP_BUDGET)
            except NotInstalled:
                raise
            except (Exception, SystemExit):
                continue  # counted, by kind, when it happens in a game

    def _kinds(self) -> list[tuple[str, int]]:
        """Every bot once, and every program as often as it sits at one table."""
        tables = self.match.seatings
        copies = {name: max(table.count(name) for table in tables) for name in self.match.entrants}
        return [(name, copy) for name, most in copies.items() for copy in range(most if _is_kept(name) else 1)]

    def close(self) -> None:
        for bot in self._kept.values():
            bot.close()
        self._kept.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def _made(name: str, seed: int, game: str) -> AnyBot:
    """A bot, or in one line why there is none."""
    try:
        return registry.make(name, seed, game)
    except WonderlandError:
        raise
    except (Exception, SystemExit) as problem:
        raise NotAllowed("arena_bot_broken", bot=name, problem=f"{type(problem).__name__}: {problem}") from problem


def _is_kept(name: str) -> bool:
    return name.startswith(ENGINE)


def _throwaway(match: Match) -> Iterator[tuple[Any, int]]:
    """The moments of a game played at random: a state, and a seat that has something to do."""
    game, random = match.rules, Random(0)
    state = game.deal(match.throwaway)
    for _ in range(MAX_WARMUP_ACTIONS):
        if game.outcome(state) is not None:
            return
        seat = next(seat for seat in range(match.players) if game.legal(state, seat))
        yield state, seat
        state = game.apply(state, seat, any_action(game, state, seat, random))
