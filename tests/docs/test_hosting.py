"""docs/hosting.md: the metrics that it names are those that there are, and its alerts can be read."""

from __future__ import annotations

import importlib
import re
from typing import Any

from docs.pages import ROOT, blocks
from wonderland.server.hosting.server_secrets import ServerSecrets
from wonderland.server.metrics import Metrics

PAGE = "docs/hosting.md"
#: Of the process itself, by the library.
PROCESS = {"process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds", "process_max_fds"}
METRIC = re.compile(r"\b(?:wonderland|process)_[a-z_]+\b")


def families() -> set[str]:
    return {line.split()[2] for line in Metrics().text().decode().splitlines() if line.startswith("# TYPE wonderland_")}


def test_the_metrics_are_those_that_there_are() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    named = {re.sub(r"_bucket$", "", name) for name in METRIC.findall(text)}
    assert {name for name in named if name.startswith("wonderland_")} == families()
    assert {name for name in named if name.startswith("process_")} == PROCESS


def test_what_prometheus_gets_is_the_admin_key_of_the_secrets() -> None:
    (field,) = re.findall(r"jq --raw-output \.(\w+) \S+/secrets\.json", "\n".join(blocks(PAGE, "sh")))
    assert field == "admin"
    assert field in ServerSecrets.__struct_fields__


def test_the_alerts_can_be_read() -> None:
    (block,) = blocks(PAGE, "yaml")
    (group,) = importlib.import_module("yaml").safe_load(block)["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    assert all(rule["expr"].count("(") == rule["expr"].count(")") for rule in rules)
