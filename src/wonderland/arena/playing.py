"""Playing one game of a match. The one place of the arena that knows games by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from wonderland.arena.match import Match
from wonderland.arena.played import Played, Thinking, places
from wonderland.bots.bot import Budget
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.games.registry import AnyGame
from wonderland.messages import choose
from wonderland.records.log import Log

Numbers = dict[str, tuple[float, ...]]


class Kind(NamedTuple):
    """How a game is played in the arena, and what its result says."""

    play: Callable[[AnyGame, Any, Sequence[AnyBot], Budget, Random], tuple[Log, list[Thinking]]]
    #: From the game's result and the number of players: what decides, the least first, and the numbers to show.
    read: Callable[[dict[str, Any], int], tuple[list[Any], Numbers]]
    #: The names of those numbers.
    numbers: tuple[str, ...] = ()


def play(match: Match, number: int, bots: Sequence[AnyBot]) -> tuple[Played, dict[str, Any]]:
    """The game's result and its record."""
    kind = kind_of(match.game)
    chance = Random(match.seed_of(number, "chance"))
    log, thinking = kind.play(match.rules, match.deal(number), bots, match.budget, chance)
    keys, numbers = kind.read(match.rules.result(log.state), match.players)
    deal, _ = match.where(number)
    record = {**log.record(), "arena": {"game": number, "deal": deal}}
    return Played(number, places(keys), numbers, tuple(thinking)), record


def kind_of(game: str) -> Kind:
    return KINDS.get(game, Kind(in_turns, _winners_only))


def in_turns(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budget: Budget, chance: Random
) -> tuple[Log, list[Thinking]]:
    """Ask whoever may act, one after the other, until the game is over."""
    log, thinking = Log(game, deal), [Thinking()] * len(bots)
    while game.outcome(log.state) is None:
        seat = next(seat for seat in range(len(bots)) if game.legal(log.state, seat))
        started = perf_counter()
        action, fault = decide(game, log.state, seat, bots[seat], budget, chance)
        spent = round(1000 * (perf_counter() - started), 3)
        wrong = ({fault.kind: 1}, _detail(fault)) if fault else ()
        thinking[seat] += Thinking(1, spent, spent, *wrong)
        log.act(seat, action)
    return log, thinking


def in_virtual_time(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budget: Budget, chance: Random
) -> tuple[Log, list[Thinking]]:
    """A round of Nimble on a clock that runs as fast as we can compute."""
    from wonderland.bots.nimble.timeline import play_round

    log, faults = play_round(deal, bots, budget, chance)
    # How long the bots themselves think is none of the game's time: only their pace is.
    return log, [Thinking(faults=dict(failed), first_fault=_detail(failed.first)) for failed in faults.values()]


def _detail(fault: Fault | None) -> str:
    """What went wrong, in the language of whoever started the match."""
    return fault.say(choose(os.environ))[:200] if fault else ""


def _parade(result: dict[str, Any], players: int) -> tuple[list[Any], Numbers]:
    scores = result["scores"]
    margins = tuple(round((sum(scores) - own) / (players - 1) - own, 3) for own in scores)
    return list(zip(scores, result["cards"], strict=True)), {"score": scores, "margin": margins}


def _nimble(result: dict[str, Any], players: int) -> tuple[list[Any], Numbers]:
    left, errors = result["left"], result["errors"]
    return list(zip(errors, left, strict=True)), {"left": tuple(left), "errors": errors}


def _winners_only(result: dict[str, Any], players: int) -> tuple[list[Any], Numbers]:
    """A game of which we know nothing more."""
    return [seat not in result["winners"] for seat in range(players)], {}


KINDS = {
    "parade": Kind(in_turns, _parade, ("score", "margin")),
    "nimble": Kind(in_virtual_time, _nimble, ("left", "errors")),
}
