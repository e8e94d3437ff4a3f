"""The sentences of a report: what a match has shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from wonderland.arena.game_result import ThinkingStats
from wonderland.arena.results import MatchResults
from wonderland.arena.runner import MatchRunner
from wonderland.figures.formatting import format_mean, format_percent
from wonderland.messages import decimal, grouped, say

#: With more pairs than this, each bot gets one sentence instead of each pair.
MAX_PAIRS_NAMED = 6


def headline(results: MatchResults, lang: str) -> str:
    """How many games were played of which game, by how many players."""
    match = results.match
    games = results.deals * len(match.seatings)
    game = match.game.capitalize()
    return say("arena_headline", lang, count=games, games=grouped(games, lang), game=game, players=match.players)


def conclusions(runner: MatchRunner, lang: str) -> Iterator[tuple[bool, str]]:
    """The last sentences of the report, each with whether it states something that is settled."""
    results = runner.results
    if runner.until_sure and runner.finished and results.games < runner.target_games:
        yield (
            True,
            say("arena_settled", lang, games=grouped(results.games, lang), wanted=grouped(runner.target_games, lang)),
        )
    for sentence in fault_sentences(results.thinking, lang):
        yield False, sentence
    if not results.deals:
        yield False, say("arena_nothing", lang)
    elif len(results.head_to_head.pairs) <= MAX_PAIRS_NAMED:
        yield from _pair_by_pair(results, lang)
    else:
        yield from _bot_by_bot(results, lang)
    if results.luck_factor is not None:
        yield False, say("arena_luck_factor", lang, factor=decimal(f"{results.luck_factor:.2f}", lang))


def _pair_by_pair(results: MatchResults, lang: str) -> Iterator[tuple[bool, str]]:
    head_to_head, kind = results.head_to_head, "two" if results.match.players == 2 else "many"
    adjusted = results.match.evaluator is not None
    for settled in (True, False):
        for one, other in _pairs(results):
            if bool(head_to_head.winner(one, other)) == settled:
                # With two players the better one has won; with more the better one of a pair may still lose.
                better, difference = head_to_head.better(one, other), head_to_head.deciding_difference(one, other)
                if adjusted:
                    better = difference.scaled(0.5, 0.5)
                figure = format_percent(better, lang) if kind == "two" else format_mean(difference, lang, 100, "+")
                key = f"arena_beats_{kind}" if settled else f"arena_open_{kind}"
                sentence = say(key, lang, one=one, other=other, figure=figure)
                yield settled, say("arena_adjusted_sentence", lang, sentence=sentence) if adjusted else sentence


def _bot_by_bot(results: MatchResults, lang: str) -> Iterator[tuple[bool, str]]:
    for bot in results.ranking:
        losers = [other for other in results.ranking if other != bot and results.head_to_head.winner(bot, other) == bot]
        if losers:
            yield True, say("arena_beats_all", lang, one=bot, others=", ".join(losers))
    unsettled = [f"{one} – {other}" for one, other in _pairs(results) if not results.head_to_head.winner(one, other)]
    if unsettled:
        yield False, say("arena_open_all", lang, pairs=", ".join(unsettled))


def _pairs(results: MatchResults) -> Iterator[tuple[str, str]]:
    """Every pair, the one that did better first."""
    for one, other in combinations(results.ranking, 2):
        if results.head_to_head.met(one, other):
            yield (one, other) if results.head_to_head.deciding_difference(one, other).mean >= 0 else (other, one)


def fault_sentences(thinking: Mapping[str, ThinkingStats], lang: str) -> Iterator[str]:
    """For each bot that failed, how often by kind, and the first fault: ``engine:./mybot: 3 late, 1 illegal; …``."""
    for bot, decisions in thinking.items():
        if decisions.faults:
            kinds = ", ".join(say(f"arena_fault_{kind}", lang, count=count) for kind, count in decisions.faults.items())
            yield say("arena_faults", lang, bot=bot, faults=kinds, detail=decisions.first_fault)
