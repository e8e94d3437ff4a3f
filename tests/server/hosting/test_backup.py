"""Backups: taken and put back while the server runs, and while it does not."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from commands import refusal, wonderland
from server.hosting.running import TIMEOUT_SECONDS, Running, running
from server.stores import empty
from wonderland.core.errors import NotAllowed
from wonderland.server.admin.execution import restore
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings
from wonderland.server.store import migration
from wonderland.server.store.sqlite import backup


def names(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM people")}


def join(server: Running, name: str) -> httpx.Cookies:
    answer = httpx.post(server.address + "/api/guest", json={"name": name})
    answer.raise_for_status()
    return answer.cookies


def known(server: Running, cookies: httpx.Cookies) -> bool:
    return httpx.get(server.address + "/api/me", cookies=cookies).json() is not None


def saved(done: object) -> Path:
    text: str = done.stdout  # type: ignore[attr-defined]  # a finished process
    return Path(text.strip().rpartition(" ")[2])


def test_back_and_forth_while_the_server_runs(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ann = join(server, "Ann")
        file = tmp_path / "kept.db"
        assert wonderland("backup", file, "--data", tmp_path).returncode == 0
        bob = join(server, "Bob")
        assert names(file) == {"Ann"}
        assert known(server, bob)

        done = wonderland("restore", file, "--data", tmp_path)
        assert done.returncode == 0, done.stderr
        assert known(server, ann)
        assert not known(server, bob)
        assert names(saved(done)) == {"Ann", "Bob"}

        join(server, "Cat")
        assert names(tmp_path / "wonderland.db") == {"Ann", "Cat"}
        assert httpx.get(server.address + "/readyz").json()["ready"]
        assert server.stop() == 0


def test_what_was_ended_since_a_backup_holds_again_once_it_is_restored(tmp_path: Path) -> None:
    """The cookie of a guest and those of an account, a token and a password: all of them are of the backup's time."""
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        guest = join(server, "Bob")
        client.cookies = join(server, "Ann")
        client.post("/api/me/claim", json={"user": "ann", "password": "rabbit hole"}).raise_for_status()
        bot = client.post("/api/me/bots", json={"name": "Robo"}).json()["id"]
        token = client.post(f"/api/me/bots/{bot}/tokens", json={}).json()["token"]
        account = httpx.Cookies(client.cookies)
        file = tmp_path / "kept.db"
        assert wonderland("backup", file, "--data", tmp_path).returncode == 0

        def held() -> list[bool]:
            bearer = {"Authorization": f"Bearer {token}"}
            login = {"user": "ann", "password": "rabbit hole"}
            return [
                known(server, guest),
                known(server, account),
                httpx.get(server.address + "/api/me", headers=bearer).is_success,
                httpx.post(server.address + "/api/login", json=login).is_success,
            ]

        assert held() == [True] * 4
        httpx.post(server.address + "/api/logout", json={}, cookies=guest).raise_for_status()
        change = {"old": "rabbit hole", "new": "looking glass"}
        client.post("/api/me/password", json=change).raise_for_status()
        assert held() == [False] * 4
        assert wonderland("restore", file, "--data", tmp_path).returncode == 0
        assert held() == [True] * 4
        assert server.stop() == 0


def test_back_and_forth_without_a_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        join(server, "Ann")
        server.stop()
    done = wonderland("backup", "--data", tmp_path)
    file = saved(done)
    assert file.parent == tmp_path / "backups"
    assert file.stat().st_mode & 0o777 == 0o600
    with running(tmp_path) as server:
        join(server, "Bob")
        server.stop()
    done = wonderland("restore", file, "--data", tmp_path)
    assert done.returncode == 0, done.stderr
    assert names(tmp_path / "wonderland.db") == {"Ann"}
    assert names(saved(done)) == {"Ann", "Bob"}


def test_a_new_server_begins_with_a_backup(tmp_path: Path) -> None:
    with running(tmp_path / "old") as server:
        join(server, "Ann")
        wonderland("backup", tmp_path / "kept.db", "--data", tmp_path / "old")
    assert wonderland("restore", tmp_path / "kept.db", "--data", tmp_path / "new").returncode == 0
    assert names(tmp_path / "new" / "wonderland.db") == {"Ann"}
    with running(tmp_path / "new") as server:
        assert server.stop() == 0


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    migration.migrate(tmp_path / "wonderland.db", None)
    (tmp_path / "diary").write_text("dear diary")
    assert "is there already" in refusal("backup", tmp_path / "diary", "--data", tmp_path)
    assert (tmp_path / "diary").read_text() == "dear diary"
    assert "there is no database" in refusal("backup", "--data", tmp_path / "elsewhere")


def _text(path: Path) -> None:
    path.write_text("These are not the bytes of a database, although there are quite a few of them." * 200)


def _another(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE people (name TEXT)")


def _newer(path: Path) -> None:
    migration.migrate(path, None)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def _half(path: Path) -> None:
    migration.migrate(path, None)
    path.write_bytes(path.read_bytes()[:20_000])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_text, "is no database of Wonderland"),
        (_another, "is no database of Wonderland"),
        (_newer, "is of a later version of Wonderland"),
        (_half, "is damaged; nothing was changed"),
        (Path.touch, "is no database of Wonderland"),
        (lambda path: None, "there is no such file"),
    ],
    ids=["text", "another program's", "newer", "half", "empty", "missing"],
)
def test_what_is_no_backup_of_ours_touches_nothing(tmp_path: Path, make: object, says: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    migration.migrate(data / "wonderland.db", None)
    before = (data / "wonderland.db").read_bytes()
    make(tmp_path / "file")  # type: ignore[operator]  # one of the functions above
    assert says in refusal("restore", tmp_path / "file", "--data", data)
    assert (data / "wonderland.db").read_bytes() == before
    assert sorted(path.name for path in data.iterdir() if path.suffix != ".lock") == ["wonderland.db"]


async def test_a_copy_taken_under_writing_is_whole(tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path)) as context:
        written = 0

        async def write() -> None:
            nonlocal written
            while not copies_done.is_set():
                await context.people.guest(f"Guest {written}")
                written += 1

        copies_done = asyncio.Event()
        writer = asyncio.create_task(write())
        for number in range(5):
            least = written
            file = await asyncio.to_thread(backup.save, tmp_path / "wonderland.db", tmp_path / f"copy-{number}.db")
            backup.check_backup(file)
            found = names(file)
            assert found == {f"Guest {index}" for index in range(len(found))}
            assert len(found) >= least, "what was acknowledged before is in it"
        copies_done.set()
        await writer
    assert written


async def test_nothing_written_meanwhile_gets_into_a_restored_database(tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path)) as context:
        await context.people.guest("Ann")
        backup.save(tmp_path / "wonderland.db", tmp_path / "kept.db")
        late = [asyncio.create_task(context.people.guest(f"Late {number}")) for number in range(20)]
        kept = await restore(context, tmp_path / "kept.db")
        outcomes = await asyncio.gather(*late, return_exceptions=True)
        acknowledged = {one.name for one in outcomes if not isinstance(one, BaseException)}
        assert names(tmp_path / "wonderland.db") == {"Ann"}
        assert kept
        assert names(kept) == {"Ann"} | acknowledged
        await context.people.guest("Bob")
    assert names(tmp_path / "wonderland.db") == {"Ann", "Bob"}


async def test_an_older_backup_is_brought_up_to_date_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migration.migrate(tmp_path / "old.db", None)
    before = (tmp_path / "old.db").read_bytes()
    shutil.copytree(migration.MIGRATIONS_FOLDER, tmp_path / "later", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "later" / "versions" / "9999_later.py").write_text(
        f'revision = "9999"\ndown_revision = "{migration.newest_revision()}"\n\n\ndef upgrade():\n    pass\n'
    )
    monkeypatch.setattr(migration, "MIGRATIONS_FOLDER", tmp_path / "later")
    async with ServerContext(Settings(data=tmp_path / "data")) as context:
        await restore(context, tmp_path / "old.db")
        assert backup.revision(tmp_path / "data" / "wonderland.db") == "9999"
    assert (tmp_path / "old.db").read_bytes() == before


async def test_a_refused_restore_leaves_the_server_open(tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path)) as context:
        (tmp_path / "file").write_text("nothing of the kind" * 100)
        with pytest.raises(NotAllowed, match="is no database of Wonderland"):
            await restore(context, tmp_path / "file")
        await context.people.guest("Ann")
    assert names(tmp_path / "wonderland.db") == {"Ann"}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_whoever_is_at_a_table_comes_back_to_the_restored_one(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where: tuple[str, ...] = ()
    if kind == "postgresql":
        where = ("--database", request.getfixturevalue("postgres_url"))
        await empty(where[1])
    await asyncio.to_thread(_come_back, tmp_path, where)


def _come_back(tmp_path: Path, where: tuple[str, ...]) -> None:
    with running(tmp_path, *where) as server, httpx.Client(base_url=server.address) as client:
        client.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = client.post("/api/tables", json={"game": "parade", "seats": seats}).json()["id"]
        assert wonderland("backup", tmp_path / "kept.db", "--data", tmp_path, *where).returncode == 0
        before = client.get(f"/api/tables/{table}").json()
        client.put(f"/api/tables/{table}/seats/1", json={"kind": "reserved"}).raise_for_status()
        assert client.get(f"/api/tables/{table}").json() != before
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        with connect(address) as socket:
            assert socket.recv(TIMEOUT_SECONDS)
            assert wonderland("restore", tmp_path / "kept.db", "--data", tmp_path, *where).returncode == 0
            with pytest.raises(ConnectionClosed):
                list(socket)
            assert socket.close_code == 1012  # "service restart"
        with connect(address) as socket:
            assert socket.recv(TIMEOUT_SECONDS)
        assert client.get(f"/api/tables/{table}").json() == before
