"""The first use: light to import, compiled once, compiled again after an edit, and a clear word without numba."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

import wonderland
from wonderland.bots.parade.compiling import SOURCES as SEARCH
from wonderland.messages import say
from wonderland.sim.kernel.compiling import SOURCES as SIMULATOR
from wonderland.sim.kernel.compiling import cache_folder
from wonderland.training.compiling import SOURCES as TRAINING

SOURCE = Path(wonderland.__file__).parent
COMPILING = say("sim_compiling", "fr")


def python(code: str, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, *options, "-c", code]
    return subprocess.run(
        words, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8", **env}, check=False
    )


def test_importing_compiles_and_loads_nothing() -> None:
    code = "import sys, wonderland, wonderland.sim; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert python(code).stdout == "False False\n"


def test_compiled_once_and_again_after_an_edit(tmp_path: Path) -> None:
    package = tmp_path / "source" / "wonderland"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    env = {"PYTHONPATH": str(package.parent), "WONDERLAND_CACHE": str(tmp_path / "cache"), "WONDERLAND_LANG": "fr"}
    code = "from wonderland.sim import simulate; print(simulate(2, 3, seed=1).table.tolist())"
    first = python(code, **env)
    assert COMPILING in first.stderr
    again = python(code, **env)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    with open(package / "sim" / "kernel" / "random_words.py", "a", encoding="utf-8") as file:
        file.write("# An edit in another file than the entry point's.\n")
    assert COMPILING in python(code, **env).stderr


def called_by(dispatcher: Any) -> set[Any]:
    """All compiled functions that can be inlined into one, itself too."""
    found, left = set(), [dispatcher]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            names = one.py_func.__code__.co_names
            left += [other for name in names if isinstance(other := one.py_func.__globals__.get(name), Dispatcher)]
    return found


ENTRY_POINT_MODULES = {
    "wonderland.sim.runs.cpu": SIMULATOR,
    "wonderland.sim.batch.steps": SIMULATOR,
    "wonderland.sim.batch.views": SIMULATOR,
    "wonderland.sim.batch.rollouts": SIMULATOR,
    "wonderland.bots.parade.search.rollouts": SEARCH,
    "wonderland.bots.parade.search.endgame": SEARCH,
    "wonderland.training.selfplay.adam": TRAINING,
    "wonderland.training.selfplay.candidates": TRAINING,
    "wonderland.training.selfplay.losses": TRAINING,
    "wonderland.training.selfplay.match": TRAINING,
    "wonderland.training.table.data": TRAINING,
    "wonderland.training.table.match": TRAINING,
}


@pytest.mark.parametrize(("module", "sources"), ENTRY_POINT_MODULES.items())
def test_a_cache_folder_is_named_after_all_sources_its_code_comes_from(module: str, sources: tuple[str, ...]) -> None:
    """Else an edit in a package that is not hashed would leave the old machine code in use."""
    folder = str(cache_folder(*sources))
    functions = [one for one in vars(import_module(module)).values() if isinstance(one, Dispatcher)]
    entry_points = [one for one in functions if str(one.stats.cache_path or "").startswith(folder)]
    assert entry_points
    for one in entry_points:
        for called in called_by(one):
            assert called.py_func.__module__.startswith(sources), (one, called)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = python(
        "from wonderland.sim import simulate; print(len(simulate(2, 3)))", WONDERLAND_CACHE=f"{tmp_path}/file"
    )
    assert done.stdout == "3\n"


def test_without_numba_one_line_says_what_to_install() -> None:
    code = f"""
import importlib.util
import sys

find = importlib.util.find_spec
# As after a plain installation.
importlib.util.find_spec = lambda name, *path: None if name in ("numba", "numpy") else find(name, *path)
sys.path.insert(0, {str(SOURCE.parent)!r})
from wonderland.core.errors import WonderlandError
try:
    from wonderland.sim import simulate
except WonderlandError as problem:
    print(problem)
"""
    assert python(code, "-I").stdout == say("sim_needs_fast", "en") + "\n"
