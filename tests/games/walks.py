"""Random games for property tests: Hypothesis chooses the deal and every action, and shrinks both."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from wonderland.core.game import Done
from wonderland.games.registry import GAMES, AnyGame, find

games = st.sampled_from([find(name) for name in GAMES])


@st.composite
def deals(draw: st.DrawFn) -> tuple[AnyGame, Any]:
    game = draw(games)
    players = draw(st.integers(game.seats[0], game.seats[-1]))
    seed = draw(st.integers(0, 2**32 - 1))
    # Names come from people: anything goes, line ends of all alphabets included.
    names = draw(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=players, max_size=players))
    return game, game.shuffle(names, Random(seed))


def walk(game: AnyGame, deal: Any, choices: Random, longest: int = 400) -> Iterator[tuple[Any, Done[Any] | None]]:
    """Every state of a random game and the action that led to it; the deal has none."""
    state = game.deal(deal)
    yield state, None
    for _ in range(longest):
        actions = [Done(seat, action) for seat in range(len(state.players)) for action in game.legal(state, seat)]
        if not actions:
            return
        done = choices.choice(actions)
        state = game.apply(state, done.seat, done.action)
        yield state, done


def some_state(game: AnyGame, deal: Any, choices: Random, length: int) -> Any:
    """The state after at most ``length`` actions."""
    for state, _ in walk(game, deal, choices, length):
        last = state
    return last
