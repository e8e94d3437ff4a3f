"""The records of a match's games as they are played, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wonderland.arena.match import Match
from wonderland.core.errors import NotAllowed
from wonderland.records.writing import check_writable, encode, save


class Recorder:
    """Appends records to a file that is new or holds others of the same match; ``after`` games were played before."""

    def __init__(self, path: Path, match: Match, after: int = 0) -> None:
        #: How many of those games are not in the file.
        self.missing = after
        check_writable(path)
        # A crash can leave the record of a game that is played again, or half of one.
        save(path, self._kept(path, match, after) if path.exists() else ())
        self._file = path.open("ab")

    def keep(self, record: Mapping[str, Any]) -> None:
        self._file.write(encode(record) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _kept(self, path: Path, match: Match, after: int) -> Iterator[dict[str, Any]]:
        last = -1
        with path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    return
                record = _of(match, line, last)
                if record is None:
                    raise NotAllowed("arena_other_records", file=path)
                last = record["arena"]["game"]
                if last < after:
                    self.missing -= 1
                    yield record


def _of(match: Match, line: bytes, last: int) -> dict[str, Any] | None:
    """A record, if it is one of the match and comes after the last."""
    try:
        record: dict[str, Any] = msgspec.json.decode(line)
        number, players = record["arena"]["game"], record["players"]
    except (msgspec.MsgspecError, UnicodeDecodeError, LookupError, TypeError):
        return None
    if type(number) is not int or number <= last or tuple(players) != match.where(number)[1]:
        return None
    # The cards of the first tell one seed from another.
    return record if last >= 0 or _same_cards(match, number, record) else None


def _same_cards(match: Match, number: int, record: Mapping[str, Any]) -> bool:
    dealt = msgspec.json.decode(encode(match.rules.record(match.deal(number), [])))
    return all(record.get(key) == value for key, value in dealt.items() if value)
