"""How the kernel is compiled: nothing at import, once on first use, and then from the disk.

numba keeps an entry point's machine code by the file it is written in, and would not see an edit of a
function in another file. So the code lives in a folder named after the contents of all of them, in the
user's cache: an installed package may well be read-only.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from wonderland.messages import choose, say

# numba's types do not know options given by name, nor its settings.
_njit: Any = numba.njit
_settings: Any = numba.config
_OPTIONS = {"nogil": True, "error_model": "numpy"}


def folder() -> Path:
    """Where the machine code of these very sources is kept."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return _user_cache() / f"kernel-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    if chosen := os.environ.get("WONDERLAND_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "wonderland"


def _writable(path: Path) -> bool:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(path, os.W_OK)


_folder = folder()
_kept = _writable(_folder)


def part(function: Callable[..., Any]) -> Any:
    """A function of the kernel: compiled as a part of whatever calls it, on the CPU or the GPU."""
    return _njit(**_OPTIONS)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A part that is written out wherever it is called: a call with arrays would cost more than what it does."""
    return _njit(forceinline=True, **_OPTIONS)(function)


def entry(function: Callable[..., Any]) -> Any:
    """A function that Python calls; its machine code is kept on disk."""
    before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(_folder)
    try:
        return _njit(cache=_kept, **_OPTIONS)(function)
    finally:
        _settings.CACHE_DIR = before


class _Announcer(event.Listener):
    """Says once a process, before the first of our functions is compiled, why nothing seems to happen."""

    told = False

    def on_start(self, event: Any) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("wonderland.sim")
        if ours and not self.told:
            self.told = True
            print(say("sim_compiling", choose(os.environ)), file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing to say: the results follow."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]  # numba has no types
