"""Writes many tables into an empty database: copies of one that was really played, each with ids of its own.

python bench/game_server/filling.py URL TABLES begun|finished GAME

Playing them all would take hours; this takes a minute for a hundred thousand. Every copy has its log, its rows in the
lists and, if the game is finished, its record, as the server wrote them for the first.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any

# The people who play the first table are those of the tests.
sys.path[0] = str(Path(__file__).parents[2] / "tests")

from server.fakes import FakeClock  # noqa: E402  # after the path
from server.games.quick import QuickContext  # noqa: E402
from wonderland.server.ids import new_id  # noqa: E402
from wonderland.server.store import copies  # noqa: E402
from wonderland.server.store.database_url import DatabaseUrl  # noqa: E402
from wonderland.server.store.sql.copying import Row  # noqa: E402
from wonderland.server.store.sql.schema import metadata  # noqa: E402
from wonderland.server.tables.invitation_codes import CODE_ALPHABET, CODE_LENGTH  # noqa: E402

TABLES_PER_PERSON = 10
TABLES_PER_BATCH = 200
#: Rows of these are for people, who sit at several tables; of all others for each table.
OF_PEOPLE = ("people", "ratings")

#: The rows of each table of the database.
Template = dict[str, list[Row]]


async def played(folder: Path, game: str, finished: bool) -> Template:
    """The rows of a database with one table, an hour old: in the middle of its game, or over."""
    async with QuickContext(folder, FakeClock(int((time() - 3600) * 1000))) as context:
        people = [await context.people.guest(name) for name in ("Ann", "Bob")]
        table = await context.sit(game, *people)
        for _ in range(6):
            await context.act(table)
        if finished:
            await context.finish(table)
        await context.settle()
    async with copies.snapshot(DatabaseUrl(folder / "wonderland.db")) as contents:
        return {
            table.name: [row async for part in contents.rows(table) for row in part] for table in metadata.sorted_tables
        }


def ids_in(template: Template) -> dict[str, list[str]]:
    """The ids that differ from copy to copy: of people, and of everything else; and the invitation code."""
    column = {table.name: [one.name for one in table.columns] for table in metadata.sorted_tables}
    values = {name: [dict(zip(column[name], row, strict=True)) for row in rows] for name, rows in template.items()}
    return {
        "people": [str(row["id"]) for row in values["people"]],
        "others": [str(row["id"]) for name in ("tables", "games") for row in values[name]],
        "codes": [str(row["invite"]) for row in values["tables"] if row["invite"]],
    }


def code(number: int) -> str:
    """A code of an invitation; each number has another."""
    letters = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_ALPHABET))
        letters.append(CODE_ALPHABET[place])
    return "".join(letters)


def many(template: Template, tables: int) -> Iterator[Template]:
    """As many copies, in batches."""
    ids = ids_in(template)
    known = re.compile("|".join(map(re.escape, [id for group in ids.values() for id in group])))
    known_bytes = re.compile(known.pattern.encode())
    new: dict[str, str] = {}

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return known.sub(lambda found: new[found[0]], value)
        if isinstance(value, bytes):
            return known_bytes.sub(lambda found: new[found[0].decode()].encode(), value)
        return value

    batch: Template = {name: [] for name in template}
    for number in range(tables):
        first = number % TABLES_PER_PERSON == 0
        new |= {id: new_id() for group in (("others", "people") if first else ("others",)) for id in ids[group]}
        new |= {id: code(number) for id in ids["codes"]}
        for name, rows in template.items():
            if first or name not in OF_PEOPLE:
                batch[name] += [tuple(map(changed, row)) for row in rows]
        if number % TABLES_PER_BATCH == TABLES_PER_BATCH - 1 or number == tables - 1:
            yield batch
            batch = {name: [] for name in template}


async def fill(url: DatabaseUrl, tables: int, game: str, finished: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        template = await played(Path(folder), game, finished)
    async with copies.empty_database(url) as target:
        for batch in many(template, tables):
            for table in metadata.sorted_tables:
                if batch[table.name]:
                    await target.insert(table, batch[table.name])


if __name__ == "__main__":
    url, tables, state, game = sys.argv[1:]
    asyncio.run(fill(DatabaseUrl.parse(url), int(tables), game, state == "finished"))
