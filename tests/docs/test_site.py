"""What fails the build of the documentation (docs/hooks.py), and how docstrings become Markdown."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from griffe import Object, load

from docs.pages import ROOT


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"wonderland_docs_{name}", ROOT / f"docs/{name}.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


hooks, docstrings = module("hooks"), module("docstrings")


def package(folder: Path, text: str) -> Object:
    (folder / "sample.py").write_text(text)
    found = load("sample", search_paths=[folder], allow_inspection=False)
    assert isinstance(found, Object)
    return found


def test_a_public_name_without_a_docstring_is_found(tmp_path: Path) -> None:
    text = '''"""A module."""
LIMIT = 3
def _own(): ...
def told():
    """Told."""
def untold(): ...
class Thing:
    """A thing."""
    field: int
    @property
    def size(self): ...
    def go(self): ...
'''
    assert list(hooks.undocumented(package(tmp_path, text))) == [
        "sample.untold",
        "sample.Thing.size",
        "sample.Thing.go",
    ]


def test_a_name_of_all_that_the_reference_does_not_show_is_found(tmp_path: Path) -> None:
    text = 'from other.part import Shown, Hidden\n__all__ = ["Shown", "Hidden", "own"]\ndef own(): ...\n'
    found = package(tmp_path, text)
    assert list(hooks.unlisted(found, {"other.part.Shown", "sample.own"})) == ["sample.Hidden"]
    assert list(hooks.unlisted(found, {"other.part", "sample"})) == []


@pytest.mark.parametrize(
    ("page", "link", "rewritten"),
    [
        ("bots.md", "[b](../bench/README.md#nimble)", "[b](source/bench/README.md#nimble)"),
        ("reference/core.md", "[t](../tour.md)", "[t](../tour.md)"),
        ("source/CONTRIBUTING.md", "[w](docs/web.md)", "[w](../web.md)"),
        ("source/bench/README.md", "[a](../docs/arena.md#json)", "[a](../../arena.md#json)"),
        ("index.md", "[here](#here)", "[here](#here)"),
        ("index.md", "[far](https://example.org/a.md)", "[far](https://example.org/a.md)"),
    ],
)
def test_links_of_the_tree_become_links_of_the_site(page: str, link: str, rewritten: str) -> None:
    here = SimpleNamespace(file=SimpleNamespace(src_uri=page))
    assert hooks.on_page_markdown(link, here, None, None) == rewritten


@pytest.mark.parametrize(
    ("element", "found"),
    [
        ('<script src="https://cdn.example/a.js"></script>', True),
        ('<link rel="stylesheet" href="//fonts.example/a.css">', True),
        ('<img src="images/home.jpg">', False),
        ('<a href="https://example.org">', False),
    ],
)
def test_what_a_browser_would_fetch_from_elsewhere_is_found(element: str, found: bool) -> None:
    assert bool(hooks.REMOTE.findall(element)) is found


def test_doctests_of_docstrings_become_code_blocks() -> None:
    shown = docstrings.as_markdown("See :class:`Thing`.\n\n>>> a\n1\n\nMore.\n\n>>> b\n<BLANKLINE>\n2")
    assert shown == "See `Thing`.\n\n```pycon\n>>> a\n1\n```\n\nMore.\n\n```pycon\n>>> b\n\n2\n```"
