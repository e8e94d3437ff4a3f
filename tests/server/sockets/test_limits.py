"""How much one connection, one person and one address may do; and whoever does too much harms nobody else."""

from __future__ import annotations

import pytest

from server.direct import DirectSocket, masked
from server.kit import Client, TestContext
from wonderland.server.errors import Limited
from wonderland.server.sockets.client_connection import MAX_EXCESS_MESSAGES
from wonderland.server.sockets.sessions import MAX_REFUSED_SOCKETS_PER_ADDRESS

HERE = "192.0.2.1"
PING, PONG, PART = masked(0x9), masked(0xA), masked(0x0, last=False)


@pytest.fixture
async def eve(context: TestContext) -> Client:
    """Somebody unknown who watches, with two messages a second and six at once."""
    table, _ = await context.seated("Ann", "Bob", game="nimble")
    eve = Client(context, table, None, rate=2)
    eve.connect()
    await context.settle()
    return eve


def send_raw(client: Client, data: bytes) -> None:
    assert isinstance(client._socket, DirectSocket)
    client._socket.transport.receive(data)


@pytest.mark.parametrize("frame", [PING, PONG, PART], ids=["pings", "pongs", "parts"])
async def test_frames_that_are_no_messages_count_as_messages(context: TestContext, eve: Client, frame: bytes) -> None:
    begin = masked(0x1, last=False) if frame == PART else b""
    send_raw(eve, begin + 6 * frame)
    if frame != PART:
        eve.say("?")
        assert eve.heard("refused")[-1]["kind"] == "limited"
    send_raw(eve, (MAX_EXCESS_MESSAGES + 1) * frame)
    await context.settle()
    assert eve.heard("bye")[-1]["why"] == "flood"
    assert eve.code == 4429


async def test_a_ping_now_and_then_is_answered_and_nobody_minds(context: TestContext, eve: Client) -> None:
    for number in range(20):
        send_raw(eve, masked(0x9, bytes([number])))
        await context.advance(1_000)
    eve.say("?")
    assert [told["kind"] for told in eve.heard("refused")] == ["unreadable"]
    assert eve.connected


async def test_what_comes_after_a_flood_is_not_even_read(context: TestContext, eve: Client) -> None:
    heard = eve.connection._metrics.refused.labels("limited")
    send_raw(eve, masked(0x1) * 100_000)
    assert heard._value.get() <= MAX_EXCESS_MESSAGES + 1
    assert isinstance(eve._socket, DirectSocket)
    assert eve._socket.channel._stopped
    await context.settle()
    assert eve.code == 4429


async def test_a_little_too_much_for_long_is_a_flood_too(context: TestContext, eve: Client) -> None:
    """Twenty a second are refused one by one, for as long as somebody likes; not thirty."""
    for _ in range(100):
        for _ in range(22):
            eve.say("?")
        await context.advance(1_000)
    assert not eve.heard("bye")
    for _ in range(100):
        for _ in range(33):
            eve.say("?")
        await context.advance(1_000)
    assert eve.heard("bye")[-1]["why"] == "flood"


# ---- people and addresses ----------------------------------------------------------------------------


async def test_a_person_who_flooded_stays_out_for_a_while(context: TestContext) -> None:
    context.socket_sessions.block("eve", 60_000)
    with pytest.raises(Limited):
        context.socket_sessions.enter("eve", HERE)
    context.socket_sessions.enter("ann", HERE)
    context.socket_sessions.enter(None, HERE)
    await context.advance(60_000)
    context.socket_sessions.enter("eve", HERE)


@pytest.mark.one_process("each instance counts addresses by itself")
async def test_somebody_unknown_who_flooded_takes_one_place_of_the_address(context: TestContext, eve: Client) -> None:
    assert eve._session
    eve._session._address = HERE
    for _ in range(MAX_EXCESS_MESSAGES + 7):
        eve.say("?")
    await context.settle()
    assert eve.code == 4429
    limit = context.connections.limits.sockets_per_address
    for _ in range(limit - 1):
        assert context.socket_sessions.open_socket(HERE)
        context.socket_sessions.enter(None, HERE)
    assert context.socket_sessions.open_socket(HERE)
    with pytest.raises(Limited, match="from your address"):
        context.socket_sessions.enter(None, HERE)
    context.socket_sessions.socket_lost(HERE)
    await context.advance(60_000)
    assert context.socket_sessions.open_socket(HERE)
    context.socket_sessions.enter(None, HERE)


async def test_refused_sockets_count_until_they_are_gone(context: TestContext) -> None:
    """Beyond the limit some are told why, and count; more are not even accepted."""
    limit = context.connections.limits.sockets_per_address
    for _ in range(limit):
        assert context.socket_sessions.open_socket(HERE)
        context.socket_sessions.enter(None, HERE)
    for _ in range(MAX_REFUSED_SOCKETS_PER_ADDRESS):
        assert context.socket_sessions.open_socket(HERE)
        with pytest.raises(Limited, match="from your address"):
            context.socket_sessions.enter(None, HERE)
    assert not context.socket_sessions.open_socket(HERE)
    assert context.socket_sessions.open_socket("192.0.2.2"), "others are not concerned"
    context.socket_sessions.enter(None, "192.0.2.2")
    context.socket_sessions.socket_lost(HERE)
    assert context.socket_sessions.open_socket(HERE)


async def test_all_sockets_together_leave_file_descriptors_for_the_rest(context: TestContext) -> None:
    total = 0
    while context.socket_sessions.open_socket(f"10.0.{total // 250}.{total % 250}"):
        total += 1
    assert total == context.connections.limits.total
    context.socket_sessions.socket_lost("10.0.0.0")
    assert context.socket_sessions.open_socket("192.0.2.2")
