"""What is learned from a stretch of moves, for arrays of numpy and tensors of torch alike."""

from __future__ import annotations

from typing import Any


def td_targets(
    array: Any, trace: float, done: Any, explored: Any, shares: Any, expected: Any, after: Any, theirs: Any = None
) -> tuple[Any, Any, Any]:
    """What the critic should have said after each move and before it, by the table's seats: TD(λ).

    ``array`` is the module of the arrays; they, or lists of them, have an item for each move. After a move comes the
    result, where the game has ended, else the return of what followed. The return before a move mixes what was expected
    there with what came of the move; nothing that came of a random move counts: it says nothing about the policy.

    ``theirs``, with one item more, is true for the decisions of an opponent who does not learn. The critic knows
    nothing of these, so what came of them counts in full. The third array says which returns are known: those after
    the last own decision of a stretch are not, unless the game ended.
    """
    later, known, found = after, None if theirs is None else ~theirs[len(done)], []
    for move in reversed(range(len(done))):
        result, weight = array.where(done[move][:, None], shares[move], later), array.where(explored[move], 0.0, trace)
        known_after = array.ones_like(done[move]) if known is None else done[move] | known
        if theirs is not None:
            weight = array.where(theirs[move], 1.0, array.where(known_after, weight, 0.0))
            known = array.where(theirs[move], known_after, True)
        later = (1 - weight[:, None]) * expected[move] + weight[:, None] * result
        found.append((result, later, known_after))
    result, before, known_results = (array.stack(part) for part in zip(*reversed(found), strict=True))
    return result, before, known_results


def rotated(shares: Any, seats: Any, rows: Any, places: Any) -> Any:
    """Shares counted from a seat on, where those given are by the table's seats; ``-seats`` rotates them back.

    ``rows`` and ``places`` are the numbers of the rows, in a column, and of the seats.
    """
    return shares[rows, (places + seats[:, None]) % shares.shape[1]]
