"""How strong the bots of Parade are: the Queen and Alice against others, and each level against the one below.

scripts/bench strength [--ms 20 200] [--own-ms alice=110] [--games N] [--jobs J] [--only PATTERN] [--seed S]
                       [--json FILE]

Won is shown as it was and luck-adjusted (docs/arena.md); the evaluator is that of the package, and named in the file.
A decision is thought over on one core. More jobs than cores would leave the bots less time than the budget says.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from wonderland.arena import Match, MatchRunner
from wonderland.arena.game_result import GameResult
from wonderland.bots.bot import Budget
from wonderland.bots.registry import ladder
from wonderland.core.errors import WonderlandError
from wonderland.figures.formatting import format_percent
from wonderland.figures.measure import measure_to_dict

#: Whom time helps. All others play the same whatever the budget (flat has its 2,000 rollouts): once is enough.
SEARCHING_BOTS = {"cat", "queen", "alice"}


class Figure(NamedTuple):
    """A bot against one other, or a table full of it, and the share of the games that it should win."""

    bot: str
    against: str
    players: int = 2
    target: float | None = None

    @property
    def title(self) -> str:
        others = self.against if self.players == 2 else f"{self.players - 1} × {self.against}"
        return f"{self.bot} v {others}"

    @property
    def timed(self) -> bool:
        return bool({self.bot, self.against} & SEARCHING_BOTS)


FIGURES = [
    Figure("queen", "greedy", 2, 0.87),
    Figure("queen", "greedy", 4, 0.58),
    Figure("queen", "flat", 2, 0.56),
    Figure("queen", "flat", 4, 0.29),
    Figure("alice", "queen", 2, 0.60),
    Figure("alice", "queen", 3, 1 / 3),
    Figure("alice", "queen", 4, 0.35),
    Figure("alice", "queen", 5, 1 / 5),
    Figure("alice", "queen", 6, 1 / 6),
    Figure("alice:net", "queen", 2, 0.50),
    Figure("alice", "flat", 2, 0.78),
    *(Figure(stronger, weaker) for weaker, stronger in pairwise(ladder("parade")[:-1])),
]


def main() -> int:
    """Play, telling each figure as it is found; interrupted, what there is of the last one."""
    options = _options()
    rows: list[dict[str, Any]] = []
    shares = f"{'won':>16}{'luck-adjusted':>16}{'to reach':>10}"
    print(f"{'match':20}{'budget':>8}{'games':>8}{shares}{'ms a decision, other':>22}{'longest':>9}")
    for figure, runner in _runners(options):
        finished = _play(figure, runner, options.jobs)
        if runner.results.deals:
            rows.append(_row(figure, runner))
            _show(rows[-1], figure, runner)
        if options.json:
            options.json.write_text(json.dumps({"jobs": options.jobs, "seed": options.seed, "rows": rows}, indent=1))
        if not finished:
            return 130
    return 0


def _options() -> Namespace:
    parser = ArgumentParser(description="How strong the bots of Parade are.")
    parser.add_argument("--ms", type=int, nargs="+", default=[20, 200], help="milliseconds a decision (20 and 200)")
    parser.add_argument("--own-ms", nargs="+", default=[], metavar="BOT=MS", help="another time for some of the bots")
    parser.add_argument("--games", type=int, help="games a figure, in whole deals (2000; with 100 ms or more 300)")
    parser.add_argument("--jobs", type=int, default=_cores(), help="processes that play (one a core)")
    parser.add_argument("--only", default="", metavar="PATTERN", help='the matches it is found in, such as "v flat"')
    parser.add_argument("--seed", type=int, default=0, help="which deals")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures, unrounded")
    return parser.parse_args()


def _cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _runners(options: Namespace) -> Iterator[tuple[Figure, MatchRunner]]:
    for place, milliseconds in enumerate(options.ms):
        games = options.games or (2000 if milliseconds < 100 else 300)
        for figure in FIGURES:
            if re.search(options.only, figure.title) and (figure.timed or place == 0):
                bots, budget = [figure.bot, figure.against], Budget(milliseconds)
                own = {bot: int(ms) for bot, _, ms in (text.rpartition("=") for text in options.own_ms) if bot in bots}
                match = Match.of(
                    bots, figure.players, options.seed, budget, luck_adjusted=True, own_milliseconds=own
                )  # fmt: skip
                yield figure, MatchRunner(match, games)


def _play(figure: Figure, runner: MatchRunner, jobs: int) -> bool:
    """Whether the match was played to its end; where somebody watches, how far it has come meanwhile."""

    def progress(result: GameResult, record: dict[str, Any]) -> None:
        _on_terminal(f"{figure.title}: {result.number + 1:,} of {runner.target_games:,} games")

    try:
        runner.play(jobs, progress)
    except KeyboardInterrupt:
        return False
    finally:
        _on_terminal("")
    return True


def _on_terminal(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _row(figure: Figure, runner: MatchRunner) -> dict[str, Any]:
    match, results = runner.match, runner.results
    thinking, others = results.thinking[figure.bot], results.thinking[figure.against]
    return {
        **figure._asdict(),
        "milliseconds": match.budget.milliseconds if figure.timed else None,
        "games": results.deals * len(match.seatings),
        **measure_to_dict(results.wins(figure.bot), "won"),
        "adjusted": measure_to_dict(results.adjusted_wins(figure.bot), "won"),
        "luck_factor": results.luck_factor,
        "evaluator": match.evaluator,
        "mean_ms": thinking.milliseconds / thinking.decisions,
        "others_mean_ms": others.milliseconds / others.decisions,
        "longest_ms": thinking.slowest,
        "faults": {bot: thought.faults for bot, thought in results.thinking.items() if thought.faults},
        "seconds": runner.seconds,
    }


def _show(row: dict[str, Any], figure: Figure, runner: MatchRunner) -> None:
    budget = f"{row['milliseconds']} ms" if figure.timed else "–"
    won, adjusted = (format_percent(of(figure.bot), "en") for of in (runner.results.wins, runner.results.adjusted_wins))
    target = f"{100 * figure.target:.0f} %" if figure.target else ""
    mean = f"{row['mean_ms']:.2f}, {row['others_mean_ms']:.2f}"
    numbers = f"{won:>16}{adjusted:>16}{target:>10}{mean:>22}{row['longest_ms']:9.1f}"
    print(f"{figure.title:20}{budget:>8}{row['games']:8,}{numbers}", flush=True)
    for bot, faults in row["faults"].items():
        print(f"  {bot} failed: {faults}, first {runner.results.thinking[bot].first_fault}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WonderlandError as problem:
        sys.exit(problem.say("en"))
