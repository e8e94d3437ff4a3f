"""Three instances under load while they themselves and their services fail: nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from server.faults.cluster.scenario import TABLES, Load, faults_in_a_cluster
from server.faults.cluster.schedule import Fault, schedule


async def test_an_instance_is_killed_and_redis_loses_everything(tmp_path: Path) -> None:
    faults = [Fault(0.5, "kill", 0, 0.5), Fault(0.5, "restart redis", None, 0.5)]
    tables = (Load("parade", 3), Load("parade", 1, bots=1))
    counted = await faults_in_a_cluster(tmp_path / "data", Random(1), faults, tables)
    assert (counted["kill"], counted["restart redis"]) == (1, 1)
    assert counted["games checked"] >= len(tables)


@pytest.mark.long("a dozen faults of all kinds, some of them at once, at eight tables of both games")
async def test_whatever_was_acknowledged_survives(tmp_path: Path) -> None:
    random = Random(18)
    counted = await faults_in_a_cluster(tmp_path / "data", random, schedule(random, 12))
    assert counted["games checked"] >= len(TABLES)
