"""A table whose log cannot be read is set aside; everything else starts, and its people and the host are told."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from structlog.testing import capture_logs

from server.fakes import FakeClock
from server.kit import TestContext, actor, legal
from server.stores import execute as store_execute
from wonderland.core.errors import NotAllowed
from wonderland.games import registry
from wonderland.games.nimble import game as nimble
from wonderland.server.admin.commands import CloseTable, ListTables
from wonderland.server.admin.execution import execute
from wonderland.server.http.tables import list_my_tables
from wonderland.server.tables.entries import ActedEntry, AnyEntry, StartedEntry, decode_entry, encode_entry
from wonderland.server.tables.loading import UnreadableLog, load_table
from wonderland.server.tables.requests import NewSeat, NewTable
from wonderland.server.tables.table import Table


def rewrite(folder: Path, table: str, entry: bytes | None, number: int | None = None) -> None:
    """Change the last entry of a table's log, or that of a number; None takes it out."""
    if number is None:
        ((number,),) = store_execute(folder, "SELECT max(number) FROM log WHERE table_id = :table", table=table)
    one = {"table": table, "number": number}
    if entry is None:
        store_execute(folder, "DELETE FROM log WHERE table_id = :table AND number = :number", **one)
    else:
        statement = "UPDATE log SET entry = :entry WHERE table_id = :table AND number = :number"
        store_execute(folder, statement, entry=entry, **one)


async def play_some(context: TestContext) -> tuple[Table, Table]:
    """Two tables where something has been played."""
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    other, others = await context.seated("Ann", "Cy")
    await clients[0].play("flip")
    await clients[1].play("flip")
    seat = other.now.game_state.turn
    await others[seat].play(legal(other.now, seat)[0])
    return table, other


OPENED = (
    b'{"type":"opened","host":"x","game":"chess","seats":2,"options":{},"public":false,"time_limit":{},"invite":"x"}'
)


@pytest.mark.parametrize(
    ("entry", "number"),
    [
        (b"no JSON", None),
        (b'{"type":"danced","seat":0}', None),
        (encode_entry(ActedEntry(0, "place 7 on XX")), None),
        (encode_entry(ActedEntry(0, "turn")), None),  # refused by the rules: nothing lies there to be turned over
        (encode_entry(ActedEntry(9, "flip")), None),
        (encode_entry(ActedEntry(0, "flip", rules=99)), None),
        (None, 2),
        (OPENED, 1),
        (b"\xff\xfe", 1),
    ],
)
async def test_one_unreadable_table_stops_nothing_else(
    store: str, tmp_path: Path, clock: FakeClock, entry: bytes | None, number: int | None
) -> None:
    async with TestContext(tmp_path, clock) as context:
        table, other = await play_some(context)
        before = other.now
    rewrite(tmp_path, table.now.id, entry, number)
    with capture_logs() as logs:
        async with TestContext(tmp_path, clock) as context:
            await context.settle()
            assert context.now(other).now == before
            with pytest.raises(NotAllowed, match="cannot be read"):
                await context.tables.load(table.now.id)
            assert await context.store.tables.unreadable() == 1
    line = next(line for line in logs if line["event"] == "table_set_aside")
    assert (line["table"], line["log_level"]) == (table.now.id, "error")
    assert line["reason"].startswith("entry ")


async def test_its_people_and_the_host_are_told(tmp_path: Path, clock: FakeClock) -> None:
    async with TestContext(tmp_path, clock) as context:
        table, other = await play_some(context)
        bob, cy = [await context.people.find(str(one.now.seats[1].person)) for one in (table, other)]
    rewrite(tmp_path, table.now.id, b"no JSON")
    async with TestContext(tmp_path, clock) as context:
        assert bob
        assert cy
        assert [(line.id, line.phase) for line in await list_my_tables.fn(context, bob, "")] == [
            (table.now.id, "set_aside")
        ]
        assert [line.phase for line in await list_my_tables.fn(context, cy, "")] == ["playing"]
        listed = await execute(context, ListTables())
        assert listed.tables
        assert {line.id: line.phase for line in listed.tables} == {table.now.id: "set_aside", other.now.id: "playing"}
        # The host can close it; then it is no more.
        await execute(context, CloseTable(table.now.id))
        assert not await context.store.tables.unreadable()
        assert await list_my_tables.fn(context, bob, "") == []
    async with TestContext(tmp_path, clock) as context:
        assert [one.now.id for one in context.tables.in_memory()] == [other.now.id]
        assert not await context.store.tables.unreadable()


async def test_a_table_that_can_be_read_again_goes_on(tmp_path: Path, clock: FakeClock) -> None:
    """A later version may know how: nothing is deleted, and every start tries again."""
    async with TestContext(tmp_path, clock) as context:
        table, _ = await play_some(context)
        good = encode_entry(ActedEntry(1, "flip", "m1"))
    rewrite(tmp_path, table.now.id, b"no JSON")
    async with TestContext(tmp_path, clock):
        pass
    rewrite(tmp_path, table.now.id, good)
    async with TestContext(tmp_path, clock) as context:
        assert context.now(table).now.game_state == table.now.game_state


@pytest.mark.one_process("each instance finds out when it reads the log")
async def test_a_table_that_becomes_unreadable_while_people_sit_there(context: TestContext, tmp_path: Path) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    other, _ = await context.seated("Cy", "Dee")
    rewrite(tmp_path, table.now.id, b"no JSON")
    await context.tables.rebuilder.read_again_now(table.now.id)
    await context.settle()
    for client in (ann, bob):
        assert not client.connected
        assert client.heard("bye")[-1]["why"] == "restarting"
    with pytest.raises(NotAllowed, match="cannot be read"):
        await context.tables.load(table.now.id)
    assert context.now(other) is other


async def test_entries_say_by_which_version_of_the_rules_they_were_accepted(
    context: TestContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(nimble), "rules_version", 2)
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    await ann.play("flip")
    rows = store_execute(tmp_path, "SELECT entry FROM log WHERE table_id = :id ORDER BY number", id=table.now.id)
    entries: list[AnyEntry] = [decode_entry(entry) for (entry,) in rows]
    assert [entry.rules for entry in entries if isinstance(entry, StartedEntry | ActedEntry)] == [2, 2]


def test_the_reason_names_the_entry() -> None:
    with pytest.raises(UnreadableLog, match="entry 2: it is missing; entry 3 comes next"):
        load_table("x", [(1, 0, OPENED.replace(b"chess", b"nimble")), (3, 0, b"{}")], 16)
    with pytest.raises(UnreadableLog, match=r"entry 1: .*chess"):
        load_table("x", [(1, 0, OPENED)], 16)
    assert load_table("x", [], 16) is None


# ---- lists are written with the log ------------------------------------------------------------------


async def test_who_sits_where_is_written_with_the_log(context: TestContext, tmp_path: Path) -> None:
    table, _ = await context.seated("Ann", "Bob")
    rows = store_execute(tmp_path, "SELECT person FROM seated WHERE table_id = :id", id=table.now.id)
    assert {person for (person,) in rows} == set(table.now.people)


async def test_a_refused_opening_leaves_nothing(context: TestContext, tmp_path: Path) -> None:
    ann = await context.person("Ann")
    seats = [NewSeat("me"), NewSeat("bot", "hatter")]
    for new_table in (NewTable("parade", seats, {"x": 1}), NewTable("parade", [NewSeat("open")] * 2)):
        with pytest.raises(Exception):  # noqa: B017, PT011  # whatever refuses it
            await context.tables.create(actor(ann), new_table)
    assert store_execute(tmp_path, "SELECT count(*) FROM tables") == [(0,)]


def test_every_game_says_the_version_of_its_rules() -> None:
    for name in registry.GAMES:
        assert registry.find(name).rules_version >= 1
    assert msgspec.json.decode(encode_entry(ActedEntry(0, "flip"))) == {"type": "acted", "seat": 0, "action": "flip"}
