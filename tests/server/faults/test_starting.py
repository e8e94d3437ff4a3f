"""A start that fails, or is cut short, leaves nothing in the way of the next."""

from __future__ import annotations

import signal
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic

from commands import WONDERLAND
from server.faults.disks import NO_ROOM
from server.process import TIMEOUT_SECONDS, serving


def without_room(data: Path) -> str:
    """What ``wonderland serve`` says when it may not write, in one line."""
    done = subprocess.run(
        ["prlimit", f"--fsize={NO_ROOM}", WONDERLAND, "serve", "--data", str(data), "--port", "0", "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    return done.stderr


async def test_a_disk_that_takes_nothing_is_one_clear_line(tmp_path: Path) -> None:
    database = tmp_path / "wonderland.db"
    said = f"{database}: the disk reports an error; it may be full, over a quota, or failing\n"
    assert without_room(tmp_path) == said
    async with serving(tmp_path) as server:
        assert await server.ready()
        assert await server.stop() == 0
    assert without_room(tmp_path) == said, "nor is a database that is there called broken"


async def kill_a_first_start(data: Path, random: Random) -> Counter[str]:
    """Kill servers while they make their tables: the next on the same folder starts. What was done, counted."""
    killed = [data.with_name(f"{data.name}-{attempt}") for attempt in range(random.randint(1, 3))]
    halfway = [folder for folder in killed if killed_while_tables_are_made(folder)]
    for folder in killed:
        async with serving(folder) as server:
            assert await server.ready()
    return Counter(kills=len(killed), starts=len(killed), halfway=len(halfway))


async def test_a_first_start_may_be_killed_halfway(tmp_path: Path) -> None:
    for attempt in range(20):
        if (await kill_a_first_start(tmp_path / str(attempt), Random(attempt)))["halfway"]:
            return
    raise AssertionError("its tables were always made before we looked")


def killed_while_tables_are_made(data: Path) -> bool:
    """Start a server and kill it while it makes its tables; False where it had made them before we looked."""
    process = subprocess.Popen([WONDERLAND, "serve", "--data", str(data), "--port", "0"], stdout=subprocess.DEVNULL)
    making, made = data / "wonderland.db-journal", data / "serving.json"
    late = monotonic() + TIMEOUT_SECONDS
    while not (found := making.exists()) and not made.exists():
        assert monotonic() < late
        assert process.poll() is None
    process.kill()
    assert process.wait(TIMEOUT_SECONDS) == -signal.SIGKILL
    return found
