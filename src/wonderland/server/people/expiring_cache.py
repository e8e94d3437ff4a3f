"""A cache of people, so that a request need not read them from the database."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Value = TypeVar("Value")

MAX_CACHED = 20_000
#: Entries expire because another process, such as ``wonderland admin``, may write to the database, too.
MAX_AGE_MS = 5_000


class ExpiringCache(Generic[Value]):
    """A bounded cache with expiry. A value read before an invalidation is not stored after it."""

    def __init__(self, max_size: int = MAX_CACHED, max_age: int = MAX_AGE_MS) -> None:
        self._entries: OrderedDict[str, tuple[int, Value]] = OrderedDict()
        self._max_size = max_size
        self._max_age = max_age
        #: Counts invalidations; pass the count from before reading to ``store``.
        self.changes = 0

    def get(self, key: str, now: int) -> Value | None:
        at, value = self._entries.get(key, (0, None))
        return value if value is not None and now - at < self._max_age else None

    def store(self, key: str, value: Value, now: int, changes: int) -> None:
        if changes != self.changes:
            return
        self._entries[key] = (now, value)
        self._entries.move_to_end(key)
        if len(self._entries) > self._max_size:
            self._entries.popitem(last=False)

    def forget(self, *keys: str) -> None:
        self.changes += 1
        for key in keys:
            self._entries.pop(key, None)

    def clear(self) -> None:
        self.changes += 1
        self._entries.clear()
