"""What takes long is left out, and said so, unless it is asked for."""

from __future__ import annotations

from pathlib import Path

from suite.inner import run_pytest

ROUNDS = """
import pytest


@pytest.mark.parametrize("rounds", [1, pytest.param(100, marks=pytest.mark.long("a hundred rounds"))])
def test_rounds(rounds):
    pass
"""
NO_REASON = """
import pytest


@pytest.mark.long
def test_rounds():
    pass
"""


def test_what_is_left_out_is_told_with_its_reason(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, ROUNDS, "-n1")
    assert "SKIPPED [1] test_inner.py:5: long, for scripts/test --long: a hundred rounds" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout


def test_all_of_it_is_run_on_request(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, ROUNDS, "--long")
    assert "2 passed" in done.stdout


def test_it_is_not_left_out_without_a_reason(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, NO_REASON)
    assert done.returncode == 4
    assert "test_inner.py::test_rounds: long in what way?" in done.stderr
