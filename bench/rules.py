"""The speed of the reference rules: plies a second of random games on one core, views not counted.

scripts/bench rules
"""

from __future__ import annotations

from random import Random
from time import perf_counter

from wonderland.games.registry import GAMES, AnyGame, find

SECONDS_PER_FIGURE = 2.0  #: measured for each number of players


def plies_a_second(game: AnyGame, players: int, seconds: float) -> tuple[float, float]:
    """Actions and games a second, dealing, ``legal``, ``apply`` and ``outcome`` included."""
    random = Random(players)
    names = [f"P{seat}" for seat in range(players)]
    plies = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = game.deal(game.shuffle(names, random))
        while game.outcome(state) is None:
            # Parade says whose turn it is; elsewhere, and in its last choice, anybody may act.
            turn = getattr(state, "turn", None)
            seat = int(random.random() * players) if turn is None else turn
            actions = game.legal(state, seat)
            if actions:
                state = game.apply(state, seat, actions[int(random.random() * len(actions))])
                plies += 1
        games += 1
    took = perf_counter() - start
    return plies / took, games / took


if __name__ == "__main__":
    print(f"{'game':8}{'players':>8}{'plies/s':>12}{'games/s':>12}")
    for name in GAMES:
        for number in find(name).seats:
            plies, games = plies_a_second(find(name), number, SECONDS_PER_FIGURE)
            print(f"{name:8}{number:8}{plies:12,.0f}{games:12,.0f}")
