"""What tables cost at which nothing happens, and games that are over: start-up, memory, bytes on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median

from bench.game_server.databases import MeasuredDatabase
from bench.game_server.processes import memory, milliseconds_to_get, post, wonderland

FILLING = Path(__file__).with_name("filling.py")
TABLE_COUNTS = (10, 100_000)
PLAYED_TABLES = 1_000  #: tables that were opened by the running server, whose memory is measured
FINISHED_GAMES = 5_000  #: of which the bytes on disk are measured
LOBBY_REQUESTS = 20


def fill(database: MeasuredDatabase, tables: int, state: str, game: str) -> None:
    subprocess.run([sys.executable, FILLING, database.url, str(tables), state, game], check=True)


def measure_start(database: MeasuredDatabase, table_counts: tuple[int, ...]) -> None:
    """Start-up and memory with few and with very many open tables."""
    print(f"\nIdle open tables, {database.name}")
    print(f"{'tables':>10}{'start s':>10}{'again s':>10}{'MB':>8}{'lobby ms':>10}{'bytes a table':>15}")
    for tables in table_counts:
        with database.fresh():
            fill(database, tables, "begun", "parade")
            size = database.size()
            with wonderland(database) as server:
                first = server.seconds
            with wonderland(database) as server:
                lobby = median(milliseconds_to_get(server, "/api/tables") for _ in range(LOBBY_REQUESTS))
                figures = f"{first:>10.2f}{server.seconds:>10.2f}{memory(server.pid) / 1024:>8.0f}{lobby:>10.1f}"
            print(f"{tables:>10,}{figures}{size / tables:>15,.0f}", flush=True)


def measure_played(database: MeasuredDatabase) -> None:
    """Memory of tables that were opened just now, and that nobody is connected to."""
    with database.fresh(), wonderland(database) as server:
        cookie = post(server, "/api/guest", {"name": "Idle"})[1]
        post(server, "/api/play-now", {"game": "parade", "bots": ["dormouse"]}, cookie)  # what is loaded once
        before = memory(server.pid)
        seats = [{"kind": "me"}, {"kind": "me", "name": "Guest"}]
        for _ in range(PLAYED_TABLES):
            post(server, "/api/tables", {"game": "parade", "seats": seats}, cookie)
        each = (memory(server.pid) - before) / PLAYED_TABLES
    print(f"\nMemory: {before / 1024:.0f} MB at the start, {each:.1f} kB for each table in play without anybody there.")


def measure_sizes(database: MeasuredDatabase) -> None:
    """Bytes on disk of a finished game: its log, its record, its rows and their indexes."""
    print(f"\nBytes on disk of a finished game for two, {database.name}")
    for game in ("parade", "nimble"):
        sizes = []
        for games in (0, FINISHED_GAMES):
            with database.fresh():
                fill(database, games, "finished", game)
                sizes.append(database.size())
        print(f"{game:>10}{(sizes[1] - sizes[0]) / FINISHED_GAMES:>10,.0f}", flush=True)
