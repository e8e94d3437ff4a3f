"""How the table is drawn."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test

from envs.parade.reference import any_legal
from wonderland.envs import parade_v0
from wonderland.envs.parade.picture import draw
from wonderland.envs.parade.render import named_view, table_text
from wonderland.games import parade
from wonderland.games.parade.state import State


def played(players: int, actions: int, seed: int) -> State:
    """A game after so many random actions, or at its end."""
    game, random = parade.game, Random(seed)
    state = game.deal(game.shuffle([f"Player {seat}" for seat in range(players)], random))
    for _ in range(actions):
        waiting = game.table.waiting(state)
        if waiting:
            state = game.apply(state, waiting[0], random.choice(game.legal(state, waiting[0])))
    return state


def test_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(parade_v0.env)
    assert "to play" in capsys.readouterr().out


@pytest.mark.parametrize(
    "make", [parade_v0.parallel_env, lambda **options: gymnasium.make("wonderland/Parade-v0", **options)]
)
def test_human_prints_after_every_step(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.count("line ") == 1
    game = env.unwrapped.game
    action = any_legal(game.legal(), Random(1))
    env.step({f"player_{game.seat}": action} if make is parade_v0.parallel_env else action)
    assert capsys.readouterr().out.count("line ") == 1
    env.close()


def test_text_says_what_the_seat_sees_and_nothing_else() -> None:
    for actions in (0, 11, 200):
        state = played(3, actions, seed=actions)
        text = table_text(named_view(state, 1))
        assert all(str(card) in text.split() for card in (*state.parade, *sum(state.front, ())))
        hidden = Random(7)
        for _ in range(5):
            assert table_text(named_view(parade.game.reshuffle(state, 1, hidden), 1)) == text


def test_a_picture_depends_on_what_the_seat_sees_only() -> None:
    state = played(4, 30, seed=3)
    before = np.asarray(draw(named_view(state, 2)))
    assert np.array_equal(before, np.asarray(draw(named_view(parade.game.reshuffle(state, 2, Random(1)), 2))))
    assert not np.array_equal(before, np.asarray(draw(named_view(state, 1))))


@pytest.mark.parametrize("players", [2, 6])
def test_pictures_keep_their_size_whatever_lies_there(players: int) -> None:
    sizes = {draw(named_view(played(players, actions, seed=1), 0)).size for actions in (0, 10, 30, 200)}
    assert len(sizes) == 1


def test_every_card_has_its_colour_in_the_picture() -> None:
    env = parade_v0.env(render_mode="rgb_array")
    env.reset(seed=4)
    picture: Any = env.render()
    from wonderland.envs.parade.card_faces import COLOURS

    view = named_view(env.unwrapped.game.state(), env.unwrapped.game.seat)
    shown = {card.colour for card in (*view.parade, *view.hand)}
    for colour, rgb in COLOURS.items():
        assert bool((picture == rgb).all(axis=2).any()) == (colour in shown), colour
