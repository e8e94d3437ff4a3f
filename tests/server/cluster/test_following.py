"""What is written while an instance reads is read as well."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from server.cluster.instances import Instances, until
from server.cluster.test_tables import seated
from server.kit import legal
from wonderland.server.bus.messages import AnyMessage, Written
from wonderland.server.store.table_store import LogRow


async def test_what_is_written_while_a_log_is_read_is_not_missed(
    instances: Instances, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, _ = await seated(instances, "Ann", "Bob")
    first, second = instances[0], instances[1]
    store = second.store.tables
    has_read, gate, reads = asyncio.Event(), asyncio.Event(), store.entries_after

    async def slow(versions: Mapping[str, int]) -> dict[str, list[LogRow]]:
        found = await reads(versions)
        has_read.set()
        await gate.wait()
        return found

    monkeypatch.setattr(store, "entries_after", slow)
    table = first.now(tables[0])
    told: list[AnyMessage] = []
    second.bus.on_message.append(lambda sender, message: told.append(message))

    async def act() -> None:
        (seat,) = table.now.waiting
        table.act(seat, str(legal(table.now, seat)[0]), None, None)
        await first.settle_alone()

    await act()
    await has_read.wait()
    await act()
    version = table.now.version
    await until(lambda: Written({table.now.id: version}) in told)
    gate.set()
    await instances.settle()
    assert second.now(table).now.version == version
