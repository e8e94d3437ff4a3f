"""Whether two machines would compute the same: the versions of what computes, and a hash of our own files."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import wonderland

#: Other packages on which results may depend.
COMPUTING_PACKAGES = ("numpy", "numba")
#: Our folders on which no result depends.
IGNORED_FOLDERS = {"web", "__pycache__"}


@cache
def computing_versions() -> dict[str, str]:
    """The versions by package; ours with a hash of its files, because a checkout changes without a new version.

    >>> computing_versions()["wonderland"].startswith(wonderland.__version__ + " ")
    True
    """
    found = {"wonderland": f"{wonderland.__version__} ({_hash_of(Path(wonderland.__file__).parent)[:8]})"}
    for name in COMPUTING_PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "–"
    return found


def _hash_of(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        place = file.relative_to(folder)
        if not IGNORED_FOLDERS.intersection(place.parts) and file.is_file():
            digest.update(place.as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
