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
from numba.core.options import DefaultOptions

# numba's types do not know options given by name, nor its settings.
_njit: Any = numba.njit
_settings: Any = numba.config
_OPTIONS = {"nogil": True, "error_model": "numpy"}
#: Arrays in a tuple are reference-counted at every access, atomically, which costs a third of the speed of a game. A
#: function that allocates nothing needs no counts. The option is numba's own; without it the kernel is only slower.
_NO_REFERENCE_COUNTS = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}
_SOURCE_ROOT = Path(__file__).parents[3]


def kernel_function(function: Callable[..., Any]) -> Any:
    """A function of the kernel that allocates no array: compiled into whatever calls it, on the CPU or the GPU."""
    return _njit(**_NO_REFERENCE_COUNTS, **_OPTIONS)(function)


def allocating_function(function: Callable[..., Any]) -> Any:
    """A function of the kernel that makes arrays; on the CPU only."""
    return _njit(**_OPTIONS)(function)


def inlined_function(function: Callable[..., Any]) -> Any:
    """A kernel function that is always inlined: a call with arrays would cost more than what it does."""
    return _njit(forceinline=True, **_NO_REFERENCE_COUNTS, **_OPTIONS)(function)


def entry_points(*sources: str, allocates: bool = True) -> Callable[[Callable[..., Any]], Any]:
    """The decorator of functions that Python calls, whose machine code is cached on disk.

    The sources are the packages and modules that the functions, and every kernel function they call, are written in:
    an edit in any of them invalidates the cache. Functions that allocate no array may hand parts of arrays to each
    other without counting references.
    """
    options = _OPTIONS if allocates else _OPTIONS | _NO_REFERENCE_COUNTS
    folder = cache_folder(*sources)
    writable = _writable(folder)

    def decorate(function: Callable[..., Any]) -> Any:
        before, _settings.CACHE_DIR = _settings.CACHE_DIR, str(folder)
        try:
            return _njit(cache=writable, **options)(function)
        finally:
            _settings.CACHE_DIR = before

    return decorate


@cache
def cache_folder(*sources: str) -> Path:
    """Where the machine code is kept that is compiled from these packages and modules as they are now."""
    digest = hashlib.sha256()
    for name in sources:
        path = _SOURCE_ROOT / name.replace(".", "/")
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]:
            digest.update(file.relative_to(_SOURCE_ROOT).as_posix().encode() + b"\0" + file.read_bytes())
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


#: What the simulator's own machine code is compiled from.
SOURCES = ("wonderland.sim", "wonderland.games.parade.scoring")

entry_point = entry_points(*SOURCES)


class _CompilingNotice(event.Listener):
    """Prints once a process, before our first function is compiled, why nothing seems to happen."""

    printed = False

    def on_start(self, event: Any) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("wonderland.")
        if ours and not self.printed:
            self.printed = True
            # Imported here: a run needs no messages unless it compiles.
            from wonderland.messages import choose, say

            print(say("sim_compiling", choose(os.environ)), file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing to print: the results follow."""


event.register("numba:compile", _CompilingNotice())  # type: ignore[no-untyped-call]  # numba has no types
