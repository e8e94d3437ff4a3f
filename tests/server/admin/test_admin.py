"""``wonderland admin``: the same whether a server runs or not."""

from __future__ import annotations

import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from commands import refusal, wonderland
from server.hosting.running import Running, running
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings

PASSWORD = "correct horse battery"


async def fill(data: Path) -> dict[str, str]:
    """A guest and an account; their ids by name."""
    async with ServerContext(Settings(data=data)) as context:
        ann = await context.people.guest("Ann")
        bob = await context.people.claim(await context.people.guest("Bob"), "bob", PASSWORD)
    return {"Ann": ann.id, "Bob": bob.id}


def admin(data: Path, *words: str) -> str:
    done = wonderland("admin", *words, "--data", data)
    assert done.returncode == 0, done.stderr
    return done.stdout


def people(data: Path) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in json.loads(admin(data, "people", "--json"))["people"]}


def look_after(data: Path, ids: dict[str, str]) -> str:
    """What an admin does to people; gives the link for a new password."""
    listed = people(data)
    assert {name: one["id"] for name, one in listed.items()} == ids
    assert listed["Bob"]["user"] == "bob"
    assert not listed["Ann"]["muted"]
    admin(data, "mute", ids["Ann"])
    admin(data, "ban", "BOB")
    listed = people(data)
    assert listed["Ann"]["muted"]
    assert listed["Bob"]["banned"]
    lines = admin(data, "people").splitlines()
    assert any(ids["Ann"] in line and line.endswith("muted") for line in lines)
    admin(data, "unmute", ids["Ann"])
    admin(data, "unban", "bob")
    listed = people(data)
    assert not listed["Ann"]["muted"]
    assert not listed["Bob"]["banned"]
    assert refusal("admin", "mute", "eve", "--data", data).endswith('nobody with the id or user name "eve"')
    assert refusal("admin", "close", "eve", "--data", data).endswith('there is no table "eve"')
    assert refusal("admin", "reset-password", ids["Ann"], "--data", data).endswith("has no account, and so no password")
    return admin(data, "reset-password", "bob").strip()


async def test_without_a_server(tmp_path: Path) -> None:
    ids = await fill(tmp_path)
    assert look_after(tmp_path, ids).startswith("http://127.0.0.1:8080/")
    assert admin(tmp_path, "tables") == ""


async def test_with_a_server(tmp_path: Path) -> None:
    ids = await fill(tmp_path)
    with running(tmp_path) as server:
        link = look_after(tmp_path, ids)
        assert link.startswith(server.address)
        key = link.partition("#")[2]
        again = {"key": key, "password": "another horse entirely"}
        for status in (200, 410):  # it works once
            assert httpx.post(server.address + "/api/reset", json=again).status_code == status
        login = {"user": "bob", "password": "another horse entirely"}
        assert httpx.post(server.address + "/api/login", json=login).is_success


def test_a_table_is_listed_and_closed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table = open_table(server)
        assert [one["id"] for one in tables(tmp_path)] == [table]
        assert tables(tmp_path)[0]["people"] == 1
        assert table in admin(tmp_path, "tables")
        admin(tmp_path, "close", table)
        assert tables(tmp_path) == []
        other = open_table(server)
        server.stop()
    assert [one["id"] for one in tables(tmp_path)] == [other]
    admin(tmp_path, "close", other)
    assert tables(tmp_path) == []


def test_looking_changes_nothing_at_the_tables(tmp_path: Path) -> None:
    """Bots have a move to make and clocks would begin anew, were the context awake."""
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        client.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "rabbit"}]
        new_table = {"game": "parade", "seats": seats, "time_limit": {"unit": "seconds", "amount": 60}}
        answer = client.post("/api/tables", json=new_table)
        assert answer.is_success, answer.text
        table = answer.json()["id"]
        server.stop(signal.SIGKILL)
    before = logged(tmp_path)
    assert before
    assert [(one["id"], one["people"]) for one in tables(tmp_path)] == [(table, 1)]
    assert list(people(tmp_path)) == ["Ann"]
    admin(tmp_path, "mute", people(tmp_path)["Ann"]["id"])
    assert logged(tmp_path) == before
    admin(tmp_path, "close", table)
    (*same, (id, _, entry)) = logged(tmp_path)
    assert same == before
    assert (id, entry) == (table, b'{"type":"closed","why":"admin"}')
    assert refusal("admin", "close", table, "--data", tmp_path).endswith(f'there is no table "{table}"')
    with running(tmp_path) as again:
        assert httpx.get(again.address + "/readyz").status_code == 200
        assert tables(tmp_path) == []


def logged(data: Path) -> list[tuple[str, int, bytes]]:
    with closing(sqlite3.connect(data / "wonderland.db")) as connection:
        return connection.execute("SELECT table_id, number, entry FROM log ORDER BY table_id, number").fetchall()


def open_table(server: Running) -> str:
    with httpx.Client(base_url=server.address) as client:
        client.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        answer = client.post("/api/tables", json={"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert answer.is_success, answer.text
        table: str = answer.json()["id"]
        return table


def tables(data: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(admin(data, "tables", "--json"))["tables"]
    return found


def test_nobody_without_the_key_orders_anything(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        for key in ("", "Bearer", "Bearer wrong", "Bearer \u00e9"):
            given = {b"Authorization": key.encode()} if key else {}
            for order in ({"type": "people"}, {"type": "restore", "file": "/etc/passwd"}, {"type": "nonsense"}):
                answer = client.post("/admin", json=order, headers=given)
                assert answer.status_code == 403
                assert answer.json()["error"]["key"] == "admin_needs_key"


def test_no_database_is_made_by_looking_for_one(tmp_path: Path) -> None:
    assert "there is no database" in refusal("admin", "people", "--data", tmp_path / "none")
    assert not (tmp_path / "none").exists()
