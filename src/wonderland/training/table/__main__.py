"""Learns weights and writes them: ``python -m wonderland.training.table --players 4 --out weights.json``."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from wonderland.training.table.fitting import LEARNING_ROUNDS, learn, win_share


class _Progress:
    """How far it has come, on a terminal."""

    def __init__(self, wanted: int) -> None:
        self.done, self.wanted = 0, wanted

    def __call__(self, games: int) -> None:
        self.done += games
        if sys.stderr.isatty():
            end = "" if self.done < self.wanted else "\n"
            print(f"\r{self.done:,} of {self.wanted:,} games", end=end, file=sys.stderr, flush=True)


def main() -> None:
    """Learn weights, and write them into a file like ``weights.json``, beside those for other numbers of players."""
    parser = ArgumentParser("python -m wonderland.training.table", description="Learn what moves of Parade cost.")
    parser.add_argument("--players", type=int, choices=range(2, 7), required=True)
    parser.add_argument("--games", type=int, default=14000, help="games a round (14000, some minutes)")
    parser.add_argument("--seed", type=int, default=0, help="which games")
    parser.add_argument("--threads", type=int, default=1, help="at most a core each (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the weights go")
    options = parser.parse_args()
    try:
        tables = json.loads(options.out.read_text("utf-8")) if options.out.exists() else {}
        options.out.touch()
    except (OSError, ValueError) as problem:
        parser.error(f"--out {options.out}: {problem}")
    progress = _Progress(LEARNING_ROUNDS * options.games)
    try:
        weights = learn(options.players, options.games, options.seed, options.threads, progress)
    except KeyboardInterrupt:
        sys.exit(130)
    tables[str(options.players)] = weights.tolist()
    rows = (f'"{number}": {json.dumps(tables[number], separators=(",", ":"))}' for number in sorted(tables))
    options.out.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    games = 10_000 * options.players
    won, even = win_share(options.players, weights, games), 1 / options.players
    print(f"{100 * won:.1f} % of {games:,} games won among greedy players, where {100 * even:.1f} % would be even")


if __name__ == "__main__":
    main()
