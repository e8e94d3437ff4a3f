"""How much one connection, one person and one address may do; and whoever does too much harms nobody else."""

from __future__ import annotations

import pytest

from server.direct import DirectSocket, masked
from server.kit import Client, TestHouse
from wonderland.server.http.limits import Limited
from wonderland.server.sockets.connection import MAX_EXCESS
from wonderland.server.sockets.doors import MAX_REFUSALS

HERE = "192.0.2.1"
#: Plain ASGI hands over whole messages only, and hides everything else.
direct_only = pytest.mark.parametrize("house", ["direct"], indirect=True)
PING, PONG, PART = masked(0x9), masked(0xA), masked(0x0, last=False)


@pytest.fixture
async def eve(house: TestHouse) -> Client:
    """Somebody unknown who watches, with two messages a second and six at once."""
    table, _ = await house.seated("Ann", "Bob", game="nimble")
    eve = Client(house, table, None, rate=2)
    eve.connect()
    await house.settle()
    return eve


def send_raw(client: Client, data: bytes) -> None:
    assert isinstance(client._socket, DirectSocket)
    client._socket.transport.receive(data)


async def test_every_way_is_the_one_it_should_be(house: TestHouse, eve: Client) -> None:
    if house.direct:
        assert isinstance(eve._socket, DirectSocket)
        assert eve._socket.protocol._listener is eve.connection
    else:
        assert "extensions" not in eve._socket.scope  # type: ignore[union-attr]  # it is connected


@direct_only
@pytest.mark.parametrize("frame", [PING, PONG, PART], ids=["pings", "pongs", "parts"])
async def test_frames_that_are_no_messages_count_as_messages(house: TestHouse, eve: Client, frame: bytes) -> None:
    begin = masked(0x1, last=False) if frame == PART else b""
    send_raw(eve, begin + 6 * frame)
    if frame != PART:
        eve.say("?")
        assert eve.heard("refused")[-1]["kind"] == "limited"
    send_raw(eve, (MAX_EXCESS + 1) * frame)
    await house.settle()
    assert eve.heard("bye")[-1]["why"] == "flood"
    assert eve.code == 4429


@direct_only
async def test_a_ping_now_and_then_is_answered_and_nobody_minds(house: TestHouse, eve: Client) -> None:
    for number in range(20):
        send_raw(eve, masked(0x9, bytes([number])))
        await house.advance(1_000)
    eve.say("?")
    assert [told["kind"] for told in eve.heard("refused")] == ["unreadable"]
    assert eve.connected


@direct_only
async def test_what_comes_after_a_flood_is_not_even_read(house: TestHouse, eve: Client) -> None:
    heard = eve.connection._metrics.refused.labels("limited")
    send_raw(eve, masked(0x1) * 100_000)
    assert heard._value.get() <= MAX_EXCESS + 1
    assert isinstance(eve._socket, DirectSocket)
    assert eve._socket.protocol._stopped
    assert not eve._socket.protocol.frames
    await house.settle()
    assert eve.code == 4429


async def test_a_little_too_much_for_long_is_a_flood_too(house: TestHouse, eve: Client) -> None:
    """Twenty a second are refused one by one, for as long as somebody likes; not thirty."""
    for _ in range(100):
        for _ in range(22):
            eve.say("?")
        await house.advance(1_000)
    assert not eve.heard("bye")
    for _ in range(100):
        for _ in range(33):
            eve.say("?")
        await house.advance(1_000)
    assert eve.heard("bye")[-1]["why"] == "flood"


# ---- people and addresses ----------------------------------------------------------------------------


async def test_a_person_who_flooded_stays_out_for_a_while(house: TestHouse) -> None:
    house.doors.banish("eve", 60_000)
    with pytest.raises(Limited):
        house.doors.enter("eve", HERE)
    house.doors.enter("ann", HERE)
    house.doors.enter(None, HERE)
    await house.advance(60_000)
    house.doors.enter("eve", HERE)


async def test_somebody_unknown_who_flooded_takes_one_place_of_the_address(house: TestHouse, eve: Client) -> None:
    assert eve._visit
    eve._visit._address = HERE
    for _ in range(MAX_EXCESS + 7):
        eve.say("?")
    await house.settle()
    assert eve.code == 4429
    limit = house.connections.limits.sockets_per_address
    for _ in range(limit - 1):
        assert house.doors.begin(HERE)
        house.doors.enter(None, HERE)
    assert house.doors.begin(HERE)
    with pytest.raises(Limited, match="from your address"):
        house.doors.enter(None, HERE)
    house.doors.gone(HERE)
    await house.advance(60_000)
    assert house.doors.begin(HERE)
    house.doors.enter(None, HERE)


async def test_refused_sockets_count_until_they_are_gone(house: TestHouse) -> None:
    """Beyond the limit some are told why, and count; more are not even accepted."""
    limit = house.connections.limits.sockets_per_address
    for _ in range(limit):
        assert house.doors.begin(HERE)
        house.doors.enter(None, HERE)
    for _ in range(MAX_REFUSALS):
        assert house.doors.begin(HERE)
        with pytest.raises(Limited, match="from your address"):
            house.doors.enter(None, HERE)
    assert not house.doors.begin(HERE)
    assert house.doors.begin("192.0.2.2"), "others are not concerned"
    house.doors.enter(None, "192.0.2.2")
    house.doors.gone(HERE)
    assert house.doors.begin(HERE)


async def test_all_sockets_together_leave_file_descriptors_for_the_rest(house: TestHouse) -> None:
    total = 0
    while house.doors.begin(f"10.0.{total // 250}.{total % 250}"):
        total += 1
    assert total == house.connections.limits.total
    house.doors.gone("10.0.0.0")
    assert house.doors.begin("192.0.2.2")
