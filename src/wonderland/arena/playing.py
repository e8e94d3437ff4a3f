"""Playing one game of a match: in turns, or live games in virtual time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from wonderland.arena.match import Match
from wonderland.arena.played import Played, Thinking
from wonderland.bots.bot import Budget
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.bots.timeline import play_live
from wonderland.games.registry import AnyGame
from wonderland.messages import choose
from wonderland.records.log import Log


def play(match: Match, number: int, bots: Sequence[AnyBot]) -> tuple[Played, dict[str, Any]]:
    """The game's result and its record."""
    game = match.rules
    run = in_virtual_time if game.table.live else in_turns
    log, thinking = run(game, match.deal(number), bots, match.budget, Random(match.seed_of(number, "chance")))
    places = tuple(standing.place for standing in game.table.standings(log.state))
    measures = dict(game.table.measures(log.state))
    deal, _ = match.where(number)
    record = {**log.record(), "arena": {"game": number, "deal": deal}}
    return Played(number, places, measures, tuple(thinking)), record


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
    """A live game on a clock that runs as fast as we can compute."""
    log, faults = play_live(game, deal, bots, budget, chance)
    # How long the bots themselves think is none of the game's time: only their pace is.
    return log, [Thinking(faults=dict(failed), first_fault=_detail(failed.first)) for failed in faults.values()]


def _detail(fault: Fault | None) -> str:
    """What went wrong, in the language of whoever started the match."""
    return fault.say(choose(os.environ))[:200] if fault else ""
