"""What the ladder's bots lose a decision: ``python -m wonderland.review.parade.anchors --players 2 --games 200``.

The bots play each other at tables of different bots, and the games are reviewed as any other. The figures go into
``anchors.json``, from which reviews say which bot somebody played like; what was found in each game stays in a file
beside it, so that the same command goes on where it was broken off.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.parade.network.weights import weights_hash
from wonderland.bots.registry import ladder, make
from wonderland.bots.running import decide
from wonderland.core.errors import WonderlandError
from wonderland.games.parade import game
from wonderland.parallel.executor import WorkerLost
from wonderland.parallel.processes import Processes
from wonderland.parallel.signals import Terminated, raise_on_termination
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


class Measurement(msgspec.Struct, frozen=True):
    """What a game's figures depend on, beside the number of the game."""

    players: int
    worlds: int
    seed: int
    rollouts: int
    weights: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """A game of bots, and how each of them played: a line of the file of games."""

    measurement: Measurement
    number: int
    table: tuple[str, ...]
    play: tuple[Rating, ...]


@dataclass(frozen=True)
class AnchorGames:
    """The games of a measurement, played and reviewed; each is a task."""

    measurement: Measurement
    tables: tuple[tuple[str, ...], ...]

    @contextmanager
    def start(self) -> Iterator[Callable[[int], ReviewedGame]]:
        """The function that plays a game and reviews it."""
        yield self._review

    def _review(self, number: int) -> ReviewedGame:
        measurement, table = self.measurement, self.tables[number]
        log = play(table, measurement.seed + number, measurement.rollouts)
        report = ParadeReviewer().review(log.record(), ReviewSettings(measurement.seed, measurement.worlds))
        play_of_seats = tuple(Rating(one.per_mille, one.se, one.decisions, one.like) for one in report.play)
        return ReviewedGame(measurement, number, table, play_of_seats)

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """A process has died of a game."""
        return WorkerLost("worker_lost", game=task, how=how)


def play(table: tuple[str, ...], seed: int, rollouts: int = ROLLOUTS) -> Log:
    """A game of bots."""
    random = Random(seed)
    log = Log(game, game.shuffle(table, random))
    bots = [make(bot, seed=seed) for bot in table]
    while game.outcome(log.state) is None:
        seat = next(seat for seat in range(len(table)) if game.legal(log.state, seat))
        action, fault = decide(game, log.state, seat, bots[seat], Budget(rollouts=rollouts), random)
        if fault:
            raise RuntimeError(f"{table[seat]}: {fault}")
        log.act(seat, action)
    return log


def measure(work: AnchorGames, jobs: int, file: Path) -> Iterator[dict[str, Anchor]]:
    """What each bot lost a decision, after each game; games that are in the file already are not played again."""
    found: dict[str, list[Rating]] = {}

    def add(one: ReviewedGame) -> dict[str, Anchor]:
        for bot, rating in zip(one.table, one.play, strict=True):
            found.setdefault(bot, []).append(rating)
        return {bot: _anchor(found[bot]) for bot in ladder(game.name) if bot in found}

    earlier = games_in(file, work)
    for one in earlier:
        anchors = add(one)
    if earlier:
        yield anchors
    tasks = range(len(earlier), len(work.tables))
    with file.open("ab") as lines, closing(Processes(jobs).run(work, tasks)) as games:
        for one in games:
            lines.write(msgspec.json.encode(one) + b"\n")
            lines.flush()
            yield add(one)


def games_in(file: Path, work: AnchorGames) -> list[ReviewedGame]:
    """The games of a work that the file holds, from the first to the first that is missing."""
    found: dict[int, ReviewedGame] = {}
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            one = msgspec.json.decode(line, type=ReviewedGame)
        except msgspec.DecodeError:
            continue  # a line that was being written when the command was broken off
        if one.measurement == work.measurement and work.tables[one.number : one.number + 1] == (one.table,):
            found[one.number] = one
    return [found[number] for number in range(len(found)) if set(range(number + 1)) <= found.keys()]


def _anchor(ratings: list[Rating]) -> Anchor:
    mean, se, decisions = mean_rating(ratings)
    return Anchor(round(mean, 2), round(se, 2), decisions, len(ratings))


def main() -> int:
    """Measure, and write the file that ships with the package after every game, so that it can be broken off."""
    parser = ArgumentParser(prog="python -m wonderland.review.parade.anchors", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=list(game.seats), choices=game.seats)
    parser.add_argument("--games", type=int, default=200, help="of each bot (200)")
    parser.add_argument("--worlds", type=int, default=ReviewSettings().worlds)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="+", default=list(ladder(game.name)), choices=ladder(game.name))
    parser.add_argument("--jobs", type=int, default=1, help="processes, a core each (1)")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name(ANCHORS_FILE))
    parser.add_argument("--games-file", type=Path, help="what was found in each game (--out with .games.jsonl)")
    parser.add_argument("--table", action="store_true", help="print the table of docs/review.md, and measure nothing")
    options = parser.parse_args()
    if options.table:
        print(table_of(msgspec.json.decode(options.out.read_bytes(), type=Anchors)), end="")
        return 0
    options.out.parent.mkdir(parents=True, exist_ok=True)
    games_file = options.games_file or options.out.with_suffix(".games.jsonl")
    try:
        with raise_on_termination():
            for players in options.players:
                tables = seatings(players, options.games, tuple(options.bots), Random(f"{options.seed} {players}"))
                measurement = Measurement(players, options.worlds, options.seed, ROLLOUTS, weights_hash())
                for found in measure(AnchorGames(measurement, tuple(tables)), options.jobs, games_file):
                    write(options.out, measurement, found)
                    if sys.stderr.isatty():
                        _tell(players, found, end="")
                _tell(players, found, end="\n")
    except (KeyboardInterrupt, Terminated):
        print("\nbroken off; the same command goes on", file=sys.stderr)
        return 130
    return 0


def write(file: Path, measurement: Measurement, found: dict[str, Anchor]) -> None:
    """Write what was found so far; the figures of other numbers of players stay."""
    before = msgspec.json.decode(file.read_bytes(), type=Anchors) if file.exists() else Anchors()
    anchors = Anchors(measurement.worlds, dict(sorted((before.bots | {str(measurement.players): found}).items())))
    partial = file.with_name(f"{file.name}.partial")
    partial.write_bytes(msgspec.json.format(msgspec.json.encode(anchors), indent=1) + b"\n")
    partial.replace(file)


def table_of(anchors: Anchors) -> str:
    """The table of docs/review.md."""
    bots = ladder(game.name)
    rows = [["players", "games each", *bots], ["---"] * (len(bots) + 2)]
    for players, found in anchors.bots.items():
        games = min(one.games for one in found.values())
        figures = (f"{found[bot].per_mille:.1f} ± {found[bot].se:.1f}".replace("-", "−") for bot in bots)
        rows.append([players, str(games), *figures])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _tell(players: int, found: dict[str, Anchor], end: str) -> None:
    figures = "  ".join(f"{bot} {one.per_mille:.1f} ± {one.se:.1f}" for bot, one in found.items())
    games = min(one.games for one in found.values())
    print(f"\r{players} players, {games} games each: {figures}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
