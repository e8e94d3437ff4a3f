"""The game server beside boardgame.io: acknowledged moves a second and how long they take. One server core, real rules.

scripts/bench server [--quick]

Ours writes every move to disk before it says so; boardgame.io keeps everything in memory. Both play the same Parade
against the same load (bench/peers/boardgameio/load.mjs), each server on the first core, the load on the second.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

HERE = Path(__file__).parent / "peers" / "boardgameio"
WONDERLAND = Path(sys.executable).with_name("wonderland")
PORT = 8461
TABLE_COUNTS = (50, 200, 1000)
IDLE_TABLES = 1000  #: tables whose memory is measured

Result = dict[str, Any]


class Server(NamedTuple):
    name: str
    url: str
    pid: int


def pinned(core: int, command: Sequence[str | Path]) -> list[str]:
    """The command on one core only, where the machine can do that."""
    words = [str(word) for word in command]
    return ["taskset", "-c", str(core), *words] if shutil.which("taskset") else words


@contextmanager
def running(name: str, command: Sequence[str | Path]) -> Iterator[Server]:
    """A server while it runs; each measurement has a fresh one."""
    url = f"http://127.0.0.1:{PORT}"
    with subprocess.Popen(pinned(0, command), cwd=HERE, stdout=subprocess.DEVNULL) as process:
        try:
            _wait(url)
            yield Server(name, url, process.pid)
        finally:
            process.terminate()


@contextmanager
def wonderland(durability: str = "full") -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="wonderland-bench-") as folder:
        limits = (
            "--limit-factor",
            "1000000",
            "--messages-per-second",
            "100000",
            "--connections-per-address",
            "100000",
            "--tables-per-person",
            "100000",
        )
        where = ("--data", folder, "--port", str(PORT), "--durability", durability, "--log-level", "warning")
        with running("wonderland", [WONDERLAND, "serve", *where, *limits]) as server:
            yield server


@contextmanager
def boardgameio() -> Iterator[Server]:
    with running("boardgame.io", ["node", "server.js", str(PORT)]) as server:
        yield server


def load(server: Server, script: str, *words: object) -> Result:
    """What the load on the second core saw."""
    command = ["node", script, "--url", server.url, "--pid", str(server.pid), *map(str, words)]
    done = subprocess.run(pinned(1, command), cwd=HERE, stdout=subprocess.PIPE, check=True, text=True)
    result: Result = json.loads(done.stdout)
    return result


def idle_kilobytes() -> tuple[float, float]:
    """Memory of one table in play at which nothing happens, and of the server before."""
    with wonderland() as server:
        cookie = _post(server, "/api/guest", {"name": "Idle"})[1]
        _post(server, "/api/play-now", {"game": "parade", "bots": ["dormouse"]}, cookie)  # what is loaded once
        before = _memory(server.pid)
        seats = [{"kind": "me"}, {"kind": "me", "name": "Guest"}]
        for _ in range(IDLE_TABLES):
            _post(server, "/api/tables", {"game": "parade", "seats": seats}, cookie)
        return (_memory(server.pid) - before) / IDLE_TABLES, before


def main() -> None:
    quick = "--quick" in sys.argv
    seconds, runs = (3, 1) if quick else (6, 3)
    if not (HERE / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True)
    print(f"{'Parade, two players':34}{'tables':>7}{'moves/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'load':>6}")
    for tables in TABLE_COUNTS:
        compare(tables, runs, "as fast as it can", "--seconds", seconds)
    compare(1000, 1, "a move every 2 s", "--every", 2000, "--seconds", 2 * seconds)
    print("\nNimble, tables of four, everybody with 8 actions a second")
    print(f"{'':34}{'tables':>7}{'acts/s':>9}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'load':>6}")
    for words, rest in (("in bursts of 2 s", 2000), ("without a pause", 0)):
        with wonderland() as server:
            options = ("--tables", 200, "--players", 4, "--seconds", 2 * seconds, "--rest", rest)
            _show(f"wonderland, {words}", load(server, "nimble.mjs", *options), "actions_per_s")
    each, before = idle_kilobytes()
    print(f"\nMemory: {before / 1024:.0f} MB at the start, {each:.1f} kB for each table in play without anybody there.")


def compare(tables: int, runs: int, words: str, *options: object) -> None:
    """Both servers in turn, several times: the machine's own mood is in both then."""
    times = []
    for _ in range(runs):
        rates = []
        for serve, adapter in ((boardgameio, "boardgameio"), (wonderland, "wonderland")):
            with serve() as server:
                result = load(server, "load.mjs", "--adapter", adapter, "--tables", tables, *options)
            _show(f"{server.name}, {words}", result)
            rates.append(result["moves_per_s"])
        times.append(rates[1] / rates[0])
    if "--every" not in options:
        print(f"{'':34}{median(times):>16.2f} times (median)", flush=True)


def _show(name: str, result: Result, rate: str = "moves_per_s") -> None:
    keys = ("tables", rate, "p50_ms", "p99_ms", "server_cpu", "client_cpu")
    tables, moves, middle, late, server, client = (result[key] for key in keys)
    print(f"{name:34}{tables:>7}{moves:>9.0f}{middle:>8.1f}{late:>8.1f}{server:>8.0%}{client:>6.0%}", flush=True)


def _wait(url: str) -> None:
    """Until the server answers at all."""
    deadline = monotonic() + 30
    while monotonic() < deadline:
        try:
            urlopen(f"{url}/", timeout=1).close()
            return
        except OSError as problem:
            if getattr(problem, "code", None):  # an answer, though not a friendly one
                return
            sleep(0.05)
    raise SystemExit(f"no server at {url} after 30 s")


def _post(server: Server, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    with urlopen(Request(server.url + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def _memory(pid: int) -> float:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise SystemExit(f"process {pid} has gone")


if __name__ == "__main__":
    os.environ.setdefault("NODE_ENV", "production")
    main()
