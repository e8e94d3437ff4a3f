"""How long a review takes, how certain it is, what depth costs, and whether the rating orders the ladder's bots.

scripts/bench review [--players 2 4 6] [--worlds 100 400 10000] [--depths] [--games N]

Times are of the processor, on one core, after one short review that compiles; compiling itself takes some ten seconds
for each number of players, once. ``--depths`` compares how many turns candidates are played on with games that are
played to the end. The order of the bots: ``python -m wonderland.review.parade.anchors``.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from time import process_time

import numpy as np

from wonderland.games.parade import game
from wonderland.games.parade.state import State
from wonderland.games.parade.view import View
from wonderland.records.log import Log
from wonderland.review.parade import decisions
from wonderland.review.parade.anchors import play
from wonderland.review.parade.report import ParadeReport
from wonderland.review.parade.reviewer import ParadeReviewer
from wonderland.review.reviewer import ReviewSettings

#: Bots that play quickly, well and not all alike.
BOTS = ("hatter", "alice:net") * 3
#: In what depths are compared with: worlds of games played to the end, and of the others; positions of each game.
REFERENCE_WORLDS, DEPTH_WORLDS, POSITIONS_PER_GAME = 4_000, 1_000, 4
DEPTHS = (0, 2, 4, 6, 8, 10, 12, 16)


def main() -> int:
    """Print the figures."""
    parser = ArgumentParser(prog="scripts/bench review", description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 6])
    parser.add_argument("--worlds", type=int, nargs="+", default=[100, 400, 10_000])
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--depths", action="store_true")
    options = parser.parse_args()
    for players in options.players:
        logs = [play(BOTS[:players], seed) for seed in range(1, options.games + 1)]
        review(logs[0], 50)
        if options.depths:
            compare_depths(players, logs)
        else:
            measure_times(players, logs, options.worlds)
    return 0


def review(log: Log, worlds: int) -> ParadeReport:
    """The report on a game of bots."""
    return ParadeReviewer().review(log.record(), ReviewSettings(worlds=worlds))


def measure_times(players: int, logs: list[Log], budgets: list[int]) -> None:
    """How long reviews take with each budget, and how certain it makes the error of a second best move."""
    for worlds in budgets:
        started = process_time()
        reports = [review(log, worlds) for log in logs]
        seconds = (process_time() - started) / len(logs)
        found = [decision for report in reports for decision in report.decisions]
        behind = [decision.moves[1].behind_se for decision in found]
        print(
            f"{players} players, {worlds} worlds: {seconds:.1f} s a game of {len(found) / len(logs):.0f} decisions; "
            f"second best ± {100 * np.mean(behind):.2f} % on average, ± {100 * np.median(behind):.2f} % in the median",
            flush=True,
        )


def compare_depths(players: int, logs: list[Log]) -> None:
    """What is wrong, and how much it scatters, where the position network is asked after some turns."""
    random, views = Random(1), list[View]()
    for log in logs:
        states = [state for state in _states(log) if state.trigger is None and state.history]
        views += [game.view(state, state.turn) for state in random.sample(states, POSITIONS_PER_GAME)]
    right, noise, took = _judged(views, 99, REFERENCE_WORLDS, 66)
    print(
        f"{players} players, to the end: {1e6 * took:.0f} µs a world, sd {np.sqrt(noise.mean() * REFERENCE_WORLDS):.3f}"
    )
    for turns in DEPTHS:
        found, scatter, took = _judged(views, 1, DEPTH_WORLDS, turns)
        bias = ((found - right) ** 2).mean() - scatter.mean() - noise.mean()
        print(
            f"{players} players, {turns:2} turns: {1e6 * took:.0f} µs a world, "
            f"sd {np.sqrt(scatter.mean() * DEPTH_WORLDS):.3f}, bias {100 * np.sqrt(max(bias, 0)):.2f} %",
            flush=True,
        )


def _states(log: Log) -> list[State]:
    states = [game.deal(log.deal)]
    for done in log.actions:
        states.append(game.apply(states[-1], done.seat, done.action))
    return states


def _judged(views: list[View], seed: int, worlds: int, turns: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Every move against the mean of its decision's moves, the variance of that, and seconds a world."""
    decisions.TURNS = turns
    means, variances, started = [], [], process_time()
    for view in views:
        judgement = decisions.judge(view, seed, worlds)
        blocks = judgement.blocks[..., judgement.seat].reshape(-1, len(judgement.actions))
        blocks = blocks - blocks.mean(axis=1, keepdims=True)
        means.append(blocks.mean(axis=0))
        variances.append(blocks.var(axis=0, ddof=1) / len(blocks))
    return np.concatenate(means), np.concatenate(variances), (process_time() - started) / len(views) / worlds


if __name__ == "__main__":
    sys.exit(main())
