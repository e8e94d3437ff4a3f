"""What is bounded: a table's log, and what the server does while more is on its way to the disk than it keeps."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest

from server.kit import Client, TestContext
from server.tables.test_acting import end
from wonderland.server.tables import table as tables
from wonderland.server.tables import table_loader
from wonderland.server.tables.loading import load_table
from wonderland.server.tables.table import MAX_ACTIONS_PER_SEAT, MAX_RECENT_STATES, MAX_REQUESTS_PER_GAME

# ---- more is on its way than is kept -----------------------------------------------------------------


async def test_catching_up_while_more_is_unsaved_than_is_kept(context: TestContext) -> None:
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    ann.read()
    version = ann.version
    for number in range(MAX_RECENT_STATES + 1):
        ann.act("back" if number % 2 else "flip", version=version)
    ann.connection.receive(json.dumps({"type": "sync", "version": 0}))
    ann.connection.receive(json.dumps({"type": "sync", "version": version}))
    assert table.now.version == version + MAX_RECENT_STATES + 1
    assert table.saved
    assert table.saved.version == version, "nothing of it is on disk yet"
    await context.settle()
    assert ann.connected
    for client in (ann, bob):
        client.check()


async def test_joining_while_more_is_unsaved_than_is_kept(context: TestContext) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    ann.read()
    version = ann.version
    for number in range(3 * MAX_RECENT_STATES):
        ann.act("back" if number % 2 else "flip", version=version)
    spectator = Client(context, table, None)
    spectator.connect()
    while not spectator.frames:
        await asyncio.sleep(0)  # lets it come in; takes no time
    spectator.read()
    assert spectator.version <= version, "nobody is shown what is not on disk"
    await context.settle()
    assert spectator.connected
    spectator.check()
    assert spectator.version == version + 3 * MAX_RECENT_STATES


# ---- how long a log can become -----------------------------------------------------------------------


async def test_nobody_can_flip_for_ever(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_ACTIONS_PER_SEAT", 20)
    table, (ann, bob) = await context.seated("Ann", "Bob", game="nimble")
    for number in range(20):
        assert (await ann.play("back" if number % 2 else "flip"))["type"] == "accepted"
    version = table.now.version
    answer = await ann.play("flip")
    assert (answer["kind"], answer["key"]) == ("not_allowed", "table_too_many_actions")
    assert "20" in answer["text"]
    assert table.now.version == version
    # It is nobody else's trouble, and the game can end: by the others, or by a bot.
    assert (await bob.play("flip"))["type"] == "accepted"
    assert (await ann.do("resign"))["type"] == "accepted"
    await context.advance(60_000)
    assert any(act.seat == 0 and act.id is None for _, act in table.actions)


async def test_a_bot_that_flips_for_ever_is_bounded_too(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_ACTIONS_PER_SEAT", 5)
    table, _ = await context.seated("Ann", game="nimble", bots=["turtle"])
    await context.advance(120_000)
    assert sum(act.seat == 1 for _, act in table.actions) == 5


async def test_the_next_game_begins_to_count_anew(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    table, clients = await context.seated("Ann", "Bob", game="nimble")
    await end(context, table)
    for client in clients:
        await client.do("ready")
    await context.advance(10_000)
    monkeypatch.setattr(tables, "MAX_ACTIONS_PER_SEAT", 1)
    assert (await clients[0].play("flip"))["type"] == "accepted"
    assert (await clients[0].play("back"))["key"] == "table_too_many_actions"


async def test_what_was_done_before_a_restart_counts(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_ACTIONS_PER_SEAT", 3)
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    for _ in range(3):
        await ann.play("flip")
    await context.tables.rebuilder.read_again_now(table.now.id)
    assert context.now(table) is not table
    assert (await ann.play("flip"))["key"] == "table_too_many_actions"


async def test_nobody_can_change_their_mind_for_ever(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_REQUESTS_PER_GAME", 10)
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    await end(context, table)
    answers = [await ann.do("ready", ready=number % 2 == 0) for number in range(12)]
    assert answers[0]["type"] == "accepted"
    assert answers[-1]["key"] == "table_too_many_requests"


def test_no_honest_game_meets_the_bounds() -> None:
    """Four flips a second for ten minutes; somebody who says ready and not ready, hundreds of times."""
    assert MAX_ACTIONS_PER_SEAT >= 4 * 600
    assert MAX_REQUESTS_PER_GAME >= 500


@pytest.mark.parametrize("long", [True, False])
async def test_a_long_log_is_read_beside_the_loop(
    context: TestContext, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    table, (ann, _) = await context.seated("Ann", "Bob", game="nimble")
    for number in range(10):
        await ann.play("back" if number % 2 else "flip")
    monkeypatch.setattr(table_loader, "MAX_LOG_LENGTH_IN_LOOP", 5 if long else 500)
    threads: list[threading.Thread] = []

    def noted(*words: Any) -> Any:
        threads.append(threading.current_thread())
        return load_table(*words)

    monkeypatch.setattr(table_loader, "load_table", noted)
    before = table.now
    await context.tables.rebuilder.read_again_now(table.now.id)
    assert context.now(table).now == before
    assert [thread is not threading.main_thread() for thread in threads] == [long]
