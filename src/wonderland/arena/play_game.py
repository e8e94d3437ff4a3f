"""Plays one game of a match: in turns, or a live game in virtual time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from wonderland.arena.game_result import GameResult, ThinkingStats
from wonderland.arena.match import Match
from wonderland.bots.bot import Budget
from wonderland.bots.evaluator import Evaluator
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.bots.timeline import play_live
from wonderland.games.registry import AnyGame
from wonderland.messages import choose
from wonderland.records.log import Log


def play_game(
    match: Match, number: int, bots: Sequence[AnyBot], evaluator: Evaluator | None = None
) -> tuple[GameResult, dict[str, Any]]:
    """Play the game with this number; its result, with the luck that an evaluator found in it, and its record."""
    game = match.rules
    run = play_in_virtual_time if game.table.live else play_in_turns
    log, thinking = run(game, match.deal(number), bots, match.budgets(number), Random(match.seed_of(number, "chance")))
    places = tuple(standing.place for standing in game.table.standings(log.state))
    measures = dict(game.table.measures(log.state))
    deal, _ = match.deal_and_seating(number)
    record = {**log.record(), "arena": {"game": number, "deal": deal}}
    luck = dict(evaluator.luck(log.deal, log.actions)) if evaluator else {}
    return GameResult(number, places, measures, tuple(thinking), luck), record


def play_in_turns(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budgets: Sequence[Budget], chance: Random
) -> tuple[Log, list[ThinkingStats]]:
    """Ask one seat that may act after another, until the game is over."""
    log, thinking = Log(game, deal), [ThinkingStats()] * len(bots)
    while game.outcome(log.state) is None:
        seat = next(seat for seat in range(len(bots)) if game.legal(log.state, seat))
        started = perf_counter()
        action, fault = decide(game, log.state, seat, bots[seat], budgets[seat], chance)
        milliseconds = round(1000 * (perf_counter() - started), 3)
        failed = ({fault.kind: 1}, _detail(fault)) if fault else ()
        thinking[seat] += ThinkingStats(1, milliseconds, milliseconds, *failed)
        log.act(seat, action)
    return log, thinking


def play_in_virtual_time(
    game: AnyGame, deal: Any, bots: Sequence[AnyBot], budgets: Sequence[Budget], chance: Random
) -> tuple[Log, list[ThinkingStats]]:
    """A live game in virtual time: the clock jumps from action to action."""
    log, faults = play_live(game, deal, bots, budgets[0], chance)
    # Only a bot's pace takes virtual time; how long it computes does not, so it is not measured.
    return log, [ThinkingStats(faults=dict(failed), first_fault=_detail(failed.first)) for failed in faults.values()]


def _detail(fault: Fault | None) -> str:
    """What went wrong, in the language of the environment in which the match was started."""
    return fault.say(choose(os.environ))[:200] if fault else ""
