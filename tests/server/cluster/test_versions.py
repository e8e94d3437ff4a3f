"""Older and newer instances together: a schema that only grows disturbs nobody who runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cluster.instances import Instances
from server.cluster.test_tables import check_same, seated
from server.fakes import FakeClock
from server.kit import legal
from server.stores import execute
from wonderland.core.errors import NotAllowed
from wonderland.server.store.migration import newest_revision


async def test_a_newer_version_migrates_while_this_one_runs(
    instances: Instances, tmp_path: Path, clock: FakeClock
) -> None:
    tables, clients = await seated(instances, "Ann", "Bob")
    execute(tmp_path, 'ALTER TABLE tables ADD COLUMN "of_a_later_version" TEXT')
    execute(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    try:
        for _ in range(3):
            (seat,) = tables[0].now.waiting
            client = next(one for one in clients if one.seat == seat)
            assert (await client.play(legal(tables[0].now, seat)[0]))["type"] == "accepted"
            check_same(tables, clients)
        await instances[0].table(await instances[0].person("Cy"))
        await instances[0].advance(3_000)
        with pytest.raises(NotAllowed) as refused:
            await instances.start(4)
        assert refused.value.key == "database_newer"
    finally:
        execute(tmp_path, "UPDATE alembic_version SET version_num = :known", known=newest_revision())
        execute(tmp_path, 'ALTER TABLE tables DROP COLUMN "of_a_later_version"')
