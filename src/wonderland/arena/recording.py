"""The records of a match's games as they are played, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wonderland.records.writing import check_place, encode, save


class Recorder:
    """Appends records to a file; ``after`` is how many games of the match were played before."""

    def __init__(self, path: Path, after: int = 0) -> None:
        check_place(path)
        # A crash can leave the record of a game that is played again, or half of one.
        save(path, _kept(path, after) if after and path.exists() else ())
        self._file = path.open("ab")

    def keep(self, record: Mapping[str, Any]) -> None:
        self._file.write(encode(record) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _kept(path: Path, after: int) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            try:
                record = msgspec.json.decode(line)
                if record["arena"]["game"] < after:
                    yield record
            except (msgspec.MsgspecError, LookupError, TypeError):
                continue
