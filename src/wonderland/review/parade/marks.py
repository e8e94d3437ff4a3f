"""How bad an error is, and which moves are right."""

from __future__ import annotations

from wonderland.review.parade.report import Mark

#: By mark, the least error in shares of a win with two players; with more players a fair share is smaller, and so
#: are these.
LEAST_ERRORS: dict[Mark, float] = {"doubtful": 0.01, "mistake": 0.03, "blunder": 0.06}
#: An error of fewer standard errors than this may be none.
BEYOND_DOUBT = 2.0


def mark_of(error: float, standard_error: float, players: int) -> Mark | None:
    """The mark of an error, none where it is small or not beyond doubt.

    >>> mark_of(0.04, 0.01, players=2), mark_of(0.04, 0.01, players=4), mark_of(0.04, 0.03, players=2)
    ('mistake', 'blunder', None)
    """
    found: Mark | None = None
    if error > BEYOND_DOUBT * standard_error:
        for mark, least in LEAST_ERRORS.items():
            found = mark if error >= least * 2 / players else found
    return found
