"""What ``--ray`` may be told: where a cluster is."""

from __future__ import annotations

import re

#: Ray's own words for a cluster of this machine alone that starts and ends with the command, and for the one that runs
#: on this machine already.
LOCAL, RUNNING = "local", "auto"

_ADDRESS = re.compile(rf"{LOCAL}|{RUNNING}|(ray://)?[\w.-]+:\d+|(ray://)?\[[\da-fA-F:.]+\]:\d+")


def is_address(text: str) -> bool:
    """Whether this can be the address of a Ray cluster.

    >>> [is_address(text) for text in ("auto", "192.0.2.7:6379", "ray://head:10001", "queen", "alice:level=3")]
    [True, True, True, False, False]
    """
    return _ADDRESS.fullmatch(text) is not None
