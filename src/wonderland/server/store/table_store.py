"""What is kept of the tables: their logs, and the lists of tables."""

from __future__ import annotations

from typing import Protocol


class TableStore(Protocol):
    """The tables."""
