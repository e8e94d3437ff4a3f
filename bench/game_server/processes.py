"""Servers and loads as processes of their own, each on one core."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from bench.game_server.databases import MeasuredDatabase

PEER = Path(__file__).parents[1] / "peers" / "boardgameio"
WONDERLAND = Path(sys.executable).with_name("wonderland")
PORT = 8461
START_TIMEOUT_SECONDS = 600  #: a hundred thousand tables may take a while
UNLIMITED = (
    *("--limit-factor", "1000000"),
    *("--messages-per-second", "100000"),
    *("--connections-per-address", "100000"),
    *("--tables-per-person", "100000"),
)

Result = dict[str, Any]


class Server(NamedTuple):
    name: str
    url: str
    pid: int
    #: Until it answered.
    seconds: float


def pinned(core: int, command: Sequence[str | Path]) -> list[str]:
    """The command on one core only, where the machine can do that."""
    words = [str(word) for word in command]
    return ["taskset", "-c", str(core), *words] if shutil.which("taskset") else words


@contextmanager
def running(name: str, command: Sequence[str | Path]) -> Iterator[Server]:
    """A server while it runs; each measurement has a fresh one."""
    url = f"http://127.0.0.1:{PORT}"
    before = monotonic()
    with subprocess.Popen(pinned(0, command), cwd=PEER, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(url, process)
            yield Server(name, url, process.pid, monotonic() - before)
        finally:
            process.terminate()


@contextmanager
def wonderland(database: MeasuredDatabase, *program: str | Path) -> Iterator[Server]:
    """Our server on a database; ``program`` runs it, if not the command itself."""
    command = [*(program or (WONDERLAND,)), "serve", *database.flags, "--port", str(PORT), "--log-level", "warning"]
    with running(f"wonderland, {database.name}", [*command, *UNLIMITED]) as server:
        yield server


@contextmanager
def boardgameio() -> Iterator[Server]:
    with running("boardgame.io", ["node", "server.js", str(PORT)]) as server:
        yield server


def load(server: Server, script: str, *words: object) -> Result:
    """What the load on the second core saw."""
    command = ["node", script, "--url", server.url, "--pid", str(server.pid), *map(str, words)]
    done = subprocess.run(pinned(1, command), cwd=PEER, stdout=subprocess.PIPE, check=True, text=True)
    result: Result = json.loads(done.stdout)
    return result


def post(server: Server, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    with urlopen(Request(server.url + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def milliseconds_to_get(server: Server, path: str) -> float:
    before = monotonic()
    with urlopen(server.url + path) as answer:
        answer.read()
    return (monotonic() - before) * 1000


def memory(pid: int) -> float:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise SystemExit(f"process {pid} has gone")


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Until the server answers at all."""
    deadline = monotonic() + START_TIMEOUT_SECONDS
    while monotonic() < deadline and process.poll() is None:
        try:
            urlopen(f"{url}/", timeout=1).close()
            return
        except OSError as problem:
            if getattr(problem, "code", None):  # an answer, though not a friendly one
                return
            sleep(0.01)
    raise SystemExit(f"no server at {url}")
