"""Figures of each context by itself, and nothing but figures."""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar.testing import AsyncTestClient
from prometheus_client.parser import text_string_to_metric_families

from wonderland.server.app import make_app
from wonderland.server.context import ServerContext
from wonderland.server.metrics import Metrics
from wonderland.server.settings import Settings


def value(metrics: Metrics, name: str, **labels: str) -> float | None:
    return metrics.registry.get_sample_value(name, labels)


def test_every_server_counts_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.actions.labels("parade").inc()
    one.observe_commit(3, 0.004)
    assert value(one, "wonderland_actions_total", game="parade") == 1
    assert value(other, "wonderland_actions_total", game="parade") is None
    assert value(one, "wonderland_commit_rows_sum") == 3
    assert value(one, "wonderland_commit_seconds_bucket", le="0.005") == 1
    assert value(other, "wonderland_commit_rows_count") == 0


async def test_commits_are_counted_and_no_name_is_told(tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path)) as context, AsyncTestClient(make_app(context)) as client:
        person = await context.people.guest("Somebody in particular")
        saved = asyncio.Event()
        context.journal.append([("t", number, 0, b"") for number in (1, 2)], lambda _: saved.set())
        await saved.wait()
        await context.journal.close()
        assert value(context.metrics, "wonderland_commit_rows_sum") == 2
        context.journal.start()
        key = {"Authorization": f"Bearer {context.secrets.admin}"}
        assert (await client.get("/metrics")).status_code == 403
        answer = await client.get("/metrics", headers=key)
        assert answer.status_code == 200
        families = {family.name: family for family in text_string_to_metric_families(answer.text)}
        assert {"wonderland_tables", "wonderland_connections", "wonderland_commit_seconds"} <= set(families)
        assert {sample.labels["phase"]: sample.value for sample in families["wonderland_tables"].samples} == {
            "gathering": 0,
            "playing": 0,
            "over": 0,
            "closed": 0,
        }
        assert person.id not in answer.text
        assert "Somebody" not in answer.text
