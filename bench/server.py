"""The game server beside boardgame.io: moves a second and how long they take; what idle tables and old games cost.

scripts/bench server [--quick] [--database sqlite|postgresql|URL] [--only moves,nimble,idle,sizes,layers]

Ours writes every move to disk before it says so; boardgame.io keeps everything in memory. Both play the same Parade
against the same load (bench/peers/boardgameio/load.mjs), each server on the first core, the load on the second.
``postgresql`` starts a PostgreSQL for the bench, on the server's core; a URL must be that of an empty database.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import median

sys.path[0] = str(Path(__file__).parents[1])  # in place of this folder, whose server.py is another module

from bench.game_server import idle, layers  # noqa: E402  # after the path
from bench.game_server.databases import MeasuredDatabase, measured_database  # noqa: E402
from bench.game_server.processes import PEER, Result, boardgameio, load, wonderland  # noqa: E402

TABLE_COUNTS = (50, 200, 1000)
PARTS = ("moves", "nimble", "idle", "sizes", "layers")


def main() -> None:
    parser = ArgumentParser("scripts/bench server", description="Measure the game server.")
    parser.add_argument("--quick", action="store_true", help="one short run of each, with few tables")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql (one of our own), or a URL")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}")
    options = parser.parse_args()
    parts = options.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"--only: {', '.join(unknown)} is none of {', '.join(PARTS)}")
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    with measured_database(options.database) as database:
        measure(database, parts, options.quick)


def measure(database: MeasuredDatabase, parts: list[str], quick: bool) -> None:
    seconds, runs = (3, 1) if quick else (6, 3)
    if "moves" in parts:
        _head("Parade, two players", "moves/s")
        for tables in TABLE_COUNTS[:1] if quick else TABLE_COUNTS:
            compare(database, tables, runs, "as fast as it can", "--seconds", seconds)
        compare(database, 100 if quick else 1000, 1, "a move every 2 s", "--every", 2000, "--seconds", 2 * seconds)
    if "nimble" in parts:
        _head("Nimble, four players, 8 actions/s each", "acts/s")
        for words, rest in (("in bursts of 2 s", 2000), ("without a pause", 0)):
            with database.fresh(), wonderland(database) as server:
                asked = ("--tables", 20 if quick else 200, "--players", 4, "--seconds", 2 * seconds, "--rest", rest)
                _show(f"{server.name}, {words}", load(server, "nimble.mjs", *asked), "actions_per_s")
    if "idle" in parts:
        idle.measure_start(database, (10, 1_000) if quick else idle.TABLE_COUNTS)
        idle.measure_played(database)
    if "sizes" in parts:
        idle.measure_sizes(database)
    if "layers" in parts:
        layers.measure_layers(database)


def compare(database: MeasuredDatabase, tables: int, runs: int, words: str, *options: object) -> None:
    """Both servers in turn, several times: the machine's own mood is in both then."""
    times = []
    for _ in range(runs):
        asked = ("--tables", tables, *options)
        with boardgameio() as server:
            theirs = load(server, "load.mjs", "--adapter", "boardgameio", *asked)
        _show(f"{server.name}, {words}", theirs)
        with database.fresh(), wonderland(database) as server:
            ours = load(server, "load.mjs", "--adapter", "wonderland", *asked)
        _show(f"{server.name}, {words}", ours)
        times.append(ours["moves_per_s"] / theirs["moves_per_s"])
    if "--every" not in options:
        print(f"{'':42}{median(times):>16.2f} times (median)", flush=True)


def _head(title: str, rate: str) -> None:
    print(f"\n{title:42}{'tables':>7}{rate:>9}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'load':>6}")


def _show(name: str, result: Result, rate: str = "moves_per_s") -> None:
    keys = ("tables", rate, "p50_ms", "p99_ms", "server_cpu", "client_cpu")
    tables, moves, middle, late, server, client = (result[key] for key in keys)
    print(f"{name:42}{tables:>7}{moves:>9.0f}{middle:>8.1f}{late:>8.1f}{server:>8.0%}{client:>6.0%}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("NODE_ENV", "production")
    main()
