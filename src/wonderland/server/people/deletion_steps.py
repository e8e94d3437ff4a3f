"""Taking somebody out of what is kept, in steps of one transaction each.

Games stay, since they are the others' too, but without the name. Whatever interrupts the steps, doing them again leads
to the same end (``deletions.py``).
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.records.writing import encode
from wonderland.server.errors import NotSignedIn
from wonderland.server.people.export import anonymous_name
from wonderland.server.store import people as store
from wonderland.server.store.schema import chat, deletions, games, imports, people, played, ratings, tokens

#: Games whose records are rewritten in one transaction: everybody's moves wait for it.
GAMES_AT_A_TIME = 50


async def begin(connection: AsyncConnection, person: str, epoch: int, now: int) -> list[store.AnyRow]:
    """Make an empty shell of somebody and of each of their bots, and note that there is more to do.

    Gives those who are gone now, bots first; nobody when they were gone before. The ids stay, because finished games
    point to them. ``epoch`` is that of the session which asks for it: it may have been ended meanwhile.
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
    """Who is gone, but not out of everything yet."""
    return list((await connection.execute(select(deletions.c.person).order_by(deletions.c.since))).scalars())


async def erase_chat(connection: AsyncConnection, person: str) -> None:
    """Take what somebody said out of the chat."""
    await connection.execute(update(chat).where(chat.c.person == person).values(name="", text="", message=None))


async def anonymise_games(connection: AsyncConnection, person: str) -> bool:
    """Take somebody's name out of some finished games; whether there are more."""
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
        # A damaged record: nobody can replay it, but the name can be read.
        return kept.replace(name.encode(), anonymous_name(seat).encode())


async def finish(connection: AsyncConnection, person: str) -> None:
    """There is nothing more to do."""
    await connection.execute(delete(deletions).where(deletions.c.person == person))
