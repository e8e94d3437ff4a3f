"""Writing records so that a crash never leaves half a file."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wonderland.core.cards import Card
from wonderland.core.errors import NotAllowed


def encode(data: Any) -> bytes:
    """One line of JSON. A card is its text; whatever else is not plain data does not belong in a file."""
    return msgspec.json.encode(data, enc_hook=_text)


def _text(value: object) -> str:
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written as JSON")


def save(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Replace the file with these records, one a line, whole or not at all; they may come one by one."""
    target = check_place(path)
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".saving-")
    except OSError as problem:
        raise _at(problem, path) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(encode(record) + b"\n" for record in records)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException as problem:
        os.unlink(name)
        if isinstance(problem, OSError):
            raise _at(problem, path) from None
        raise


def check_place(path: Path) -> Path:
    """Where a file is really written, its folder made; raises what would go wrong there, before anything is lost."""
    # A link stays a link, and the file keeps who may read it.
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise NotAllowed("not_a_file", file=path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise _at(problem, path) from None
    if not os.access(target.parent, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return target


def _at(problem: OSError, path: Path) -> OSError:
    """The same problem, told with the file that the person named."""
    # A folder that cannot be made because a file is there: the path, not the file, is wrong.
    number = errno.ENOTDIR if problem.errno == errno.EEXIST else problem.errno or 0
    return OSError(number, os.strerror(number), str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
