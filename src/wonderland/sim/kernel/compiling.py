"""How the kernel is compiled: nothing at import, once on first use, and then from the disk.

numba keys the cached machine code of a function on the file it is written in, and does not see an edit of a
function in another file that was inlined into it. So every cache folder is named after a hash of all the
sources that its code can be compiled from. It lies in the user's cache, because an installed package may well be
read-only.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event

from wonderland.messages import choose, say

# numba's types do not know options given by name, nor its settings.
_njit: Any = numba.njit
_settings: Any = numba.config
_OPTIONS = {"nogil": True, "error_model": "numpy"}
_SOURCE_ROOT = Path(__file__).parents[3]


def kernel_function(function: Callable[..., Any]) -> Any:
    """A function of the kernel: compiled into whatever calls it, on the CPU or the GPU."""
    return _njit(**_OPTIONS)(function)


def inlined_function(function: Callable[..., Any]) -> Any:
    """A kernel function that is always inlined: a call with arrays would cost more than what it does."""
    return _njit(forceinline=True, **_OPTIONS)(function)


def entry_points(*packages: str) -> Callable[[Callable[..., Any]], Any]:
    """The decorator of functions that Python calls, whose machine code is cached on disk.

    The packages are those that the functions, and every kernel function they call, are written in: an edit in any
    of them invalidates the cache.
    """
    folder = cache_folder(*packages)
    writable = _writable(folder)

    def decorate(function: Callable[..., Any]) -> Any:
        before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(folder)
        try:
            return _njit(cache=writable, **_OPTIONS)(function)
        finally:
            _settings.CACHE_DIR = before

    return decorate


@cache
def cache_folder(*packages: str) -> Path:
    """Where the machine code is kept that is compiled from the present sources of these packages."""
    digest = hashlib.sha256()
    for package in packages:
        for source in sorted((_SOURCE_ROOT / package.replace(".", "/")).rglob("*.py")):
            digest.update(source.relative_to(_SOURCE_ROOT).as_posix().encode() + b"\0" + source.read_bytes())
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


#: The decorator of the simulator's own entry points.
entry_point = entry_points("wonderland.sim")


class _CompilingNotice(event.Listener):
    """Prints once a process, before our first function is compiled, why nothing seems to happen."""

    printed = False

    def on_start(self, event: Any) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("wonderland.")
        if ours and not self.printed:
            self.printed = True
            print(say("sim_compiling", choose(os.environ)), file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing to print: the results follow."""


event.register("numba:compile", _CompilingNotice())  # type: ignore[no-untyped-call]  # numba has no types
