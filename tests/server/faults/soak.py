"""The kill, fault, race and leak tests for as long as one likes, with other choices each time: ``scripts/faults``.

Every round is one scenario of the tests, with a seed of its own that decides which one and all that is chosen in it.
(What a server is doing when it is killed, and who comes first, the machine decides as well.)
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory, mkdtemp
from time import monotonic
from typing import NamedTuple, get_args

from environment import reset_signals, reset_variables
from server.faults.cluster.scenario import faults_in_a_cluster
from server.faults.cluster.schedule import KINDS, schedule
from server.faults.disks import Disk, Limited, Small
from server.faults.kept import Kind, NotKept
from server.faults.test_full import fill_the_disk
from server.faults.test_killed import kill_under_load
from server.faults.test_locked import lock_for_long
from server.faults.test_same_pile import clash_at_tables
from server.faults.test_slow import read_nothing, vanish_and_return
from server.faults.test_starting import kill_a_first_start
from server.faults.test_stopping import stop_under_load
from server.faults.test_storm import drop_everyone
from server.tables.test_leaks import look_for_leaks

Scenario = Callable[[Path, Random], Awaitable[Counter[str]]]

MAX_SECONDS_PER_ROUND = 600  #: after which it counts as stuck
SECONDS_BETWEEN_TOTALS = 60


async def fill_some_disk(data: Path, random: Random) -> Counter[str]:
    """One of both kinds, where the system lets us have it."""
    disks: list[Disk] = [Limited()]
    with TemporaryDirectory() as folder:
        if Small.possible(Path(folder)):
            disks.append(Small())
    return await fill_the_disk(data, random, random.choice(disks))


#: By name, with how often each is chosen.
SCENARIOS: dict[str, tuple[int, Scenario]] = {
    "kill": (6, lambda data, random: kill_under_load(data, random, kills=random.randint(3, 10))),
    "kill a first start": (1, kill_a_first_start),
    "stop": (1, stop_under_load),
    "full disk": (2, fill_some_disk),
    "locked database": (1, lock_for_long),
    "storm": (1, lambda data, random: drop_everyone(data, random, random.randint(2, 20), random.randint(1, 4))),
    "same pile": (2, lambda data, random: clash_at_tables(data, random, random.randint(2, 20))),
    "slow readers": (1, lambda data, random: read_nothing(data, random, random.randint(1, 12))),
    "vanish": (2, vanish_and_return),
    "leak": (2, look_for_leaks),
}
#: The same with ``--cluster``.
CLUSTER_SCENARIOS: dict[str, tuple[int, Scenario]] = {
    "cluster": (1, lambda data, random: faults_in_a_cluster(data, random, schedule(random, random.randint(15, 35)))),
}


class Suite(NamedTuple):
    """Scenarios, and what is counted in them: always shown, in this order; what must be 0 comes last."""

    words: str
    scenarios: dict[str, tuple[int, Scenario]]
    counted: tuple[str, ...]
    must_be_zero: tuple[str, ...]


def one_server() -> Suite:
    counted = ("kills", "starts", "acknowledged", "refused", "games checked", "leaks checked")
    must_be_zero = ("lost", "acted twice", "refused but done", "out of order", "failed")
    return Suite("", SCENARIOS, counted, must_be_zero)


def cluster() -> Suite:
    counted = (*KINDS, "failed starts", "ended by themselves", "acknowledged", "refused", "games checked")
    return Suite(" --cluster", CLUSTER_SCENARIOS, counted, (*get_args(Kind), "failed"))


class Soak:
    """Rounds of scenarios, and what was counted in all of them."""

    def __init__(self, suite: Suite, only: list[str]) -> None:
        self._suite = suite
        self._names = only or list(suite.scenarios)
        self._began = monotonic()
        self.counts: Counter[str] = Counter()
        self.failed: list[str] = []

    @property
    def seconds(self) -> float:
        return monotonic() - self._began

    def round(self, seed: int) -> None:
        """One scenario, by its seed; a failure is shown, and what is left of it stays on disk."""
        random = Random(seed)
        (name,) = random.choices(self._names, [self._suite.scenarios[name][0] for name in self._names])
        began = monotonic()
        folder = Path(mkdtemp(prefix="wonderland-faults-"))
        assert sys.__stderr__
        faulthandler.dump_traceback_later(MAX_SECONDS_PER_ROUND + 60, exit=True, file=sys.__stderr__)
        try:
            counted = asyncio.run(self._limited(name, folder / "data", random))
        except Exception as problem:
            traceback.print_exc(file=sys.stdout)
            self.failed.append(again := self._again(seed))
            print(f"FAILED: {name}; its files are in {folder}; to try it again: {again}", flush=True)
            self.counts["failed"] += 1
            if isinstance(problem, NotKept):
                self.counts.update(one.kind for one in problem.problems)
        else:
            shutil.rmtree(folder)
            self.counts += counted
            done = ", ".join(f"{count} {what}" for what, count in counted.items() if count)
            print(f"seed {seed}: {name}: {done} ({monotonic() - began:.0f} s)", flush=True)
        finally:
            faulthandler.cancel_dump_traceback_later()

    async def _limited(self, name: str, data: Path, random: Random) -> Counter[str]:
        async with asyncio.timeout(MAX_SECONDS_PER_ROUND):
            return await self._suite.scenarios[name][1](data, random)

    def _again(self, seed: int) -> str:
        some = len(self._names) < len(self._suite.scenarios)
        only = "".join(f" --only '{name}'" for name in self._names) if some else ""
        return f"scripts/faults{self._suite.words} --rounds 1 --seed {seed}{only}"

    def totals(self) -> str:
        shown = dict.fromkeys(self._suite.counted, 0) | self.counts
        for what in self._suite.must_be_zero:
            shown[what] = shown.pop(what, 0)
        return f"{self.seconds / 60:.1f} min: " + ", ".join(f"{what} {count:,}" for what, count in shown.items())


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/faults", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="how long (20)")
    parser.add_argument("--rounds", type=int, help="how many scenarios, whatever the time")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="of the first round")
    parser.add_argument("--cluster", action="store_true", help="three instances on PostgreSQL and Redis")
    parser.add_argument(
        "--only", action="append", default=[], choices=[*SCENARIOS, *CLUSTER_SCENARIOS], help="this scenario"
    )
    asked = parser.parse_args()
    suite = cluster() if asked.cluster else one_server()
    if unknown := set(asked.only) - suite.scenarios.keys():
        parser.error(f"--only: {', '.join(unknown)} is none of {', '.join(suite.scenarios)}")
    reset_signals()
    reset_variables()
    soak, told, rounds = Soak(suite, asked.only), 0.0, 0
    print(f"The first round has seed {asked.seed}, each one after it the next.", flush=True)
    try:
        while rounds < asked.rounds if asked.rounds else soak.seconds < asked.minutes * 60:
            soak.round(asked.seed + rounds)
            rounds += 1
            if soak.seconds - told > SECONDS_BETWEEN_TOTALS:
                told = soak.seconds
                print(soak.totals(), flush=True)
    except KeyboardInterrupt:
        print("Stopped.")
    print(soak.totals())
    for again in soak.failed:
        print(f"failed: {again}")
    return 1 if soak.failed else 0


if __name__ == "__main__":
    sys.exit(main())
