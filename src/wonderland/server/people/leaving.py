"""Taking somebody out of what is kept. Games stay, since they are the others' too, but without the name."""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.records.writing import encode
from wonderland.server.people.exporting import neutral
from wonderland.server.store.schema import chat, games, imports, people, played, ratings, tokens


async def leave(connection: AsyncConnection, id_: str) -> None:
    """Make an empty shell of somebody: the id stays, because finished games point to it."""
    await connection.execute(
        update(people)
        .where(people.c.id == id_)
        .values(
            kind="gone",
            name="",
            user=None,
            user_key=None,
            password=None,
            owner=None,
            epoch=people.c.epoch + 1,
            created=0,
            seen=0,
            banned=False,
            muted=False,
            reset_hash=None,
            reset_until=None,
        )
    )
    await connection.execute(delete(tokens).where(tokens.c.person == id_))
    await connection.execute(delete(ratings).where(ratings.c.person == id_))
    await connection.execute(delete(imports).where(imports.c.person == id_))
    await anonymise(connection, id_)


async def anonymise(connection: AsyncConnection, id_: str) -> None:
    """Take somebody's name and words out of finished games and chat; doing it again changes nothing more."""
    await connection.execute(update(chat).where(chat.c.person == id_).values(name="", text=""))
    seats = select(played.c.game_id, played.c.seat).where(played.c.person == id_)
    for game, seat in (await connection.execute(seats)).all():
        kept = (await connection.execute(select(games.c.record).where(games.c.id == game))).scalar_one()
        record = msgspec.json.decode(kept)
        record["players"][seat] = neutral(seat)
        await connection.execute(update(games).where(games.c.id == game).values(record=encode(record)))
    await connection.execute(update(played).where(played.c.person == id_).values(name=""))
