"""What a client sent and was told, in order, and what that says about its actions and its views."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from wonderland.core.changes import apply

Message = dict[str, Any]


class Line(NamedTuple):
    """One message: when, on which of the client's connections, from it or to it."""

    at: float
    connection: int
    sent: bool
    message: Message


class Told:
    """A transcript as the checker reads it: what ``server.faults.kept.compare`` wants to know of a client, and more."""

    def __init__(self, name: str, table: str, lines: Iterable[Line]) -> None:
        self.name = name
        self.table = table
        self.lines = list(lines)
        self.seat: int | None = None
        #: The newest that it knew in the end.
        self.version = 0
        self.sent: dict[str, str] = {}
        self.done: dict[str, int] = {}
        self.refused: dict[str, Message] = {}
        #: When an action was sent first, and when it was acknowledged first.
        self.sent_at: dict[str, float] = {}
        self.done_at: dict[str, float] = {}
        #: Acknowledged as two versions: the message, the first version, the other.
        self.done_again: list[tuple[str, int, int]] = []
        for line in self.lines:
            self._read(line)

    def _read(self, line: Line) -> None:
        message = line.message
        match message["type"]:
            case "act" if line.sent:
                self.sent.setdefault(message["id"], message["action"])
                self.sent_at.setdefault(message["id"], line.at)
                self.refused.pop(message["id"], None)  # sent again under the same id, which was free
            case "accepted":
                id, version = message["id"], message["version"]
                if self.done.setdefault(id, version) != version:
                    self.done_again.append((id, self.done[id], version))
                self.done_at.setdefault(id, line.at)
            case "refused":
                self.refused[message["id"]] = message
            case "snapshot":
                self.seat, self.version = message["table"]["seat"], message["version"]
            case "event":
                self.version = message["version"]

    def views(self) -> Iterator[tuple[int, Any]]:
        """Every view that the client had, with its version, up to a gap. It changes with the next one."""
        view: Any = None
        version = 0
        for line in self.lines:
            if line.message["type"] == "snapshot":
                view = copy.deepcopy(line.message["table"])
            elif line.message["type"] == "event":
                if line.message["version"] != version + 1:
                    return
                view = apply(view, copy.deepcopy(line.message["changes"]))
            else:
                continue
            version = line.message["version"]
            yield version, view

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Events that did not follow on what the client had: the version it had, and the event's."""
        version = 0
        for line in self.lines:
            kind, new = line.message["type"], line.message.get("version", 0)
            if kind == "event" and new != version + 1:
                yield version, new
            if kind in ("snapshot", "event"):
                version = new
