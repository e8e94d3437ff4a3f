"""What the ladder's bots lose a decision: ``python -m wonderland.review.parade.anchors --players 2 --games 200``.

The bots play each other at tables of different bots, and the games are reviewed as any other. The figures go into
``anchors.json``, from which reviews say which bot somebody played like.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.registry import ladder, make
from wonderland.bots.running import decide
from wonderland.games.parade import game
from wonderland.records.log import Log
from wonderland.review.parade.rating import ANCHORS_FILE, Anchor, Anchors, mean_rating
from wonderland.review.parade.report import Rating
from wonderland.review.parade.reviewer import ParadeReviewer
from wonderland.review.reviewer import ReviewSettings

#: How long the bots that search may do so: in rollouts, so that the games are the same on every machine.
ROLLOUTS = 1_500


def seatings(players: int, games: int, bots: tuple[str, ...], random: Random) -> Iterator[tuple[str, ...]]:
    """Who plays at each table, until every bot has played so many games; no bot plays itself."""
    left = dict.fromkeys(bots, games)
    while any(left.values()):
        # Those who have most games left come first; among equals chance decides.
        order = sorted(bots, key=lambda bot: (-left[bot], random.random()))
        table = order[:players]
        random.shuffle(table)
        for bot in table:
            left[bot] = max(left[bot] - 1, 0)
        yield tuple(table)


def play(table: tuple[str, ...], seed: int) -> Log:
    """A game of bots."""
    random = Random(seed)
    log = Log(game, game.shuffle(table, random))
    bots = [make(bot, seed=seed) for bot in table]
    while game.outcome(log.state) is None:
        seat = next(seat for seat in range(len(table)) if game.legal(log.state, seat))
        action, fault = decide(game, log.state, seat, bots[seat], Budget(rollouts=ROLLOUTS), random)
        if fault:
            raise RuntimeError(f"{table[seat]}: {fault}")
        log.act(seat, action)
    return log


def measure(players: int, games: int, worlds: int, seed: int, bots: tuple[str, ...]) -> Iterator[dict[str, Anchor]]:
    """What each bot lost a decision, after each game."""
    found: dict[str, list[Rating]] = {bot: [] for bot in bots}
    reviewer, random = ParadeReviewer(), Random(f"{seed} {players}")
    for number, table in enumerate(seatings(players, games, bots, random)):
        log = play(table, seed + number)
        report = reviewer.review(log.record(), ReviewSettings(seed, worlds))
        for bot, rating in zip(table, report.play, strict=True):
            found[bot].append(rating)
        yield {bot: _anchor(ratings) for bot, ratings in found.items() if ratings}


def _anchor(ratings: list[Rating]) -> Anchor:
    mean, se, decisions = mean_rating(ratings)
    return Anchor(round(mean, 2), round(se, 2), decisions, len(ratings))


def main() -> int:
    """Measure, and write the file that ships with the package after every game, so that it can be interrupted."""
    parser = ArgumentParser(prog="python -m wonderland.review.parade.anchors", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=list(game.seats))
    parser.add_argument("--games", type=int, default=200, help="of each bot")
    parser.add_argument("--worlds", type=int, default=ReviewSettings().worlds)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+", default=list(ladder(game.name)))
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name(ANCHORS_FILE))
    options = parser.parse_args()
    for players in options.players:
        for found in measure(players, options.games, options.worlds, options.seed, tuple(options.bots)):
            _tell(players, found)
            write(options.out, options.worlds, players, found)
        print(file=sys.stderr)
    return 0


def write(file: Path, worlds: int, players: int, found: dict[str, Anchor]) -> None:
    """Write what was found so far; the figures of other numbers of players stay."""
    before = msgspec.json.decode(file.read_bytes(), type=Anchors) if file.exists() else Anchors()
    anchors = Anchors(worlds, dict(sorted((before.bots | {str(players): found}).items())))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(anchors), indent=1) + b"\n")


def _tell(players: int, found: dict[str, Anchor]) -> None:
    figures = "  ".join(f"{bot} {one.per_mille:.1f} ± {one.se:.1f}" for bot, one in found.items())
    games = min(one.games for one in found.values())
    print(f"\r{players} players, {games} games each: {figures}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
