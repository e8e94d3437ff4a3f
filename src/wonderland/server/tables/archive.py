"""What is written when games have ended: the games, and how they change the ratings. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wonderland.records import encode
from wonderland.server.ids import new_id
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.store.game_store import (
    ArchivedGame,
    ArchivedSeat,
    ArchivePlan,
    BeforeArchiving,
    GameStore,
    Rating,
)
from wonderland.server.tables.finished_games import FinishedGame
from wonderland.server.tables.ratings import Skill, displayed_ratings, rate

#: A seat's skill before and after a game.
SkillChange = tuple[Skill, Skill]
#: The displayed ratings before and after a game, by seat.
RatingChanges = list[tuple[int, int]]


async def archive_games(store: GameStore, ends: Sequence[FinishedGame]) -> list[RatingChanges | None]:
    """Archive games, in the order they ended; for each what changed in the ratings.

    None for a game that is not rated, or has been archived before.
    """
    people = {player.person for end in ends for player in end.players if player.person}
    written = await store.archive([(end.table, end.number) for end in ends], people, plan_archive(ends))
    changes: dict[tuple[str, int], RatingChanges] = {}
    keys = {game.id: (game.table_id, game.number) for game in written.games if game.rated}
    for seat in written.seats:
        if seat.game_id in keys:
            changes.setdefault(keys[seat.game_id], []).append(displayed_ratings(seat))
    return [changes.pop((end.table, end.number), None) for end in ends]


def plan_archive(ends: Sequence[FinishedGame]) -> Callable[[BeforeArchiving], ArchivePlan]:
    """What must be written to archive games, given what is known at that moment. The ids are the same every time."""
    ids = [new_id() for _ in ends]

    def plan(before: BeforeArchiving) -> ArchivePlan:
        archived = set(before.archived)
        ratings = dict(before.ratings)
        changed: dict[tuple[str, str], None] = {}
        games: list[ArchivedGame] = []
        seats: list[ArchivedSeat] = []
        for id, end in zip(ids, ends, strict=True):
            if (end.table, end.number) in archived:
                continue
            archived.add((end.table, end.number))
            changes = _rate(end, ratings) if is_rated(end, before.kinds) else None
            if changes:
                changed.update(dict.fromkeys((player.person or "", end.game) for player in end.players))
            shown = without_deleted_names(end, before.kinds)
            games.append(_game(id, shown, changes is not None))
            seats += _seats(id, shown, changes)
        return ArchivePlan(games, seats, [ratings[key] for key in changed])

    return plan


def is_rated(end: FinishedGame, kinds: Mapping[str, str]) -> bool:
    """Whether a game counts: at a rated table, among at least two people, each at one seat and none deleted since.

    At least one of them must have stayed to the end, no bot may have acted for one who was away, and none may have
    had help.
    """
    players = end.players
    people = {player.person for player in players if player.person and kinds.get(player.person) in ("guest", "account")}
    counts = end.rated and not end.substituted and end.practice is None
    return counts and len(people) == len(players) >= 2 and any(player.left is None for player in players)


def without_deleted_names(end: FinishedGame, kinds: Mapping[str, str]) -> FinishedGame:
    """The same game without the names of people who were deleted since its end."""
    gone = {player.seat for player in end.players if player.person and kinds.get(player.person) == "gone"}
    if not gone:
        return end
    names = [anonymous_name(seat) if seat in gone else name for seat, name in enumerate(end.record["players"])]
    players = tuple(replace(player, name="") if player.seat in gone else player for player in end.players)
    return replace(end, record={**end.record, "players": names}, players=players)


def _rate(end: FinishedGame, ratings: dict[tuple[str, str], Rating]) -> list[SkillChange]:
    """Update the ratings with the result of a game."""
    keys = [(player.person or "", end.game) for player in end.players]
    known = [ratings.get(key) for key in keys]
    before = [Skill(one.mu, one.sigma) if one else Skill() for one in known]
    after = rate(before, [player.place for player in end.players])
    for (person, game), one, skill in zip(keys, known, after, strict=True):
        ratings[person, game] = Rating(
            person=person,
            game=game,
            mu=skill.mu,
            sigma=skill.sigma,
            games=(one.games if one else 0) + 1,
            updated=end.ended,
        )
    return list(zip(before, after, strict=True))


def _game(id: str, end: FinishedGame, rated: bool) -> ArchivedGame:
    return ArchivedGame(
        id=id,
        table_id=end.table,
        number=end.number,
        game=end.game,
        started=end.started,
        ended=end.ended,
        rated=rated,
        practice=end.practice,
        record=encode(end.record),
        result=encode(end.result),
    )


def _seats(id: str, end: FinishedGame, changes: list[SkillChange] | None) -> list[ArchivedSeat]:
    seats = [ArchivedSeat(game_id=id, **msgspec.structs.asdict(player)) for player in end.players]
    if changes is None:
        return seats
    return [
        replace(seat, mu_before=before.mu, sigma_before=before.sigma, mu_after=after.mu, sigma_after=after.sigma)
        for seat, (before, after) in zip(seats, changes, strict=True)
    ]
