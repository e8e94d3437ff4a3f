"""The bus over Redis hears all that is wanted, and ends whenever it is told to."""

from __future__ import annotations

import asyncio

import pytest

from server.cluster.instances import until
from wonderland.server.bus.bus import table_channel
from wonderland.server.bus.redis_bus import RedisBus

TIMEOUT_SECONDS = 30


@pytest.mark.parametrize("steps", range(12))
async def test_it_can_be_closed_while_it_connects(redis_url: str, steps: int) -> None:
    bus = RedisBus(redis_url, b"secret" * 4, "one", lambda: 0)
    await bus.open()
    for _ in range(steps):
        await asyncio.sleep(0)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await bus.close()
    assert not bus.connected


async def test_channels_that_are_wanted_while_others_are_asked_for_are_heard_as_well(redis_url: str) -> None:
    """Tables are loaded at any moment. One whose channel is not heard would lag up to two seconds behind."""
    bus = RedisBus(redis_url, b"secret" * 4, "one", lambda: 0)
    await bus.open()
    await until(lambda: bus.settled)
    wanted = {table_channel(str(number)) for number in range(100)}
    heard: set[str] = set()
    bus.on_subscribe.append(heard.add)
    for channel in sorted(wanted):
        bus.subscribe(channel)
        await asyncio.sleep(0)  # lets others run; takes no time
    await until(lambda: bus.settled)
    assert heard == wanted
    await bus.close()
