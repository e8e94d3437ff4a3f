"""The bus over Redis ends whenever it is told to."""

from __future__ import annotations

import asyncio

import pytest

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
