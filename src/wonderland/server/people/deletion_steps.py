"""The steps of a deletion, one transaction each.

Finished games stay, since they are also the other players', but without the name. Every step is idempotent, so that an
interrupted deletion can be repeated (``deletions.py``).
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.records.writing import encode
from wonderland.server.errors import NotSignedIn
from wonderland.server.people.export import anonymous_name
from wonderland.server.store.sql import people as store
from wonderland.server.store.sql.schema import chat, deletions, games, imports, people, played, ratings, tokens

#: Games whose records are rewritten in one transaction, during which every other write waits.
GAMES_AT_A_TIME = 50


async def begin(connection: AsyncConnection, person: str, epoch: int, now: int) -> list[store.AnyRow]:
    """Clear the profiles of a person and their bots, and note the deletion as unfinished.

    Returns the deleted people, bots first; none if they were deleted before. The ids stay, because finished games refer
    to them. ``epoch`` is that of the caller's session, which may have ended meanwhile.
    """
    found = await store.person(connection, person)
    if found is None or found.kind == "gone":
        return []
    if found.epoch != epoch:
        raise NotSignedIn("person_needed")
    gone = [*await store.bots(connection, person), found]
    for one in gone:
        await _clear_profile(connection, one.id)
        await connection.execute(insert(deletions).values(person=one.id, since=now))
    return gone


async def _clear_profile(connection: AsyncConnection, person: str) -> None:
    await connection.execute(
        update(people)
        .where(people.c.id == person)
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
    for table in (tokens, ratings, imports):
        await connection.execute(delete(table).where(table.c.person == person))


async def unfinished(connection: AsyncConnection) -> list[str]:
    """People whose deletion is unfinished."""
    return list((await connection.execute(select(deletions.c.person).order_by(deletions.c.since))).scalars())


async def erase_chat(connection: AsyncConnection, person: str) -> None:
    """Blank a person's chat lines."""
    await connection.execute(update(chat).where(chat.c.person == person).values(name="", text="", message=None))


async def anonymise_games(connection: AsyncConnection, person: str) -> bool:
    """Erase a person's name from some finished games; returns whether there are more."""
    named = select(played.c.game_id, played.c.seat, played.c.name).where(played.c.person == person, played.c.name != "")
    seats = (await connection.execute(named.limit(GAMES_AT_A_TIME))).all()
    for game, seat, name in seats:
        kept = (await connection.execute(select(games.c.record).where(games.c.id == game))).scalar_one()
        record = _without_name(kept, seat, name)
        await connection.execute(update(games).where(games.c.id == game).values(record=record))
        same = played.c.game_id == game, played.c.seat == seat
        await connection.execute(update(played).where(*same).values(name=""))
    return len(seats) == GAMES_AT_A_TIME


def _without_name(kept: bytes, seat: int, name: str) -> bytes:
    try:
        record = msgspec.json.decode(kept)
        record["players"][seat] = anonymous_name(seat)
        return encode(record)
    except (msgspec.DecodeError, LookupError, TypeError):
        # A damaged record cannot be replayed, but the name could still be read.
        return kept.replace(name.encode(), anonymous_name(seat).encode())


async def finish(connection: AsyncConnection, person: str) -> None:
    """Note the deletion as finished."""
    await connection.execute(delete(deletions).where(deletions.c.person == person))
