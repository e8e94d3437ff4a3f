"""A match for programs: what ``wonderland arena --json`` prints (docs/arena.md)."""

from __future__ import annotations

from math import isnan
from typing import Any

from wonderland.arena.contest import Contest
from wonderland.arena.results import Tally
from wonderland.figures.measure import Measure


def as_data(contest: Contest) -> dict[str, Any]:
    """Everything the report tells, unrounded."""
    match, tally = contest.match, contest.tally
    return {
        "game": match.game,
        "players": match.players,
        "bots": list(match.bots),
        "seed": match.seed,
        "budget": {"milliseconds": match.budget.milliseconds, "rollouts": match.budget.rollouts},
        "deals": tally.deals,
        "seatings": len(match.seatings),
        "games": tally.deals * len(match.seatings),
        "finished": contest.over,
        "until_sure": contest.until_sure,
        "settled": tally.meetings.settled,
        "seconds": round(contest.seconds, 3),
        "table": [_bot(tally, bot) for bot in tally.ranking],
        "pairs": [_pair(tally, one, other) for one, other in tally.meetings.pairs],
    }


def _bot(tally: Tally, bot: str) -> dict[str, Any]:
    thinking, rating = tally.thinking[bot], tally.rating(bot)
    return {
        "bot": bot,
        "games": tally.deals * sum(bot in seating for seating in tally.match.seatings),
        "wins": {**_measure(tally.wins(bot)), "even": 1 / tally.match.players},
        **{name: _measure(tally.measure(bot, name)) for name in tally.measures},
        "rating": {"mu": rating.mu, "sigma": rating.sigma},
        "decisions": thinking.decisions,
        "milliseconds": {
            "mean": thinking.milliseconds / thinking.decisions if thinking.decisions else None,
            "slowest": thinking.slowest if thinking.decisions else None,
        },
        "faults": thinking.faults,
    }


def _pair(tally: Tally, one: str, other: str) -> dict[str, Any]:
    meetings = tally.meetings
    return {
        "bots": [one, other],
        "better": _measure(meetings.better(one, other)),
        **({"ahead": _measure(meetings.ahead(one, other))} if tally.measures else {}),
        "difference": _measure(meetings.difference(one, other)),
        "winner": meetings.winner(one, other),
    }


def _measure(measure: Measure) -> dict[str, Any]:
    """What is not known is null."""
    sure = not isnan(measure.margin)
    return {
        "mean": None if isnan(measure.mean) else measure.mean,
        "interval": list(measure.interval) if sure else None,
    }
