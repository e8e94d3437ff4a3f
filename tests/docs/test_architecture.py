"""Every file and function that docs/architecture.md and docs/glossary.md name exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from docs.pages import ROOT

PAGES = ("docs/architecture.md", "docs/glossary.md")
SPAN = re.compile(r"`(?P<path>[\w.-]+(?:/[\w.-]*)+)(?::(?P<name>[\w.]+))?`")


def spans() -> list[tuple[str, str]]:
    """The paths with a slash that the pages name in code spans, and the name after the colon, if any."""
    text = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    return sorted({(match["path"], match["name"] or "") for match in SPAN.finditer(text)})


def place(path: str) -> Path:
    inside = ROOT / "src/wonderland" / path
    return inside if inside.exists() else ROOT / path


def defined(file: Path) -> set[str]:
    """The functions, classes and assigned names of a module, methods as ``Class.method``."""
    names = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        if isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, _FUNCTIONS)}
    return names


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_the_pages_name_files_and_functions() -> None:
    assert len([name for _, name in spans() if name]) > 30


@pytest.mark.parametrize(("path", "name"), spans())
def test_what_the_pages_name_exists(path: str, name: str) -> None:
    found = place(path)
    assert found.is_dir() if path.endswith("/") else found.is_file(), f"there is no {path}"
    if name:
        assert name in defined(found), f"{path} defines no {name}"
