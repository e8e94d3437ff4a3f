"""People lately read, in memory, so that a request need not ask the database who somebody is."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")

MOST = 20_000
#: Milliseconds for which it is believed: another process, such as ``wonderland admin``, may write to the file too.
FRESH = 5_000


class ExpiringCache(Generic[Value]):
    """A bounded memory by key. What is forgotten while somebody reads it is not remembered from before."""

    def __init__(self, most: int = MOST, fresh: int = FRESH) -> None:
        self._kept: OrderedDict[str, tuple[int, Value]] = OrderedDict()
        self._most = most
        self._fresh = fresh
        #: Counts what was forgotten; give what it was before reading to ``remember``.
        self.changes = 0

    def get(self, key: str, now: int) -> Value | None:
        at, value = self._kept.get(key, (0, None))
        return value if value is not None and now - at < self._fresh else None

    def remember(self, key: str, value: Value, now: int, changes: int) -> None:
        if changes != self.changes:
            return
        self._kept[key] = (now, value)
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def forget(self, *keys: str) -> None:
        self.changes += 1
        for key in keys:
            self._kept.pop(key, None)

    def clear(self) -> None:
        self.changes += 1
        self._kept.clear()
