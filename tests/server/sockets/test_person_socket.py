"""The socket of a person on pages that are no table's: it tells that they are here, and what their tables do."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from server.kit import TestContext, legal
from server.sockets.test_table_socket import TIMEOUT_SECONDS, address, end_of
from wonderland.server.http.authentication import cookie_for
from wonderland.server.http.person_socket import PAGES_SHARE
from wonderland.server.people import Person

__all__ = ["address"]  # a fixture


def page(context: TestContext, address: str, person: Person | None, **headers: str) -> connect:
    if person:
        cookie = cookie_for(context, person)
        headers["Cookie"] = f"{cookie.key}={cookie.value}"
    return connect(
        f"{address}/api/me/socket",
        additional_headers=headers,
        compression=None,
        proxy=None,
        open_timeout=TIMEOUT_SECONDS,
    )


async def told(socket: ClientConnection) -> Any:
    """The next message that is no ping."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (message := json.loads(await socket.recv()))["type"] == "ping":
            await socket.send(json.dumps({"type": "pong", "number": message["number"]}))
    return message


async def test_a_page_is_told_what_changes_at_the_persons_tables(context: TestContext, address: str) -> None:
    ann, bob = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(ann, seats="me open")
    async with page(context, address, ann) as socket:
        (listed,) = (await told(socket))["tables"]
        assert (listed["id"], listed["phase"], listed["mine"]) == (table.now.id, "gathering", [0])
        await context.sit(table, bob)
        message = await told(socket)
        assert (message["type"], message["table"]["phase"]) == ("summary", "gathering")
        message = await told(socket)
        assert message["table"]["phase"] == "playing"
        turn = table.now.game_state.turn
        assert message["table"]["waiting"] == [turn]
        assert message["table"]["waiting_for_you"] == (turn == 0)
        table.act(turn, str(legal(table.now, turn)[0]), None, None)
        assert (await told(socket))["table"]["waiting"] == [1 - turn]
        await socket.send(json.dumps({"type": "sync"}))
        assert (await told(socket))["tables"][0]["waiting"] == [1 - turn]
        await context.tables.close(table.now.id)
        assert await told(socket) == {"type": "gone", "table": table.now.id}


async def test_nothing_else_can_be_said_there(context: TestContext, address: str) -> None:
    async with page(context, address, await context.person("Ann")) as socket:
        await told(socket)
        await socket.send(json.dumps({"type": "act", "id": "a", "version": 1, "action": "flip"}))
        refused = await told(socket)
        assert (refused["kind"], refused["key"], refused["id"]) == ("unreadable", "message_wrong", "a")


async def test_who_is_let_in(context: TestContext, address: str) -> None:
    ann = await context.person("Ann")
    for person, headers, key in ((None, {}, "person_needed"), (ann, {"Origin": "http://elsewhere"}, "socket_origin")):
        async with page(context, address, person, **headers) as socket:
            (refused,), code = await end_of(socket)
            assert (json.loads(refused)["key"], code) == (key, 4403)


async def test_pages_leave_room_for_tables(context: TestContext, address: str) -> None:
    ann = await context.person("Ann")
    for _ in range(context.settings.connections_per_person // PAGES_SHARE):
        context.socket_sessions.enter(ann.id, "192.0.2.1")
    async with page(context, address, ann) as socket:
        (refused,), _ = await end_of(socket)
        assert json.loads(refused)["key"] == "connections_person"
    context.socket_sessions.enter(ann.id, "192.0.2.1")


async def test_a_page_ends_with_its_cookie(context: TestContext, address: str) -> None:
    ann = await context.person("Ann")
    async with page(context, address, ann) as socket:
        await told(socket)
        await context.people.ban(ann.id)
        said, code = await end_of(socket)
        assert (json.loads(said[-1])["why"], code) == ("banned", 4403)
