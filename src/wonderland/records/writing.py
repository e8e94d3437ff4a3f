"""Writing records so that a crash never leaves half a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec


def encode(data: Mapping[str, Any]) -> bytes:
    """One line of JSON; cards are text and need no conversion but to plain text."""
    return msgspec.json.encode(data, enc_hook=str)


def save(path: Path, *records: Mapping[str, Any]) -> None:
    """Replace the file with these records, one a line, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(encode(record) + b"\n" for record in records)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
