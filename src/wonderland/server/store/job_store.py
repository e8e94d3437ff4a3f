"""Work that any worker may do."""

from __future__ import annotations

from typing import Protocol


class JobStore(Protocol):
    """The queue of jobs."""
