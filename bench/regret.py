"""What a decision of Parade loses, by Alice's own account: how much better her search could be with any time.

python bench/regret.py [--players 2] [--positions 200] [--worlds 6000] [--seed S]

In positions before the last round, from games of ``alice:net`` with some chance in its choices, every card is played
to the end in many sampled worlds, where all go on by the card network. That is the truth that Alice's search looks for.
A choice loses what the best card wins more often than the chosen one; which card is the best is said by one half of the
worlds, what it is worth by the other; where half of the worlds name the wrong card, the loss comes out too small.
Whoever plays on otherwise than the card network, such as a Queen, finds another truth: the losses say how well the
search searches, not who wins.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.parade.alice.bot import AliceSearch, NetworkBot
from wonderland.bots.parade.alice.choices import evaluate_by_card_network, evaluate_choices
from wonderland.bots.parade.alice.race import Race
from wonderland.bots.parade.alice.rollouts import TO_THE_END
from wonderland.games.parade import View, game
from wonderland.games.parade.state import Play

#: How much chance there is in the games, and how many positions are taken from each.
TEMPERATURE, POSITIONS_PER_GAME = 0.02, 3
#: Every so many decisions show how it goes.
SHOWN_EVERY = 50


def views(options: Namespace) -> Iterator[View]:
    """Decisions before the last round, a few of each game."""
    names = [f"P{seat}" for seat in range(options.players)]
    for number in range(options.positions):
        random = Random(f"{options.seed} regret {number}")
        state, found = game.deal(game.shuffle(names, random)), []
        bots = [NetworkBot(number * options.players + seat, TEMPERATURE) for seat in range(options.players)]
        while game.outcome(state) is None:
            seat = next(seat for seat in range(options.players) if game.legal(state, seat))
            view = game.view(state, seat)
            if view.phase != "play" or view.last_round is not None:
                break
            found.append(view)
            state = game.apply(state, seat, bots[seat].decide(view, Budget(1)))
        yield from random.sample(found, min(POSITIONS_PER_GAME, len(found)))


def values(view: View, worlds: int, key: int) -> Any:
    """How often each card wins, played to the end."""
    race = Race(view, key, TO_THE_END)
    race.play(worlds)
    found = {one.action: one.share for one in race.ranking()}
    return np.array([found[Play(card)] for card in view.hand])


def choosers() -> dict[str, Callable[[View], Play]]:
    """Who chooses."""

    def best(choices: list[tuple[Any, float]]) -> Play:
        chosen = max(choices, key=lambda choice: choice[1])[0]
        assert isinstance(chosen, Play)
        return chosen

    def search(bot: Any, milliseconds: int) -> Callable[[View], Play]:
        return lambda view: bot.rank(view, Budget(milliseconds))[0].action

    queen: Any = registry.make("queen", 1)
    return {
        "queen, 20 ms": search(queen, 20),
        "queen, 200 ms": search(queen, 200),
        "card network": lambda view: best(evaluate_by_card_network(view)),
        "deep network": lambda view: best(evaluate_choices(view)),
        "alice, 20 ms": search(AliceSearch(1), 20),
        "alice, 200 ms": search(AliceSearch(1), 200),
    }


def losses(view: View, worlds: int, key: int, chosen: list[int]) -> list[float]:
    """What each choice loses: each half of the worlds says once which card is the best, and the other by how much."""
    halves = [values(view, worlds // 2, key + half) for half in range(2)]
    return [
        fmean(float(other[int(np.argmax(one))] - other[choice]) for one, other in (halves, halves[::-1]))
        for choice in chosen
    ]


def main() -> None:
    """Print what everyone's decisions lose."""
    parser = ArgumentParser(description="What a decision loses, by Alice's own account.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    bots, found = choosers(), []
    for number, view in zip(range(options.positions), views(options), strict=False):
        chosen = [view.hand.index(choose(view).card) for choose in bots.values()]
        found.append(losses(view, options.worlds, (options.seed + number) << 32, chosen))
        if len(found) % SHOWN_EVERY == 0 or len(found) == options.positions:
            print(f"{len(found)} decisions with {options.players} players, in thousandths of a win:")
            for name, own in zip(bots, zip(*found, strict=True), strict=True):
                print(f"  {name:14} {1000 * fmean(own):5.1f} ± {1960 * stdev(own) / len(own) ** 0.5:.1f}", flush=True)


if __name__ == "__main__":
    main()
