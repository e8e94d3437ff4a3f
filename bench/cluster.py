"""One, two and three instances on PostgreSQL and Redis in one run, beside one process on SQLite and on PostgreSQL.

scripts/bench cluster [--quick] [--rounds N] [--only PATTERN]

Everything shares the machine's cores, the load included, so moves a second say how much of the machine was left; what
counts is the processor time of a move, summed over instances, database and Redis. The set-ups take turns. With several
instances each player of a table is connected to another one, as may well happen without sticky sessions; *together* is
the best case, each table at one instance.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path[0] = str(Path(__file__).parents[1])  # in place of this folder, whose server.py is another module

from bench.game_server.databases import MeasuredDatabase, measured_database  # noqa: E402  # after the path
from bench.game_server.instances import Instances, Redis, instances, load, measured_redis  # noqa: E402
from bench.game_server.processes import PEER, Result  # noqa: E402

TABLES = 200
PACED_TABLES, PACED_MS = 1000, 2000  #: a thousand tables, a move every two seconds at each
NIMBLE_TABLES, NIMBLE_RATE = 50, 2
PARTS = ("instances", "database", "redis")


class SetUp(NamedTuple):
    """A database, how many processes, whether with Redis, and whether the players of a table share an instance."""

    database: str
    processes: int
    redis: bool
    together: bool = False


SET_UPS = (
    SetUp("sqlite", 1, False),
    SetUp("postgresql", 1, False),
    SetUp("postgresql", 1, True),
    SetUp("postgresql", 2, True),
    SetUp("postgresql", 3, True),
    SetUp("postgresql", 3, True, together=True),
)


def main() -> None:
    parser = ArgumentParser("scripts/bench cluster", description="Measure several instances.")
    parser.add_argument("--quick", action="store_true", help="one short round, with few tables")
    parser.add_argument("--rounds", type=int, default=3, help="how often each set-up has its turn (3)")
    parser.add_argument("--only", default="", metavar="PATTERN", help='those it is found in, such as "Nimble"')
    options = parser.parse_args()
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    everywhere = range(os.cpu_count() or 1)
    with (
        measured_database("sqlite") as sqlite,
        measured_database("postgresql", everywhere) as postgres,
        measured_redis() as redis,
    ):
        seconds, share = (3, 10) if options.quick else (6, 1)
        rounds = 1 if options.quick else options.rounds
        bench = Bench({"sqlite": sqlite, "postgresql": postgres}, redis, options.only)
        fast = ("--tables", TABLES // share, "--seconds", seconds)
        bench.measure("Parade, as fast as it can", rounds, "load.mjs", *fast)
        paced = ("--tables", PACED_TABLES // share, "--seconds", 2 * seconds, "--every", PACED_MS)
        bench.measure(f"Parade, a move every {PACED_MS // 1000} s at each", 1, "load.mjs", *paced)
        quick = ("--tables", NIMBLE_TABLES // share, "--seconds", 2 * seconds, "--players", 4, "--rate", NIMBLE_RATE)
        bench.measure(f"Nimble, four, {NIMBLE_RATE} actions a second each", 1, "nimble.mjs", *quick, "--rest", 0)


class Bench:
    """Measures every set-up in turn."""

    def __init__(self, databases: dict[str, MeasuredDatabase], redis: Redis, only: str) -> None:
        self._databases = databases
        self._redis = redis
        self._only = only

    def measure(self, title: str, rounds: int, script: str, *words: object) -> None:
        """Each set-up in turn, several times; then the medians."""
        if not re.search(self._only, title):
            return
        found: dict[SetUp, list[Result]] = defaultdict(list)
        head(title)
        for number in range(rounds):
            for set_up in SET_UPS:
                with self._running(set_up) as servers:
                    together = ("--together",) if set_up.together else ()
                    found[set_up].append(load(servers, script, *words, *together))
                show(f"{number + 1}. {name(set_up)}", found[set_up][-1:])
        if rounds > 1:
            head("medians")
            for set_up, results in found.items():
                show(name(set_up), results)

    @contextmanager
    def _running(self, set_up: SetUp) -> Iterator[Instances]:
        database = self._databases[set_up.database]
        with database.fresh(), instances(database, set_up.processes, self._redis if set_up.redis else None) as servers:
            yield servers


def name(set_up: SetUp) -> str:
    database = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[set_up.database]
    if not set_up.redis:
        return f"{database}, one process"
    instances = f"{set_up.processes} instance{'s' if set_up.processes > 1 else ''}"
    return f"{database}, {instances}{', together' if set_up.together else ''}"


def head(title: str) -> None:
    columns = "".join(f"{part:>11}" for part in (*PARTS, "sum"))
    print(f"\n{title:38}{'tables':>7}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}   µs of CPU a move:{columns}", flush=True)


def show(title: str, results: list[Result]) -> None:
    """The medians of some results of one set-up."""
    moves = median(per_second(one) for one in results)
    middle, late = (median(one[key] for one in results) for key in ("p50_ms", "p99_ms"))
    costs = [median(microseconds(one, part) for one in results) for part in PARTS]
    total = median(sum(microseconds(one, part) for part in PARTS) for one in results)
    columns = "".join(f"{cost:>11.0f}" for cost in (*costs, total))
    line = f"{title:38}{results[0]['tables']:>7}{moves:>9.0f}{middle:>8.1f}{late:>8.1f}{'':20}{columns}"
    print(line, flush=True)


def microseconds(result: Result, part: str) -> float:
    """Processor time of a move in one of the parts."""
    return float(result["cpu_seconds"].get(part, 0.0) / (per_second(result) * result["seconds"]) * 1e6)


def per_second(result: Result) -> float:
    """Moves, or actions, a second."""
    return float(result.get("moves_per_s") or result["actions_per_s"])


if __name__ == "__main__":
    os.environ.setdefault("NODE_ENV", "production")
    main()
