"""The example bot is short, needs little, and plays a game to its end at a real server, even one that is killed."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from typing import Any

from commands import wonderland
from server.hosting.running import TIMEOUT_SECONDS, running
from server.wire.client import Client, Guest

PINGS = 5  #: that come before somebody who should have moved counts as stuck: one every fifteen seconds
SOURCE = Path(__file__).parents[2] / "examples" / "server_bot.py"


@contextmanager
def bot(*words: str, token: str = "") -> Iterator[subprocess.Popen[str]]:
    env = {**os.environ, "WONDERLAND_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, str(SOURCE), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def result_of(process: subprocess.Popen[str]) -> Any:
    said, wrong = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 0, wrong
    return json.loads(said.splitlines()[-1])


def test_it_is_short_and_needs_little() -> None:
    text = SOURCE.read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) < 80
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    packages = {name.partition(".")[0] for name in names}
    assert packages - set(sys.stdlib_module_names) == {"httpx", "websockets"}


def play_until(client: Client, plays: int) -> int:
    """Play the first card at hand, so often, or to the end; the table then waits for us again, unless it is over."""
    while client.table_view["phase"] != "over":
        view, seat = client.table_view["view"], client.table_view["seat"]
        action = None
        if view and view["turn"] == seat:
            action = f"play {view['hand'][0]}"
        elif view and view["phase"] == "discard" and not view["chosen"][seat]:
            action = f"discard {view['hand'][0]} {view['hand'][1]}"
        if action is None:
            assert sum(message["type"] == "ping" for message in client.heard) < PINGS, "nobody moves"
            client.read()
            continue
        if plays == 0:
            break
        plays -= 1
        answer = client.ask({"type": "act", "id": f"v{client.version}", "version": client.version, "action": action})
        while client.version < answer["version"]:
            client.read()
    return client.version


def test_it_plays_to_the_end_although_the_server_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = Guest(server.address)
        ann.post("/api/me/claim", {"user": "ann", "password": "down the rabbit hole"})
        account = ann.post("/api/me/bots", {"name": "Bill the Lizard"})
        token = ann.post(f"/api/me/bots/{account['id']}/tokens", {"label": "test"})["token"]
        with bot(server.address, "3") as host:
            assert host.stdout
            table = host.stdout.readline().strip()
            with bot(server.address, table, token=token) as other:
                assert other.stdout
                assert other.stdout.readline().strip() == table
                ann.post(f"/api/tables/{table}/sit", {})
                with ann.at(table) as client:
                    version, face = play_until(client, 3), client.table_view
                assert [seat["name"] for seat in face["seats"]] == ["Caterpillar", "Bill the Lizard", "Ann"]
                assert server.stop(SIGKILL) == -SIGKILL
                with running(tmp_path, port=server.port), ann.at(table) as client:
                    assert client.version >= version
                    play_until(client, 100)
                    ended = client.table_view["result"]
                    assert result_of(host) == result_of(other) == ended
                    assert ended["finished"]
                    assert all(seat["left"] is None for seat in client.table_view["seats"])


def test_it_plays_to_the_end_although_a_backup_was_put_in_place(tmp_path: Path) -> None:
    """The versions of before are gone then, and the same numbers mean something else."""
    with running(tmp_path) as server:
        ann = Guest(server.address)
        with bot(server.address, "2") as host:
            assert host.stdout
            table = host.stdout.readline().strip()
            ann.post(f"/api/tables/{table}/sit", {})
            with ann.at(table) as client:
                # So few that no game can be over before the backup is put in place.
                kept = play_until(client, 1)
                assert wonderland("backup", tmp_path / "kept.db", "--data", tmp_path).returncode == 0
                assert play_until(client, 2) > kept
            assert wonderland("restore", tmp_path / "kept.db", "--data", tmp_path).returncode == 0
            with ann.at(table) as client:
                play_until(client, 100)
                assert result_of(host) == client.table_view["result"]
                assert all(seat["left"] is None for seat in client.table_view["seats"])
