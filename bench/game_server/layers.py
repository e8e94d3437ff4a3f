"""Where a server's time goes: CPU time by thread and of the database's processes, and that of the main thread by layer.

The profiler makes everything slower, small functions most of all, so the layers are shares, not seconds.
"""

from __future__ import annotations

import os
import pstats
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from bench.game_server.databases import MeasuredDatabase
from bench.game_server.processes import WONDERLAND, load, wonderland

WAITING = "waiting"
DATABASE = "the database's own processes"
#: By a part of the file's path or the function's name, the first that fits.
LAYERS = {
    "run_until_complete": WAITING,
    "asyncio/runners.py": WAITING,
    "wonderland/server/sockets": "sockets",
    "wonderland/server/protocols": "web server",
    "wonderland/server/wire": "messages (wire)",
    "wonderland/server/tables": "tables",
    "wonderland/server/store": "store",
    "wonderland/games": "rules",
    "wonderland/core": "rules",
    "wonderland/": "the rest of ours",
    "sqlalchemy": "store: libraries",
    "asyncpg": "store: libraries",
    "aiosqlite": "store: libraries",
    "sqlite3": "store: libraries",
    "msgspec": "messages (wire)",
    "websockets": "web server",
    "uvicorn": "web server",
    "picows": "web server",
    "granian": "web server",
    "asyncio": "event loop",
    "uvloop": "event loop",
}
SAMPLE_TABLES, SECONDS = 200, 6


def measure_layers(database: MeasuredDatabase) -> None:
    print(f"\nWhere the time goes, {database.name}, {SAMPLE_TABLES} tables")
    with database.fresh(), wonderland(database) as server:
        before = {**_threads(server.pid), DATABASE: database.cpu_seconds()}
        moves = load(server, "load.mjs", "--adapter", "wonderland", "--tables", SAMPLE_TABLES, "--seconds", SECONDS)
        after = {**_threads(server.pid), DATABASE: database.cpu_seconds()}
        used = {name: cpu - before.get(name, 0.0) for name, cpu in after.items()}
    total = sum(used.values())
    for name, cpu in sorted(used.items(), key=lambda item: -item[1]):
        if cpu / total > 0.005:
            print(f"  {name:35}{cpu / total:>8.1%}")
    print(f"  at {moves['moves_per_s']:.0f} moves a second; the main thread by layer, with a profiler:")
    for layer, share in _profile(database):
        print(f"  {layer:35}{share:>8.1%}", flush=True)


def _threads(pid: int) -> dict[str, float]:
    """CPU seconds by thread; those of a kind together."""
    used: dict[str, float] = defaultdict(float)
    for task in Path(f"/proc/{pid}/task").iterdir():
        name, fields = (task / "comm").read_text().strip(), (task / "stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        used["main thread" if task.name == str(pid) else f"threads {name}"] += ticks / os.sysconf("SC_CLK_TCK")
    return used


def _profile(database: MeasuredDatabase) -> list[tuple[str, float]]:
    """The share of each layer, without what the start and the end take."""
    idle, used = _own_seconds(database, playing=False), _own_seconds(database, playing=True)
    for layer, seconds in idle.items():
        used[layer] = max(0.0, used[layer] - seconds)
    total = sum(used.values())
    return sorted(((layer, own / total) for layer, own in used.items()), key=lambda item: -item[1])


def _own_seconds(database: MeasuredDatabase, playing: bool) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, database.fresh():
        file = Path(folder) / "profile"
        with wonderland(database, sys.executable, "-m", "cProfile", "-o", file, WONDERLAND) as server:
            if playing:
                load(server, "load.mjs", "--adapter", "wonderland", "--tables", SAMPLE_TABLES, "--seconds", SECONDS)
        stats = pstats.Stats(str(file)).stats  # type: ignore[attr-defined]  # typeshed does not know it
    used: dict[str, float] = defaultdict(float)
    for function, (_, _, own, _, callers) in stats.items():
        if function[0] == "~" and callers:  # written in C: its time is that of whoever calls it
            for caller, (_, _, part, _) in callers.items():
                used[_layer(caller)] += part
        else:
            used[_layer(function)] += own
    used.pop(WAITING, None)
    return used


def _layer(function: tuple[str, int, str]) -> str:
    path, _, name = function
    text = f"{path}/{name}".replace("\\", "/")
    return next((layer for part, layer in LAYERS.items() if part in text), "Python itself")
