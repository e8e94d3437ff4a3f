"""The web server rests on public interfaces only: no private attribute of anything else, no other web server."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import wonderland.server
from wonderland.server import protocols

SERVER = Path(wonderland.server.__file__).parent
#: All that the package imports from outside, besides the standard library.
OUTSIDE = {"httptools", "structlog", "wonderland"}


@pytest.mark.parametrize("path", sorted(Path(protocols.__file__).parent.glob("*.py")), ids=lambda path: path.name)
def test_only_public_interfaces_are_used(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
            assert ast.unparse(node.value) == "self", ast.unparse(node)
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and node.module != "__future__":
            names = [node.module]
            assert not any(alias.name.startswith("_") for alias in node.names), ast.unparse(node)
        for name in names:
            assert name.partition(".")[0] in OUTSIDE | sys.stdlib_module_names, name


def test_no_other_web_server_is_imported() -> None:
    for path in SERVER.rglob("*.py"):
        assert "uvicorn" not in path.read_text(), path
