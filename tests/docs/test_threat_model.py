"""docs/threat-model.md: every point names a test that exists, or says that nothing stands against it."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

import pytest

from docs.pages import ROOT

PAGE = (ROOT / "docs/threat-model.md").read_text("utf-8")
TEST_NAME = re.compile(r"`(test_\w+)`")
#: What a row says that has no test.
UNDEFENDED = "**nothing"


def rows() -> list[str]:
    """The rows of all tables, without their heads."""
    lines = PAGE.splitlines()
    return [
        line
        for before, line in pairwise(lines)
        if line.startswith("| ") and before.startswith("|") and not line.startswith("|---")
    ]


def defined() -> set[str]:
    """The names of all tests."""
    files = (ROOT / "tests").rglob("test_*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_the_tests_that_it_names_exist() -> None:
    named = set(TEST_NAME.findall(PAGE))
    assert len(named) > 50
    assert named - defined() == set()


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[2:40])
def test_each_point_has_a_test_or_says_that_it_is_not_defended(row: str) -> None:
    assert TEST_NAME.search(row) or UNDEFENDED in row
