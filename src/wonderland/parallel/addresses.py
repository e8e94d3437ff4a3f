"""What ``--ray`` may be told: where a cluster is."""

from __future__ import annotations

import re

#: Ray's own word for a cluster of this machine alone, which starts and ends with the command.
LOCAL = "local"

_HEAD = re.compile(r"([\w.-]+|\[[\da-fA-F:.]+\]):(\d{1,5})")


def is_address(text: str) -> bool:
    """Whether this can be the address of a Ray cluster.

    >>> [is_address(text) for text in ("local", "192.0.2.7:6379", "[::1]:6379", "queen", "alice:level=3")]
    [True, True, True, False, False]
    """
    return text == LOCAL or head_of(text) is not None


def head_of(address: str) -> tuple[str, int] | None:
    """The host and the port of a cluster's head.

    >>> head_of("[::1]:6379")
    ('::1', 6379)
    """
    found = _HEAD.fullmatch(address)
    return (found[1].strip("[]"), int(found[2])) if found else None
