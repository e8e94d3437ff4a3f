"""The checker itself: whatever clients were told that is not so in the database is found, each by its kind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from server.faults.cluster.checker import FreshSnapshot, check
from server.faults.cluster.stored import Stored, stored
from server.faults.cluster.transcripts import Line, Told
from server.faults.kept import rebuild, shown
from server.games.quick import QuickContext
from wonderland import records
from wonderland.core.changes import changes
from wonderland.server.store.sql.schema import games, log, people, played, ratings
from wonderland.server.tables.entries import ActedEntry, RatedEntry, decode_entry, encode_entry
from wonderland.server.tables.views import table_view

Rows = dict[str, list[dict[str, Any]]]


class Evidence:
    """What the checker gets, to be doctored: rows of the database, transcripts by table and seat, fresh snapshots."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.transcripts = {
            (table, seat): transcript(table, seat, self.stored) for table in self.stored.logs for seat in (0, 1)
        }
        self.fresh = [fresh(table, seat, self.stored) for table, seat in self.transcripts]
        #: A table of Parade, and what the first of its players sent and was told.
        self.table = next(row["table_id"] for row in rows["games"] if row["game"] == "parade")
        self.lines = self.transcripts[self.table, 0]

    @property
    def stored(self) -> Stored:
        return stored(self.rows)

    def problems(self) -> list[str]:
        told = [Told(f"{seat} at {table}", table, lines) for (table, seat), lines in self.transcripts.items()]
        return [problem.kind for problem in check(self.stored, told, self.fresh)]

    def of_kind(self, kind: str) -> list[int]:
        """Where such messages stand among the lines."""
        return [place for place, line in enumerate(self.lines) if line.message["type"] == kind]

    def entries(self, wanted: type) -> list[dict[str, Any]]:
        """The rows of the table's log with such an entry, and of its first player if it is an action."""
        found = []
        for row in sorted(self.rows["log"], key=lambda row: row["number"]):
            entry = decode_entry(row["entry"])
            of_seat = not isinstance(entry, ActedEntry) or entry.seat == 0
            if row["table_id"] == self.table and isinstance(entry, wanted) and of_seat:
                found.append(row)
        return found


class IdentifiedContext(QuickContext):
    """Every action has a message id."""

    async def _act(self, table: Any, seat: int, action: Any) -> None:
        done = asyncio.get_running_loop().create_future()
        id = f"{seat}.{table.now.version}"
        table.act(seat, str(action), id, None, lambda version, problem: done.set_result(problem))
        assert await done is None


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Two tables at which the same two people have played a rated game each: every row."""
    return asyncio.run(play(tmp_path_factory.mktemp("genuine")))


@pytest.fixture
def evidence(genuine: Rows) -> Evidence:
    return Evidence(deepcopy(genuine))


async def play(folder: Path) -> Rows:
    async with IdentifiedContext(folder) as context:
        both = [await context.people.guest(name) for name in ("Ann", "Bob")]
        for game in ("parade", "parade", "nimble"):
            await context.finish(await context.sit(game, *both))
        return {
            table.name: [dict(row._mapping) for row in await context.rows(table.select())]
            for table in (log, games, played, ratings, people)
        }


def transcript(table: str, seat: int, found: Stored) -> list[Line]:
    """What a client at this seat sent and was told, had it been there from the beginning."""
    states = rebuild(table, found.logs[table])
    lines = []
    for before, after, (_, entry) in zip([None, *states], states, found.logs[table], strict=False):
        at = float(after.version)
        if isinstance(entry, ActedEntry) and entry.seat == seat:
            act = {"type": "act", "id": entry.id, "version": after.version - 1, "action": entry.action}
            lines.append(Line(at - 0.5, 1, True, act))
            lines.append(Line(at, 1, False, {"type": "accepted", "id": entry.id, "version": after.version}))
        message: dict[str, Any] = {"type": "snapshot", "version": after.version, "table": shown(after, seat)}
        if before and before.seats == after.seats and before.number == after.number:
            told = json.loads(records.encode(changes(table_view(before, seat), table_view(after, seat))))
            message = {"type": "event", "version": after.version, "changes": told}
        lines.append(Line(at, 1, False, message))
    return lines


def fresh(table: str, seat: int, found: Stored) -> FreshSnapshot:
    newest = rebuild(table, found.logs[table])[-1]
    return FreshSnapshot(0, table, seat, newest.version, json.loads(json.dumps(shown(newest, seat))))


def test_what_agrees_is_no_problem(evidence: Evidence) -> None:
    assert table_view(rebuild(evidence.table, evidence.stored.logs[evidence.table])[-1], 0).ratings
    assert len([line for line in evidence.lines if line.sent]) >= 8
    assert evidence.problems() == []


# ---- doctored evidence -----------------------------------------------------------------------------------------------


def replace_line(evidence: Evidence, place: int, **changed: Any) -> None:
    line = evidence.lines[place]
    evidence.lines[place] = line._replace(message={**line.message, **changed})


def acknowledged_as_another_version(evidence: Evidence) -> None:
    place = evidence.of_kind("accepted")[3]
    replace_line(evidence, place, version=evidence.lines[place].message["version"] + 1)


def acknowledged_but_not_logged(evidence: Evidence) -> None:
    sent = {"type": "act", "id": "x", "version": 5, "action": "play R3"}
    accepted = {"type": "accepted", "id": "x", "version": evidence.lines[-1].message["version"] + 1}
    evidence.lines += [Line(1e6, 1, True, sent), Line(1e6, 1, False, accepted)]


def told_of_more_than_is_logged(evidence: Evidence) -> None:
    (last,) = [line for line in evidence.lines if line.message["type"] in ("event", "snapshot")][-1:]
    evidence.lines.append(last._replace(message={**last.message, "version": last.message["version"] + 1}))


def logged_twice(evidence: Evidence) -> None:
    """An action of which the client knows nothing has the id of another one."""
    first, second, *_ = evidence.entries(ActedEntry)
    earlier, later = (decode_entry(row["entry"]) for row in (first, second))
    assert isinstance(earlier, ActedEntry)
    assert isinstance(later, ActedEntry)
    second["entry"] = encode_entry(ActedEntry(later.seat, later.action, earlier.id))
    evidence.lines[:] = [line for line in evidence.lines if line.message.get("id") != later.id]


def an_entry_is_missing(evidence: Evidence) -> None:
    evidence.rows["log"].remove(evidence.entries(ActedEntry)[2])


def acknowledged_twice(evidence: Evidence) -> None:
    place = evidence.of_kind("accepted")[3]
    line = evidence.lines[place]
    evidence.lines.append(line._replace(message={**line.message, "version": line.message["version"] + 2}))


def refused_but_logged(evidence: Evidence) -> None:
    replace_line(evidence, evidence.of_kind("accepted")[3], type="refused", kind="not_saved", key="not_saved")


def acknowledged_in_another_order(evidence: Evidence) -> None:
    """Both were under way at once; the second was acknowledged first."""
    evidence.lines.append(evidence.lines.pop(evidence.of_kind("accepted")[3]))


def acknowledged_before_an_earlier_one_was_sent(evidence: Evidence) -> None:
    """Of two clients: each by itself saw nothing wrong."""
    other = evidence.transcripts[evidence.table, 1]
    id = next(line.message["id"] for line in other if line.message["type"] == "act")
    other[:] = [line._replace(at=1e5) if line.message.get("id") == id else line for line in other]


def an_event_never_came(evidence: Evidence) -> None:
    del evidence.lines[evidence.of_kind("event")[4]]


def the_last_event_never_came(evidence: Evidence) -> None:
    while evidence.lines[-1].message["type"] != "accepted":
        evidence.lines.pop()


def another_view_on_the_way(evidence: Evidence) -> None:
    evidence.lines[evidence.of_kind("snapshot")[-1]].message["table"]["view"]["hand"][0] = "R0"


def a_snapshot_that_is_behind(evidence: Evidence) -> None:
    evidence.fresh[0] = evidence.fresh[0]._replace(version=evidence.fresh[0].version - 1)


def a_snapshot_of_another_view(evidence: Evidence) -> None:
    evidence.fresh[0].view["ratings"] = None


def a_game_that_goes_on(evidence: Evidence) -> None:
    """The database knows nothing of its end, and nobody was told."""
    ended = rebuild(evidence.table, evidence.stored.logs[evidence.table])[-1].ended
    rows = evidence.rows
    rows["log"] = [row for row in rows["log"] if row["table_id"] != evidence.table or row["number"] < ended]
    game = next(row["id"] for row in rows["games"] if row["table_id"] == evidence.table)
    rows["games"] = [row for row in rows["games"] if row["id"] != game]
    rows["played"] = [row for row in rows["played"] if row["game_id"] != game]
    evidence.fresh = [one for one in evidence.fresh if one.table != evidence.table]
    evidence.transcripts = {key: lines for key, lines in evidence.transcripts.items() if key[0] != evidence.table}


def a_game_that_is_not_archived(evidence: Evidence) -> None:
    nimble = next(row for row in evidence.rows["games"] if row["game"] == "nimble")
    rated = {row["table_id"] for row in evidence.rows["log"] if isinstance(decode_entry(row["entry"]), RatedEntry)}
    assert nimble["table_id"] in rated
    evidence.rows["games"].remove(nimble)


def a_game_archived_twice(evidence: Evidence) -> None:
    game = evidence.rows["games"][0]
    evidence.rows["games"].append({**game, "id": "again", "rated": False})
    evidence.rows["played"] += [
        {**row, "game_id": "again"} for row in evidence.rows["played"] if row["game_id"] == game["id"]
    ]


def another_result(evidence: Evidence) -> None:
    game = evidence.rows["games"][0]
    game["result"] = game["result"].replace(b"winner", b"loser_")
    assert b"loser_" in game["result"]


def another_place(evidence: Evidence) -> None:
    game = evidence.rows["games"][0]
    for row in evidence.rows["played"]:
        if row["game_id"] == game["id"]:
            row["place"] = 3 - row["place"]


def another_rating(evidence: Evidence) -> None:
    evidence.rows["ratings"][0]["mu"] += 1e-6


def a_game_too_few_in_a_rating(evidence: Evidence) -> None:
    evidence.rows["ratings"][0]["games"] -= 1


def rated_twice_from_the_same_ratings(evidence: Evidence) -> None:
    """As when two instances rate two games of the same people at once, and neither sees the other's."""
    new = {"mu_before": 25.0, "sigma_before": 25.0 / 3.0}
    for row in evidence.rows["played"]:
        row.update(new)


def a_table_told_of_another_rating(evidence: Evidence) -> None:
    (row,) = evidence.entries(RatedEntry)
    row["entry"] = encode_entry(RatedEntry([(1000, 1001), (1000, 999)]))


def a_game_that_should_not_count(evidence: Evidence) -> None:
    evidence.rows["people"][0]["kind"] = "bot"


@pytest.mark.parametrize(
    ("doctor", "kinds"),
    [
        (acknowledged_as_another_version, {"lost"}),
        (acknowledged_but_not_logged, {"lost"}),
        (told_of_more_than_is_logged, {"lost", "missed"}),
        (logged_twice, {"acted twice", "another action"}),
        (an_entry_is_missing, {"gap"}),
        (acknowledged_twice, {"acted twice"}),
        (refused_but_logged, {"refused but done"}),
        (acknowledged_in_another_order, {"out of order"}),
        (acknowledged_before_an_earlier_one_was_sent, {"out of order"}),
        (an_event_never_came, {"missed"}),
        (the_last_event_never_came, {"missed"}),
        (another_view_on_the_way, {"another table_view"}),
        (a_snapshot_that_is_behind, {"missed"}),
        (a_snapshot_of_another_view, {"another table_view"}),
        (a_game_that_goes_on, {"unfinished", "another rating"}),
        (a_game_that_is_not_archived, {"not archived", "another rating"}),
        (a_game_archived_twice, {"archived twice", "another rating"}),
        (another_result, {"another result"}),
        (another_place, {"another result", "another rating"}),
        (another_rating, {"another rating"}),
        (a_game_too_few_in_a_rating, {"another rating"}),
        (rated_twice_from_the_same_ratings, {"another rating"}),
        (a_table_told_of_another_rating, {"another rating", "another table_view"}),
        (a_game_that_should_not_count, {"another rating"}),
    ],
)
def test_what_does_not_is_found(evidence: Evidence, doctor: Callable[[Evidence], None], kinds: set[str]) -> None:
    doctor(evidence)
    assert set(evidence.problems()) == kinds
