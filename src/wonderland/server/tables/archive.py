"""Storing finished games together with the new ratings, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.records import encode
from wonderland.server.ids import new_id
from wonderland.server.people.export import anonymous_name
from wonderland.server.store.sql import games as store
from wonderland.server.tables.finished_games import FinishedGame
from wonderland.server.tables.ratings import Skill, rate

#: A seat's skill before and after a game.
SkillChange = tuple[Skill, Skill]


async def archive_games(connection: AsyncConnection, ends: Sequence[FinishedGame]) -> list[list[SkillChange] | None]:
    """Keep games, in the order they ended; for each what changed in the ratings, by seat.

    None for a game that is not rated, or has been kept before. Everything is read here, within the transaction: nobody
    else can rate the same people meanwhile.
    """
    before = await store.archived_among(connection, [(end.table, end.number) for end in ends])
    people = {player.person for end in ends for player in end.players if player.person}
    kinds = await store.kinds(connection, people)
    book = await store.ratings_among(connection, people)
    found: list[list[SkillChange] | None] = []
    games: list[Mapping[str, Any]] = []
    seats: list[dict[str, Any]] = []
    for end in ends:
        if (end.table, end.number) in before:
            found.append(None)
            continue
        before.add((end.table, end.number))
        changes = _rate(end, book) if is_rated(end, kinds) else None
        found.append(changes)
        id = new_id()
        games.append(_game(id, without_deleted_names(end, kinds), changes is not None))
        seats += _seats(id, without_deleted_names(end, kinds), changes)
    if games:
        await store.add(connection, games, seats)
    changed = {
        (player.person or "", end.game) for end, one in zip(ends, found, strict=True) if one for player in end.players
    }
    if changed:
        await store.set_ratings(connection, [book[key] for key in changed])
    return found


def is_rated(end: FinishedGame, kinds: Mapping[str, str]) -> bool:
    """Whether a game counts: at a rated table, among at least two people, each at one seat and none deleted since.

    At least one of them must have stayed to the end, and no bot may have acted for one who was away.
    """
    players = end.players
    people = {player.person for player in players if player.person and kinds.get(player.person) in ("guest", "account")}
    counts = end.rated and not end.substituted
    return counts and len(people) == len(players) >= 2 and any(player.left is None for player in players)


def without_deleted_names(end: FinishedGame, kinds: Mapping[str, str]) -> FinishedGame:
    """The same game without the names of people who were deleted since its end."""
    gone = {player.seat for player in end.players if player.person and kinds.get(player.person) == "gone"}
    if not gone:
        return end
    names = [anonymous_name(seat) if seat in gone else name for seat, name in enumerate(end.record["players"])]
    players = tuple(
        msgspec.structs.replace(player, name="") if player.seat in gone else player for player in end.players
    )
    return msgspec.structs.replace(end, record={**end.record, "players": names}, players=players)


def _rate(end: FinishedGame, book: dict[tuple[str, str], store.Rating]) -> list[SkillChange]:
    """Update the ratings with the result of a game."""
    keys = [(player.person or "", end.game) for player in end.players]
    known = [book.get(key) for key in keys]
    before = [Skill(one["mu"], one["sigma"]) if one else Skill() for one in known]
    after = rate(before, [player.place for player in end.players])
    for (person, game), one, skill in zip(keys, known, after, strict=True):
        book[person, game] = {
            "person": person,
            "game": game,
            "mu": skill.mu,
            "sigma": skill.sigma,
            "games": (one["games"] if one else 0) + 1,
            "updated": end.ended,
        }
    return list(zip(before, after, strict=True))


def _game(id: str, end: FinishedGame, rated: bool) -> dict[str, Any]:
    return {
        "id": id,
        "table_id": end.table,
        "number": end.number,
        "game": end.game,
        "started": end.started,
        "ended": end.ended,
        "rated": rated,
        "record": encode(end.record),
        "result": encode(end.result),
    }


def _seats(id: str, end: FinishedGame, changes: list[SkillChange] | None) -> list[dict[str, Any]]:
    shared = {"game_id": id, "game": end.game, "ended": end.ended}
    rows = [{**shared, **msgspec.structs.asdict(player), **_rating_columns(None)} for player in end.players]
    for row, change in zip(rows, changes or (), strict=False):
        row.update(_rating_columns(change))
    return rows


def _rating_columns(change: SkillChange | None) -> dict[str, float | None]:
    """The columns of a rating change."""
    if change is None:
        return dict.fromkeys(("mu_before", "sigma_before", "mu_after", "sigma_after"))
    before, after = change
    return {
        "mu_before": before.mu,
        "sigma_before": before.sigma,
        "mu_after": after.mu,
        "sigma_after": after.sigma,
    }
