"""``kill -9`` while somebody is being deleted: the next start finishes it, before anybody sees a table."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import httpx

from server.clients import Person
from server.faults.kept import copied
from server.process import TIMEOUT_SECONDS, UNLIMITED, Server, serving

KILLS = 3
TABLES = 12
NAME = "Zyxwvut"


async def leave_traces(server: Server) -> tuple[Person, list[str]]:
    """Somebody who sits at many tables with a friend."""
    person, friend = await Person.guest(server, NAME), await Person.guest(server, "Ann")
    tables = [await friend.open("parade", "me", "open", "open") for _ in range(TABLES)]
    for table in tables:
        await person.sit(table)
    return person, tables


def kind_of(data: Path, person: str) -> str:
    """Guest, account or gone, as another program reads it."""
    with closing(sqlite3.connect(data / "wonderland.db")) as connection:
        (kind,) = connection.execute("SELECT kind FROM people WHERE id = ?", (person,)).fetchone()
    return str(kind)


def mentions(data: Path) -> bool:
    with copied(data) as connection:
        dump = "\n".join(connection.iterdump())
    return NAME in dump or NAME.encode().hex() in dump.lower()


async def test_it_is_finished_at_the_next_start(tmp_path: Path) -> None:
    words = (*UNLIMITED, "--tables-per-person", "1000")
    interrupted = 0
    async with serving(tmp_path / "data", *words) as server:
        for number in range(KILLS):
            person, tables = await leave_traces(server)
            url, headers = server.address + "/api/me", {"Cookie": person.cookie}
            asked = asyncio.create_task(server.http.delete(url, headers=headers))
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while kind_of(server.data, person.id) != "gone":
                    await asyncio.sleep(0)
                for _ in range(20 * number):  # a little later each time
                    await asyncio.sleep(0)
            await server.kill()
            with suppress(httpx.HTTPError):
                await asked
            interrupted += mentions(server.data)
            await server.start()
            assert not mentions(server.data)
            for table in tables:
                table_view = await server.http.get(f"{server.address}/api/tables/{table}")
                assert table_view.status_code == 200
                assert [seat["kind"] for seat in table_view.json()["seats"]] == ["person", "open", "open"]
                assert NAME not in table_view.text
    assert interrupted, "at least one came in between"
