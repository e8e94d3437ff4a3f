"""Writing record files atomically: a crash never leaves half a file."""

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
    """One line of JSON; cards as their text. Anything else that is not plain data is refused."""
    return msgspec.json.encode(data, enc_hook=_text)


def _text(value: object) -> str:
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written as JSON")


def save(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Replace the file with these records, one per line, atomically. The records may be a generator."""
    target = check_writable(path)
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


def check_writable(path: Path) -> Path:
    """The file behind ``path``, links resolved and its folder made; raises if it could not be written there."""
    # A symbolic link stays one, and the file keeps its permissions.
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
    """The same error with the path as it was given."""
    # mkdir says EEXIST where a file stands in the place of a folder: ENOTDIR says what is wrong.
    number = errno.ENOTDIR if problem.errno == errno.EEXIST else problem.errno or 0
    return OSError(number, os.strerror(number), str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
