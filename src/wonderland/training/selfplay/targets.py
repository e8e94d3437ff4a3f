"""What is learned from a stretch of moves, for arrays of numpy and tensors of torch alike."""

from __future__ import annotations

from typing import Any


def td_targets(
    array: Any, trace: float, done: Any, explored: Any, shares: Any, expected: Any, after: Any
) -> tuple[Any, Any]:
    """What the critic should have said after each move and before it, by the table's seats: TD(λ).

    ``array`` is the module of the arrays; they, or lists of them, have an item for each move. After a move comes the
    result, where the game has ended, else the return of what followed. The return before a move mixes what was expected
    there with what came of the move; nothing that came of a random move counts: it says nothing about the policy.
    """
    later, results = after, []
    for move in reversed(range(len(done))):
        result = array.where(done[move][:, None], shares[move], later)
        weight = array.where(explored[move], 0.0, trace)[:, None]
        later = (1 - weight) * expected[move] + weight * result
        results.append((result, later))
    both = [array.stack(part) for part in zip(*reversed(results), strict=True)]
    return both[0], both[1]


def rotated(shares: Any, seats: Any, rows: Any, places: Any) -> Any:
    """Shares counted from a seat on, where those given are by the table's seats; ``-seats`` rotates them back.

    ``rows`` and ``places`` are the numbers of the rows, in a column, and of the seats.
    """
    return shares[rows, (places + seats[:, None]) % shares.shape[1]]
