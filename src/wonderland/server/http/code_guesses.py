"""Limits on guessing the invitation code of a table whose address somebody knows."""

from __future__ import annotations

from wonderland.server.rate_limits import RateLimits


def code_fits(limits: RateLimits, address: str, table: str, given: str, code: str) -> bool:
    """Whether the given code is the table's.

    A wrong one counts, by address and table: whoever guesses at one table keeps nobody beside them from another. After
    too many even the right one raises ``Limited``: else that would tell it.
    """
    guesser = f"{address} {table}"
    limits.expect("wrong_codes", guesser)
    if given == code:
        return True
    limits.take("wrong_codes", guesser)
    return False
