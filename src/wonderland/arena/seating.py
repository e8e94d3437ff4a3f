"""Who sits where. A deal is played in several seatings, so that no bot gains by its seat or its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

LineUp = tuple[str, ...]
Seating = tuple[str, ...]

#: Up to so many seatings of a line-up are all played.
ALL = 24


def line_ups(bots: Sequence[str], players: int) -> tuple[LineUp, ...]:
    """Which bots meet: every choice of as many as there are seats; if there are too few, the last fills up.

    >>> line_ups(["queen", "greedy"], 4)
    (('queen', 'greedy', 'greedy', 'greedy'),)
    >>> line_ups(["queen", "cat", "rabbit"], 2)
    (('queen', 'cat'), ('queen', 'rabbit'), ('cat', 'rabbit'))
    """
    filled = [*bots, *[bots[-1]] * (players - len(bots))]
    order = {bot: place for place, bot in enumerate(dict.fromkeys(filled))}
    chosen = (tuple(sorted(choice, key=order.__getitem__)) for choice in combinations(filled, players))
    return tuple(dict.fromkeys(chosen))


def seatings(line_up: LineUp) -> tuple[Seating, ...]:
    """All different ways to seat a line-up or, where they are many, a balanced choice of them.

    >>> seatings(("queen", "greedy", "greedy"))
    (('queen', 'greedy', 'greedy'), ('greedy', 'queen', 'greedy'), ('greedy', 'greedy', 'queen'))
    """
    players = len(line_up)
    if ways(line_up) <= max(ALL, players * (players - 1)):
        return tuple(_all(line_up))
    return tuple(tuple(line_up[place] for place in order) for order in balanced(players))


def ways(line_up: LineUp) -> int:
    """How many different seatings there are; identical bots are not told apart.

    >>> ways(("queen", "greedy", "greedy")), ways(tuple("abcdef"))
    (3, 720)
    """
    count = 1
    for place, bot in enumerate(line_up, 1):
        count = count * place // line_up[:place].count(bot)
    return count


def _all(line_up: LineUp) -> list[Seating]:
    if not line_up:
        return [()]
    found = []
    for first in dict.fromkeys(line_up):
        rest = list(line_up)
        rest.remove(first)
        found += [(first, *others) for others in _all(tuple(rest))]
    return found


def balanced(players: int) -> list[tuple[int, ...]]:
    """Orders in which everyone sits in every seat, and follows everyone else, equally often.

    One stays while the others zigzag across the circle and turn by one (Walecki's cycles): so many rings hold every
    pair of neighbours equally often. Each ring is taken both ways around, and turned so that all seats come up. That
    makes ``players * (players - 1)`` orders, the fewest for which it can be.

    >>> len(balanced(6)), balanced(6)[0]
    (30, (5, 0, 1, 4, 2, 3))
    """
    others = players - 1
    zigzag = [step // 2 + 1 if step % 2 else -step // 2 for step in range(others)]
    turns = range(players)
    # With an even number the rings hold each pair twice: half of the turns one way and half the other are enough.
    rings, there, back = (others, turns[::2], turns[1::2]) if others % 2 else (others // 2, turns, turns)
    orders = []
    for ring in range(rings):
        order = [others, *((step + ring) % others for step in zigzag)]
        orders += [_turned(order, turn) for turn in there]
        orders += [_turned([others, *order[:0:-1]], turn) for turn in back]
    return orders


def _turned(order: list[int], turn: int) -> tuple[int, ...]:
    return (*order[turn:], *order[:turn])
