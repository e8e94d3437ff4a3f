"""What a match has shown, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from wonderland.arena.contest import Contest
from wonderland.arena.results import Tally
from wonderland.figures.formatting import format_mean, format_percent
from wonderland.messages import grouped, say

#: With more pairs than this, each bot gets one sentence instead of each pair.
MAX_PAIRS_NAMED = 6


def headline(tally: Tally, lang: str) -> str:
    """The games that count, and where they were played."""
    match = tally.match
    games = tally.deals * len(match.seatings)
    game = match.game.capitalize()
    return say("arena_headline", lang, count=games, games=grouped(games, lang), game=game, players=match.players)


def claims(contest: Contest, lang: str) -> Iterator[tuple[bool, str]]:
    """Sentences, each with whether it states something that is settled."""
    tally = contest.tally
    if contest.until_sure and contest.over and tally.games < contest.wanted:
        yield True, say("arena_settled", lang, games=grouped(tally.games, lang), wanted=grouped(contest.wanted, lang))
    for sentence in faults(tally, lang):
        yield False, sentence
    if not tally.deals:
        yield False, say("arena_nothing", lang)
    elif len(tally.meetings.pairs) <= MAX_PAIRS_NAMED:
        yield from _pair_by_pair(tally, lang)
    else:
        yield from _bot_by_bot(tally, lang)


def _pair_by_pair(tally: Tally, lang: str) -> Iterator[tuple[bool, str]]:
    meetings, kind = tally.meetings, "two" if tally.match.players == 2 else "many"
    for settled in (True, False):
        for one, other in _pairs(tally):
            if bool(meetings.winner(one, other)) == settled:
                # Of two players, doing better is winning; of more, only the first wins.
                two, many = meetings.better(one, other), meetings.difference(one, other)
                figure = format_percent(two, lang) if kind == "two" else format_mean(many, lang, 100, "+")
                key = f"arena_beats_{kind}" if settled else f"arena_open_{kind}"
                yield settled, say(key, lang, one=one, other=other, figure=figure)


def _bot_by_bot(tally: Tally, lang: str) -> Iterator[tuple[bool, str]]:
    for bot in tally.ranking:
        losers = [other for other in tally.ranking if other != bot and tally.meetings.winner(bot, other) == bot]
        if losers:
            yield True, say("arena_beats_all", lang, one=bot, others=", ".join(losers))
    unsettled = [f"{one} – {other}" for one, other in _pairs(tally) if not tally.meetings.winner(one, other)]
    if unsettled:
        yield False, say("arena_open_all", lang, pairs=", ".join(unsettled))


def _pairs(tally: Tally) -> Iterator[tuple[str, str]]:
    """Every pair, the one that did better first."""
    for one, other in combinations(tally.ranking, 2):
        if tally.meetings.met(one, other):
            yield (one, other) if tally.meetings.difference(one, other).mean >= 0 else (other, one)


def faults(tally: Tally, lang: str) -> Iterator[str]:
    """For each bot that failed: ``engine:./mybot: 3 late, 1 illegal`` of so many decisions, and the first in detail."""
    for bot, thinking in tally.thinking.items():
        if thinking.faults:
            kinds = ", ".join(say(f"arena_fault_{kind}", lang, count=count) for kind, count in thinking.faults.items())
            yield say("arena_faults", lang, bot=bot, faults=kinds, detail=thinking.first_fault)
