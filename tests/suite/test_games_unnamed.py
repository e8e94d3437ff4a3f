"""No generic file names a game: what belongs to one is in its folders, and a registry line says where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = re.compile("parade|nimble", re.IGNORECASE)

#: Folders that belong to a game, and commands that are one game's own.
OWN = (
    "src/wonderland/games/parade", "src/wonderland/games/nimble", "src/wonderland/bots/parade",
    "src/wonderland/bots/nimble", "src/wonderland/review/parade", "src/wonderland/review/nimble",
    "src/wonderland/datasets/games", "src/wonderland/envs",
    "src/wonderland/terminal/games", "src/wonderland/sim", "src/wonderland/lab", "src/wonderland/training",
    "src/wonderland/web",
    "src/wonderland/cli/commands/score.py", "src/wonderland/cli/commands/simulate.py",
    "web/src/games/parade", "web/src/games/nimble", "web/src/score", "web/src/messages", "web/src/net/wire.ts",
)  # fmt: skip
#: One line a game.
REGISTRIES = (
    "src/wonderland/games/registry.py", "src/wonderland/bots/registry.py", "src/wonderland/review/registry.py",
    "web/src/games/index.ts",
)  # fmt: skip
#: Sentences for people.
PROSE = ("src/wonderland/server/app.py",)


def generic_files(folder: str, *endings: str) -> Iterator[Path]:
    for path in sorted((ROOT / folder).rglob("*")):
        place = path.relative_to(ROOT).as_posix()
        apart = place.startswith((*OWN, *REGISTRIES, *PROSE))
        if path.suffix in endings and not apart and not path.name.endswith(".test.ts"):
            yield path


def names_in(code: str) -> Iterator[tuple[int, str]]:
    """Every name and text of a module with its line, docstrings apart."""
    tree = ast.parse(code)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str() as text) if id(node) not in docstrings:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.arg(arg=name):
                yield line, name
            case ast.ImportFrom(module=str() as name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name


def test_no_generic_python_file_names_a_game() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in generic_files("src/wonderland", ".py")
        for line, name in names_in(path.read_text("utf-8"))
        if GAME.search(name)
    ]
    assert not found


def test_no_generic_file_of_the_web_app_names_a_game() -> None:
    comments = re.compile(r"/\*.*?\*/|<!--.*?-->|//[^\n]*", re.DOTALL)
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in generic_files("web/src", ".ts", ".svelte", ".js", ".css")
        for name in GAME.findall(comments.sub("", path.read_text("utf-8")))
    ]
    assert not found


def test_the_search_finds_what_it_is_for() -> None:
    code = '"""Parade in prose."""\nfrom wonderland.games import nimble\nGAME = "parade"\n'
    assert [name for _, name in names_in(code) if GAME.search(name)] == ["nimble", "parade"]
