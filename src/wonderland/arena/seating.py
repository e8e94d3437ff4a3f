"""Who sits where. A deal is played in several seatings, so that no bot gains by its seat or its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

LineUp = tuple[str, ...]
Seating = tuple[str, ...]

#: A line-up with more seatings than this is played in a balanced selection of them.
MAX_SEATINGS = 24


def line_ups(bots: Sequence[str], players: int) -> tuple[LineUp, ...]:
    """Which bots sit at one table: every combination of ``players`` bots; too few are filled up with the last one.

    >>> line_ups(["queen", "greedy"], 4)
    (('queen', 'greedy', 'greedy', 'greedy'),)
    >>> line_ups(["queen", "cat", "rabbit"], 2)
    (('queen', 'cat'), ('queen', 'rabbit'), ('cat', 'rabbit'))
    """
    filled = [*bots, *[bots[-1]] * (players - len(bots))]
    order = {bot: index for index, bot in enumerate(dict.fromkeys(filled))}
    chosen = (tuple(sorted(choice, key=order.__getitem__)) for choice in combinations(filled, players))
    return tuple(dict.fromkeys(chosen))


def seatings(line_up: LineUp) -> tuple[Seating, ...]:
    """All distinct seatings of a line-up or, where they are many, a balanced selection of them.

    >>> seatings(("queen", "greedy", "greedy"))
    (('queen', 'greedy', 'greedy'), ('greedy', 'queen', 'greedy'), ('greedy', 'greedy', 'queen'))
    """
    players = len(line_up)
    if count_seatings(line_up) <= max(MAX_SEATINGS, players * (players - 1)):
        return tuple(_all_seatings(line_up))
    return tuple(tuple(line_up[place] for place in order) for order in balanced_orders(players))


def count_seatings(line_up: LineUp) -> int:
    """How many distinct seatings a line-up has; identical bots are interchangeable.

    >>> count_seatings(("queen", "greedy", "greedy")), count_seatings(tuple("abcdef"))
    (3, 720)
    """
    count = 1
    for place, bot in enumerate(line_up, 1):
        count = count * place // line_up[:place].count(bot)
    return count


def _all_seatings(line_up: LineUp) -> list[Seating]:
    if not line_up:
        return [()]
    found = []
    for first in dict.fromkeys(line_up):
        rest = list(line_up)
        rest.remove(first)
        found += [(first, *others) for others in _all_seatings(tuple(rest))]
    return found


def balanced_orders(players: int) -> list[tuple[int, ...]]:
    """Orders in which every player sits in every seat, and follows every other player, equally often.

    Walecki's decomposition into Hamiltonian cycles: one player stays fixed while the others zigzag across the circle,
    rotated by one for each cycle; together the cycles contain every pair of neighbours equally often. Each cycle is
    used in both directions and in every rotation. That makes ``players * (players - 1)`` orders, the fewest possible.

    >>> len(balanced_orders(6)), balanced_orders(6)[0]
    (30, (5, 0, 1, 4, 2, 3))
    """
    others = players - 1
    zigzag = [step // 2 + 1 if step % 2 else -step // 2 for step in range(others)]
    rotations = range(players)
    # With an even number of players the cycles contain each pair twice, so each direction takes half of the rotations.
    cycles, forward, backward = (
        (others, rotations[::2], rotations[1::2]) if others % 2 else (others // 2, rotations, rotations)
    )
    orders = []
    for cycle in range(cycles):
        order = [others, *((step + cycle) % others for step in zigzag)]
        orders += [_rotated(order, places) for places in forward]
        orders += [_rotated([others, *order[:0:-1]], places) for places in backward]
    return orders


def _rotated(order: list[int], places: int) -> tuple[int, ...]:
    return (*order[places:], *order[:places])
