"""What docs/threat-model.md says and no other test covers."""

from __future__ import annotations

import ast
import json
import math
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from commands import wonderland
from server.hosting.running import Running, running
from wonderland.server.hosting.server_secrets import SECRETS_FILE
from wonderland.server.tables.seeds import bot_seed
from wonderland.server.tables.tables import secure_random

SERVER = Path(__file__).parents[2] / "src/wonderland/server"
#: Modules with which a program fetches something from elsewhere.
FETCHING = {"aiohttp", "ftplib", "http.client", "httpx", "requests", "smtplib", "socketserver", "urllib.request"}
#: Sends the commands of ``wonderland admin`` to the server of a folder, in a process of its own.
MAY_FETCH = {"admin/client.py"}
PASSWORD = "correct horse"


class Visitor:
    """A browser, whose person has an account, a bot with a token, a table and something to say there."""

    def __init__(self, server: Running) -> None:
        self.http = httpx.Client(base_url=server.address)
        self.post("/api/guest", name="Zebulon")
        self.me = self.post("/api/me/claim", user="zebra", password=PASSWORD)
        bot = self.post("/api/me/bots", name="Quagga")
        self.token: str = self.post(f"/api/me/bots/{bot['id']}/tokens")["token"]
        self.table = self.post("/api/tables", game="parade", seats=[{"kind": "me"}, {"kind": "reserved"}])
        self.cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        self.socket_url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{self.table['id']}/socket"

    def post(self, path: str, **data: Any) -> Any:
        answer = self.http.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json()

    def say(self, text: str) -> str:
        """Say it at the table; returns what the server has agreed to compress."""
        with connect(self.socket_url, additional_headers={"Cookie": self.cookie}, compression="deflate") as socket:
            socket.send(json.dumps({"type": "say", "id": "one", "text": text}))
            while json.loads(socket.recv(timeout=30))["type"] != "accepted":
                pass
            assert socket.response
            return socket.response.headers.get("sec-websocket-extensions", "")

    def known(self, server: Running) -> bool:
        """Whether the server knows them by their cookie."""
        return httpx.get(server.address + "/api/me", headers={"Cookie": self.cookie}).json() is not None

    def close(self) -> None:
        self.http.close()

    @property
    def secrets(self) -> list[str]:
        return [self.token, self.cookie.partition("=")[2], PASSWORD]


def test_neither_logs_nor_backups_give_anybody_a_way_in(tmp_path: Path) -> None:
    """Logs hold nothing of people; a backup holds all of them, and no password, token, cookie, reset key or secret."""
    data, backup = tmp_path / "data", tmp_path / "leaked.db"
    with running(data, "--log-level", "debug", "--log-format", "json") as server, closing(Visitor(server)) as ann:
        # A compressed frame would tell by its length how alike a secret and a guess are.
        assert ann.say("nobody writes this down") == ""
        reset = wonderland("admin", "reset-password", "zebra", "--data", data).stdout.strip().partition("#")[2]
        assert reset
        assert wonderland("backup", backup, "--data", data).returncode == 0
        assert server.stop() == 0
        assert server.process.stderr
        logged = server.process.stderr.read()
    own = json.loads((data / SECRETS_FILE).read_text())
    secrets = [*ann.secrets, reset.partition(".")[2], own["session"], own["admin"]]
    assert '"event": "stopped"' in logged
    personal = [ann.me["id"], "Zebulon", "zebra", "Quagga", ann.table["id"], ann.table["invite"], "nobody writes"]
    assert [text for text in (*secrets, *personal) if text in logged] == []
    leaked = backup.read_bytes()
    assert b"Zebulon" in leaked
    assert [text for text in secrets if text.encode() in leaked] == []
    assert backup.stat().st_mode & 0o077 == 0


def test_new_secrets_end_every_cookie_and_leave_tokens_and_passwords(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server, closing(Visitor(server)) as ann:
        assert ann.known(server)
        server.stop()
    (data / SECRETS_FILE).unlink()
    with running(data) as server:
        assert not ann.known(server)
        login = httpx.post(server.address + "/api/login", json={"user": "zebra", "password": PASSWORD})
        assert login.json()["id"] == ann.me["id"]
        bot = httpx.get(server.address + "/api/me", headers={"Authorization": f"Bearer {ann.token}"})
        assert bot.json()["name"] == "Quagga"


def test_nobody_can_predict_a_deal_or_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck has more orders than a seed of 64 bits, and whoever knows the code does not know the secret."""
    asked: list[int] = []

    def randbits(bits: int) -> int:
        asked.append(bits)
        return len(asked)

    monkeypatch.setattr("secrets.randbits", randbits)
    assert secure_random().random() != secure_random().random()
    assert 2 ** min(asked) > math.factorial(66)
    table: Any = SimpleNamespace(id="same", number=1)
    assert bot_seed(table, 0, b"ours") == bot_seed(table, 0, b"ours") != bot_seed(table, 0, b"theirs")


def test_the_server_fetches_nothing_that_somebody_names() -> None:
    """No request forgery by the server: nothing in it asks another address."""
    found = set()
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if FETCHING & {*names}:
                found.add(path.relative_to(SERVER).as_posix())
    assert found == MAY_FETCH
