"""Random plies a second of other projects' card games, beside ours, in one run: ``scripts/bench peers``.

Needs whichever of open_spiel, rlcard and pettingzoo (with rlcard) are to be measured; those missing are left out.
The games differ, so this is for scale only: all but our simulator are driven from Python, as their users drive
them. OpenSpiel's plies include its chance moves, the deal among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any

from wonderland.games import parade
from wonderland.sim import statistics

SECONDS_PER_FIGURE = 2.0

#: Plays one game at random and says how many plies it had.
Play = Callable[[Random], int]


def ours() -> Iterator[tuple[str, float]]:
    """The simulator on one thread, and the plain rules."""
    for players in (2, 4):
        statistics(players, 1)
        started = perf_counter()
        found = statistics(players, 2_000_000, threads=1)
        yield f"wonderland.sim, {players} players", found.games * found.plies.mean / (perf_counter() - started)

    def plain(random: Random) -> int:
        state = parade.game.deal(parade.game.shuffle(["Ann", "Bob"], random))
        while (seat := state.turn) is not None:
            state = parade.game.apply(state, seat, parade.Play(random.choice(state.hands[seat])))
        return len(state.history)

    yield "wonderland's plain rules, 2 players", rate(plain)


def open_spiel() -> Iterator[tuple[str, float]]:
    pyspiel: Any = import_module("pyspiel")
    for name in ("leduc_poker", "crazy_eights", "gin_rummy", "hearts"):
        game = pyspiel.load_game(name)

        def play(random: Random, game: Any = game) -> int:
            state, plies = game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                plies += 1
            return plies

        yield f"OpenSpiel {name}", rate(play)


def rlcard() -> Iterator[tuple[str, float]]:
    library: Any = import_module("rlcard")
    for name in ("leduc-holdem", "uno", "gin-rummy"):
        env = library.make(name)

        def play(random: Random, env: Any = env) -> int:
            state, _ = env.reset()
            plies = 0
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                plies += 1
            return plies

        yield f"RLCard {name}", rate(play)


def pettingzoo() -> Iterator[tuple[str, float]]:
    for name in ("leduc_holdem_v4", "texas_holdem_v4"):
        env: Any = import_module(f"pettingzoo.classic.{name}").env()

        def play(random: Random, env: Any = env) -> int:
            env.reset()
            plies = 0
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                env.step(random.choice([int(action) for action in seen["action_mask"].nonzero()[0]]))
                plies += 1
            return plies

        yield f"PettingZoo {name}", rate(play)


def rate(play: Play) -> float:
    """Plies a second over a few seconds."""
    random, plies = Random(1), 0
    play(random)
    started = perf_counter()
    while (seconds := perf_counter() - started) < SECONDS_PER_FIGURE:
        plies += play(random)
    return plies / seconds


if __name__ == "__main__":
    print(f"{'random plies a second':40}")
    for source in (ours, open_spiel, rlcard, pettingzoo):
        with suppress(ImportError):
            for name, found in source():
                print(f"{name:40}{found:14,.0f}", flush=True)
