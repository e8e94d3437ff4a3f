"""The report of a match as JSON: what ``wonderland arena --json`` prints (docs/arena.md)."""

from __future__ import annotations

from math import isnan
from typing import Any

from wonderland.arena.results import MatchResults
from wonderland.arena.runner import MatchRunner
from wonderland.figures.measure import Measure


def match_to_dict(runner: MatchRunner) -> dict[str, Any]:
    """Everything that the report shows, unrounded."""
    match, results = runner.match, runner.results
    return {
        "game": match.game,
        "players": match.players,
        "bots": list(match.bots),
        "seed": match.seed,
        "budget": {"milliseconds": match.budget.milliseconds, "rollouts": match.budget.rollouts},
        "deals": results.deals,
        "seatings": len(match.seatings),
        "games": results.deals * len(match.seatings),
        "finished": runner.finished,
        "until_sure": runner.until_sure,
        "settled": results.head_to_head.settled,
        "seconds": round(runner.seconds, 3),
        **(_luck(results) if match.evaluator else {}),
        "table": [_bot(results, bot) for bot in results.ranking],
        "pairs": [_pair(results, one, other) for one, other in results.head_to_head.pairs],
    }


def _luck(results: MatchResults) -> dict[str, Any]:
    return {
        "evaluator": results.match.evaluator,
        "luck_part": results.luck_part,
        "luck_factor": results.luck_factor,
    }


def _bot(results: MatchResults, bot: str) -> dict[str, Any]:
    thinking, rating = results.thinking[bot], results.rating(bot)
    return {
        "bot": bot,
        "games": results.deals * sum(bot in seating for seating in results.match.seatings),
        "wins": {**_measure(results.wins(bot)), "even": 1 / results.match.players},
        **({"adjusted_wins": _measure(results.adjusted_wins(bot))} if results.match.evaluator else {}),
        **{name: _measure(results.measure(bot, name)) for name in results.measures},
        "rating": {"mu": rating.mu, "sigma": rating.sigma},
        "decisions": thinking.decisions,
        "milliseconds": {
            "mean": thinking.milliseconds / thinking.decisions if thinking.decisions else None,
            "slowest": thinking.slowest if thinking.decisions else None,
        },
        "faults": thinking.faults,
    }


def _pair(results: MatchResults, one: str, other: str) -> dict[str, Any]:
    head_to_head, adjusted = results.head_to_head, {}
    if results.match.evaluator:
        adjusted["adjusted_difference"] = _measure(head_to_head.adjusted_difference(one, other))
    return {
        "bots": [one, other],
        "better": _measure(head_to_head.better(one, other)),
        **({"ahead": _measure(head_to_head.ahead(one, other))} if results.measures else {}),
        "difference": _measure(head_to_head.difference(one, other)),
        **adjusted,
        "winner": head_to_head.winner(one, other),
    }


def _measure(measure: Measure) -> dict[str, Any]:
    """A mean and its interval; null where there is none."""
    return {
        "mean": None if isnan(measure.mean) else measure.mean,
        "interval": list(measure.interval) if not isnan(measure.margin) else None,
    }
