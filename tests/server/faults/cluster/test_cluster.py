"""Three instances under load while their services and they themselves fail: nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from server.faults.cluster.scenario import FEW_TABLES, TABLES, faults_in_a_cluster


@pytest.mark.long("a dozen faults at eight tables, some of them at once")
async def test_whatever_was_acknowledged_survives(tmp_path: Path) -> None:
    counted = await faults_in_a_cluster(tmp_path / "data", Random(18), 12, TABLES)
    assert counted["games checked"] >= len(TABLES)


async def test_an_instance_dies_under_load(tmp_path: Path) -> None:
    counted = await faults_in_a_cluster(tmp_path / "data", Random(1), 2, FEW_TABLES, freeze_seconds=1.0)
    assert counted["games checked"] >= len(FEW_TABLES)
