"""Moments of games of Parade, and a wait for what another process says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

from wonderland.bots.bot import Budget
from wonderland.bots.parade.heuristic import Heuristic
from wonderland.games.parade import Action, Play, State, View, game

QUICK = Budget(milliseconds=1)


def hatter(view: View) -> Action:
    return Heuristic(0).decide(view, QUICK)


def dealt(players: int = 2, seed: int = 0) -> State:
    return game.deal(game.shuffle(["Ann", "Bob", "Cy", "Di", "Eve", "Flo"][:players], Random(seed)))


def asked(state: State) -> int:
    """A seat that has something to do."""
    return next(seat for seat in range(len(state.players)) if game.legal(state, seat))


def opening(players: int = 2) -> View:
    """A first view in which the Hatter plays neither the first nor the last card of the hand."""
    for seed in range(100):
        view = game.view(state := dealt(players, seed), asked(state))
        if hatter(view) not in (Play(view.hand[0]), Play(view.hand[-1])):
            return view
    raise AssertionError("the Hatter always plays an end of the hand")


def positions(players: int, seed: int) -> Iterator[tuple[State, int]]:
    """A game among Hatters."""
    state = dealt(players, seed)
    while not state.over:
        seat = asked(state)
        yield state, seat
        state = game.apply(state, seat, hatter(game.view(state, seat)))


async def number(folder: Path) -> int:
    """The number of the process that tells it next."""
    with await asyncio.to_thread((folder / "pipe").open) as pipe:
        return int(await asyncio.to_thread(pipe.readline))


async def open_gate(folder: Path) -> None:
    await asyncio.to_thread((folder / "gate").write_text, "open")
