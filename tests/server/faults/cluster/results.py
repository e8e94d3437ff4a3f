"""Whether finished games are archived once, with what the log says, and the ratings are what the results give."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from server.faults.cluster.differences import difference
from server.faults.cluster.stored import Stored
from server.faults.kept import Problem
from wonderland import records
from wonderland.server.store.game_store import ArchivedGame, ArchivedSeat
from wonderland.server.tables.archive import is_rated
from wonderland.server.tables.entries import RatedEntry, StartedEntry
from wonderland.server.tables.finished_games import FinishedGame, finished_games
from wonderland.server.tables.ratings import Skill, displayed_ratings, rate

#: A table and the number of a game there.
Key = tuple[str, int]
Seats = dict[str, list[ArchivedSeat]]


def check_results(stored: Stored) -> Iterator[Problem]:
    ends = {(table, end.number): end for table, rows in stored.rows.items() for end in finished_games(table, rows)}
    seats: Seats = defaultdict(list)
    for seat in sorted(stored.seats, key=lambda seat: seat.seat):
        seats[seat.game_id].append(seat)
    archived: dict[Key, ArchivedGame] = {}
    for game in stored.games:
        key = game.table_id, game.number
        if key in archived:
            yield Problem("archived twice", f"{key}", archived[key].id, game.id)
        archived[key] = game
        if key not in ends:
            yield Problem("another result", f"{key}", "archived", "not over in the log")
        else:
            yield from _compare_game(ends[key], game, seats[game.id], stored.kinds)
    for key in ends.keys() - archived.keys():
        yield Problem("not archived", f"{key}", None, None)
    yield from _told_ratings(stored, archived, seats)
    yield from _replay_ratings(stored, seats)


def _compare_game(
    end: FinishedGame, game: ArchivedGame, seats: list[ArchivedSeat], kinds: dict[str, str]
) -> Iterator[Problem]:
    key = f"{(end.table, end.number)}"
    for told, logged in ((game.record, end.record), (game.result, end.result)):
        if told != records.encode(logged):
            found = difference(records.decode(told), records.decode(records.encode(logged)))
            yield Problem("another result", f"{key}, {found.path}", found.told, found.logged)
    names = ("seat", "person", "bot", "place", "score", "second", "left")
    archived = [tuple(getattr(seat, name) for name in names) for seat in seats]
    expected = [tuple(getattr(player, name) for name in names) for player in end.players]
    if archived != expected:
        yield Problem("another result", key, archived, expected)
    if game.rated != is_rated(end, kinds):
        yield Problem("another rating", key, game.rated, is_rated(end, kinds))


def _told_ratings(stored: Stored, archived: dict[Key, ArchivedGame], seats: Seats) -> Iterator[Problem]:
    """What tables were told of their ratings: of rated games only, once, and as they are archived."""
    for table, log in stored.logs.items():
        number, told = 0, False
        for _, entry in log:
            if isinstance(entry, StartedEntry):
                number, told = number + 1, False
            elif isinstance(entry, RatedEntry):
                game = archived.get((table, number))
                known = [displayed_ratings(seat) for seat in seats[game.id]] if game and game.rated else None
                if told or [tuple(pair) for pair in entry.ratings] != known:
                    yield Problem("another rating", f"{(table, number)}", entry.ratings, known)
                told = True


def _replay_ratings(stored: Stored, seats: Seats) -> Iterator[Problem]:
    """The rated games one after the other, each from the ratings that those before it gave.

    Games at several tables end at once, and instances rate them in an order of their own; so the order is found: a game
    comes next when all its players have the ratings with which it was rated.
    """
    skills: dict[tuple[str, str], Skill] = defaultdict(Skill)
    counts: dict[tuple[str, str], int] = defaultdict(int)
    left = [game for game in stored.games if game.rated]
    while left:
        following = [game for game in left if all(_fits(skills, game, seat) for seat in seats[game.id])]
        if not following:
            break
        game = following[0]
        left.remove(game)
        keys = [(seat.person or "", game.game) for seat in seats[game.id]]
        after = rate([skills[key] for key in keys], [seat.place for seat in seats[game.id]])
        for key, seat, skill in zip(keys, seats[game.id], after, strict=True):
            skills[key] = skill
            counts[key] += 1
            if not _same(skill, seat.mu_after, seat.sigma_after):
                yield Problem(
                    "another rating", f"{game.id}, seat {seat.seat}", (seat.mu_after, seat.sigma_after), skill
                )
    for game in left:
        yield Problem("another rating", f"{(game.table_id, game.number)}", "rated", "from ratings that nobody had")
    known = {(rating.person, rating.game): rating for rating in stored.ratings}
    for key in known.keys() | counts.keys():
        rating = known.get(key)
        if not rating or rating.games != counts[key] or not _same(skills[key], rating.mu, rating.sigma):
            yield Problem("another rating", f"{key}", rating, (skills[key], counts[key]))


def _fits(skills: dict[tuple[str, str], Skill], game: ArchivedGame, seat: ArchivedSeat) -> bool:
    return _same(skills[seat.person or "", game.game], seat.mu_before, seat.sigma_before)


def _same(skill: Skill, mu: float | None, sigma: float | None) -> bool:
    """As good as equal: databases keep every digit, but openskill need not add up in the same order elsewhere."""
    if mu is None or sigma is None:
        return False
    return abs(skill.mu - mu) < 1e-9 and abs(skill.sigma - sigma) < 1e-9
