"""What takes long is left out, and said so, unless it is asked for."""

from __future__ import annotations

from pathlib import Path

from suite.inner import run_pytest

SOURCE = """
import pytest


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.long("a hundred rounds"))])
def test_rounds(rounds):
    pass


@pytest.mark.long()
def test_without_a_reason():
    pass
"""


def test_what_is_left_out_is_told_with_its_reason(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, SOURCE, "-n", "1")
    assert "long, for scripts/test --long: a hundred rounds" in done.stdout
    assert "1 passed, 1 skipped, 1 error" in done.stdout


def test_all_of_it_is_run_on_request(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, SOURCE, "--long")
    assert "3 passed" in done.stdout
