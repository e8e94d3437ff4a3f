"""Writes the records of a match's games as they are played, one per line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wonderland.arena.match import Match
from wonderland.core.errors import NotAllowed
from wonderland.records.writing import check_writable, encode, save


class RecordWriter:
    """Appends records to a new file, or to one that holds earlier records of the same match."""

    def __init__(self, path: Path, match: Match, games_before: int = 0) -> None:
        #: How many of the ``games_before`` that were played earlier are not in the file.
        self.missing = games_before
        check_writable(path)
        # After a crash the last record may be incomplete, or that of a game that will be played again: drop it.
        save(path, self._earlier_records(path, match, games_before) if path.exists() else ())
        self._file = path.open("ab")

    def write(self, record: Mapping[str, Any]) -> None:
        self._file.write(encode(record) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _earlier_records(self, path: Path, match: Match, games_before: int) -> Iterator[dict[str, Any]]:
        last = -1
        with path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    return
                record = _read_record(match, line, last)
                if record is None:
                    raise NotAllowed("arena_other_records", file=path)
                last = record["arena"]["game"]
                if last < games_before:
                    self.missing -= 1
                    yield record


def _read_record(match: Match, line: bytes, last: int) -> dict[str, Any] | None:
    """The record of a line, if it is one of the match with a number above ``last``."""
    try:
        record: dict[str, Any] = msgspec.json.decode(line)
        number, players = record["arena"]["game"], record["players"]
    except (msgspec.MsgspecError, UnicodeDecodeError, LookupError, TypeError):
        return None
    if type(number) is not int or number <= last or tuple(players) != match.deal_and_seating(number)[1]:
        return None
    # Comparing the cards of the first record is enough to tell another seed.
    return record if last >= 0 or _has_deal_of(match, number, record) else None


def _has_deal_of(match: Match, number: int, record: Mapping[str, Any]) -> bool:
    expected = msgspec.json.decode(encode(match.rules.record(match.deal(number), [])))
    return all(record.get(key) == value for key, value in expected.items() if value)
