"""How far Alice is from perfect: the same search when it cheats, against the same Queens; and what can be won from her.

python bench/perfect.py [--players 2] [--games 400] [--ms 200] [--own-ms 110] [--jobs J] [--seed S]
python bench/perfect.py --response [--players 2] [--games 400] [--own-ms 110]

Three players take the place of one Queen, in every seat of the same deals: Alice; Alice who knows all hands; Alice who
also knows the pile. What the last two win is about the most that a search of this kind could without seeing the cards.
The way from a Queen (who wins her fair share) to them is what there was to gain; how much of it Alice has gone is said
at the end, where they win more than the Queen.

``--response`` plays a local best response instead: Alice's search at tables where all others play by the card network,
and it knows: in its beliefs and its rollouts everybody plays by that very network. What it wins above its fair share
can at least be won from the network. (Against Alice with her search, this would need her whole search in every step of
a rollout.)
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean, stdev
from typing import Any

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.parade.alice.bot import AliceSearch, random_of
from wonderland.bots.parade.alice.choices import evaluate_by_card_network
from wonderland.bots.parade.alice.race import Race
from wonderland.bots.parade.alice.rollouts import EVERYTHING, HANDS, INFERRED
from wonderland.games.parade import Action, State, View, game

#: The response to the card network, beside what a cheater may know; at which temperature it takes the network to play.
RESPONSE, NEARLY_BEST = -1, 0.005
NAMES = {INFERRED: "alice", HANDS: "alice who knows the hands", EVERYTHING: "alice who knows hands and pile"}


class Cheater(AliceSearch):
    """Alice, shown the whole state before each decision."""

    def __init__(self, seed: int, known: int) -> None:
        super().__init__(seed)
        self._known = known
        self.state: State | None = None

    def begin(self, view: View) -> Race:
        race = super().begin(view)
        if self._known != INFERRED and self.state is not None:
            race.reveal(self._known, self.state)
        return race


class Response(AliceSearch):
    """Alice's search, sure that everybody else plays what the card network likes best."""

    def begin(self, view: View) -> Race:
        key = random_of(self._seed, view).getrandbits(64)
        return Race(view, key, len(view.players), NEARLY_BEST)


class CardPlayer:
    """Plays what the card network expects most of, without search."""

    def decide(self, view: View, budget: Budget) -> Action:
        return max(evaluate_by_card_network(view), key=lambda choice: choice[1])[0]


def player(known: int, seed: int) -> Cheater | Response:
    """The player whose share is measured."""
    return Response(seed) if known == RESPONSE else Cheater(seed, known)


def play_deal(number: int, known: int, options: Namespace) -> float:
    """The share of the win in one deal, with the player in every seat in turn."""
    players = [f"P{seat}" for seat in range(options.players)]
    deal = game.shuffle(players, Random(f"{options.seed} perfect {number}"))
    shares = []
    for own in range(options.players):
        measured = player(known, number)
        seats = range(options.players)
        bots: list[Any] = [
            CardPlayer() if known == RESPONSE else registry.make("queen", number + seat) for seat in seats
        ]
        bots[own] = measured
        state = game.deal(deal)
        while (outcome := game.outcome(state)) is None:
            seat = next(seat for seat in range(options.players) if game.legal(state, seat))
            if isinstance(measured, Cheater):
                measured.state = state
            budget = Budget(options.own_ms if seat == own else options.ms)
            state = game.apply(state, seat, bots[seat].decide(game.view(state, seat), budget))
        shares.append((own in outcome.winners) / len(outcome.winners))
    return fmean(shares)


def main() -> None:
    """Play the three matches, and say how far Alice has come."""
    parser = ArgumentParser(description="How far Alice is from perfect.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--ms", type=int, default=200, help="the Queens' milliseconds a decision (200)")
    parser.add_argument("--own-ms", type=int, default=110, help="Alice's (110)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--response", action="store_true", help="a local best response to the card network")
    options = parser.parse_args()
    deals, means = -(-options.games // options.players), {}
    measured = {RESPONSE: "local best response to the card network"} if options.response else NAMES
    with ProcessPoolExecutor(options.jobs) as pool:
        for known, name in measured.items():
            found = list(pool.map(play_deal, range(deals), [known] * deals, [options] * deals))
            means[known] = fmean(found)
            margin = 1.96 * stdev(found) / len(found) ** 0.5
            print(
                f"{name:32} {100 * means[known]:.1f} ± {100 * margin:.1f} % of {deals * options.players} games",
                flush=True,
            )
    fair = 1 / options.players
    for known in (HANDS, EVERYTHING):
        if means.get(known, 0.0) <= fair:
            continue
        gone = (means[INFERRED] - fair) / (means[known] - fair)
        print(f"of the way from Queen to {NAMES[known]}: {100 * gone:.0f} %")


if __name__ == "__main__":
    main()
