"""docs/environments.md: its code runs, and its tables are those of the layouts."""

from __future__ import annotations

import importlib.util

import pytest

from docs.pages import ROOT, blocks, run_doctests
from wonderland.core.errors import WonderlandError
from wonderland.envs import ParadeBatch

PAGE = "docs/environments.md"


def test_the_code_runs() -> None:
    results = run_doctests(PAGE)
    assert results.attempted > 60
    assert results.failed == 0


def test_the_code_for_a_gpu_runs() -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    try:
        ParadeBatch(1, 2, device="cuda")
    except WonderlandError as reason:
        pytest.skip(str(reason))
    code = blocks(PAGE, "python")
    assert len(code) == 2
    exec("\n".join(code), {})


def test_the_tables_are_those_of_the_layouts() -> None:
    spec = importlib.util.spec_from_file_location("observation_tables", ROOT / "docs/observation_tables.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    text = (ROOT / PAGE).read_text("utf-8")
    assert made.page(text) == text, "run python docs/observation_tables.py"
    assert sum(line.startswith("| 0") for line in text.splitlines()) >= 3
