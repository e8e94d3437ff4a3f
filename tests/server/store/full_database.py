"""A database with something in every table: games of both kinds, open tables, people, and a log that is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, String, Table

from server.games.quick import QuickContext
from wonderland.server.store.sql.schema import metadata

BYTES = bytes(range(256))
TEXT = "Zoé 🃏 'x'"  #: what must arrive as it is: letters of several bytes, quotes
SECOND_OF_2100 = 4_102_444_800_000
#: Tables whose rows come from playing.
PLAYED = ("log", "games", "played", "seated")

_numbers = count(1)


class Played(NamedTuple):
    """What was played there."""

    games: int
    tables: int
    #: The table whose log is damaged.
    damaged: str


async def play_and_fill(folder: Path) -> Played:
    """Make ``folder/wonderland.db``, with something in every table."""
    async with QuickContext(folder) as context:
        ann, bob = [await context.people.guest(name) for name in ("Ann", TEXT)]
        for game in ("parade", "nimble"):
            await context.finish(await context.sit(game, ann, bob))
        rematch = await context.sit("parade", ann, bob)
        await context.finish(rematch)
        await context.rematch(rematch)
        open_ = await context.sit("nimble", bob, ann)
        await context.act(open_)
        damaged = (await context.sit("parade", ann, "hatter")).now.id
        await context.settle()
    path = folder / "wonderland.db"
    ask(path, "UPDATE log SET entry = ? WHERE table_id = ? AND number = 3", b'{"type": \xff', damaged)
    for table in metadata.sorted_tables:
        if table.name not in PLAYED:
            _insert(path, table, ann.id, empty=False)
            if table.name != "deletions":  # one a person
                _insert(path, table, ann.id, empty=True)
    return Played(3, 5, damaged)


def ask(path: Path, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query, values).fetchall()


def all_rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a database, as SQLite stores it."""
    return {
        table.name: sorted(ask(path, f'SELECT * FROM "{table.name}"'), key=repr) for table in metadata.sorted_tables
    }


def _insert(path: Path, table: Table, person: str, empty: bool) -> None:
    """One more row; ``empty`` leaves out what may be left out."""
    row = {column.name: _value(path, column, person, empty) for column in table.columns}
    names, marks = ", ".join(f'"{name}"' for name in row), ", ".join("?" * len(row))
    ask(path, f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', *row.values())


def _value(path: Path, column: Column[Any], person: str, empty: bool) -> Any:
    for key in column.foreign_keys:
        to = key.column.table.name
        known = person if to == "people" else ask(path, f'SELECT id FROM "{to}" ORDER BY id')[0][0]
        return None if column.nullable and empty else known
    if empty and column.nullable:
        return None
    match column.type:
        case LargeBinary():
            return BYTES
        case Boolean():
            return not empty
        case Float():
            return 1 / 3
        case BigInteger():
            return SECOND_OF_2100
        case Integer():
            return next(_numbers)
    text = f"{next(_numbers)} {TEXT}"
    return text[: column.type.length] if isinstance(column.type, String) else text
