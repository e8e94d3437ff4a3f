"""Batches of Parade: the same games as the rules' and the simulator's, reproducible, and clear about what is wrong."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import numpy as np
import pytest

from cases import cases
from wonderland.core.errors import WonderlandError
from wonderland.envs import ParadeBatch
from wonderland.envs.parade.actions import ACTIONS, action_of, number_of
from wonderland.games import parade
from wonderland.games.parade.state import Cards
from wonderland.sim import simulate

PLAYERS = cases([2, 3], [4, 5, 6], "every number of players is compiled")
ARRAYS = ("observation", "mask", "seat", "reward", "done", "scores")


def contents(batch: ParadeBatch) -> dict[str, bytes]:
    return {name: np.ascontiguousarray(getattr(batch, name)).tobytes() for name in (*ARRAYS, "number")}


@pytest.mark.parametrize("players", PLAYERS)
def test_batches_play_by_the_rules(players: int) -> None:
    """Beside the reference rules: who acts, what is legal, the state after each action, and the end."""
    batch = ParadeBatch(6, players, seed=players, autoreset=False)
    states = [batch.state(game) for game in range(6)]
    while not batch.done.all():
        before = [(int(seat), batch.mask[game].copy()) for game, seat in enumerate(batch.seat)]
        actions = batch.random_actions().copy()
        batch.step(actions)
        for game, (seat, mask) in enumerate(before):
            if seat < 0:
                continue
            state = states[game]
            legal = parade.game.legal(state, seat)
            assert np.flatnonzero(mask).tolist() == sorted(number_of(action, state.hands[seat]) for action in legal)
            states[game] = parade.game.apply(state, seat, action_of(int(actions[game]), state.hands[seat]))
            outcome = parade.game.outcome(states[game])
            assert batch.done[game] == (outcome is not None)
            if outcome is None:
                assert in_order(batch.state(game)) == in_order(states[game])
            else:
                assert tuple(batch.scores[game]) == outcome.scores
                share = [1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in range(players)]
                expected = [(players * part - 1) / (players - 1) for part in share]
                assert batch.reward[game].tolist() == pytest.approx(expected)


def in_order(state: parade.State) -> parade.State:
    """A state whose hands and fronts are in order: the rules and a batch hold them in different ones."""

    def ordered(piles: tuple[Cards, ...]) -> tuple[Cards, ...]:
        return tuple(tuple(sorted(pile, key=lambda card: card.number)) for pile in piles)

    return msgspec.structs.replace(state, hands=ordered(state.hands), front=ordered(state.front))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seed_deals_the_simulators_games(players: int) -> None:
    """Compiled bots play the very games of the simulator."""
    games, bots = 200, ["random", "greedy"] * 3
    batch = ParadeBatch(games, players, seed=9, autoreset=False)
    scores = np.zeros((games, players), np.int64)
    while not batch.done.all():
        at_random = batch.bot_actions("random").copy()
        batch.step(np.where(batch.seat % 2 == 0, at_random, batch.bot_actions("greedy")))
        scores += batch.scores
    assert (scores == simulate(players, games, 9, bots[:players]).scores).all()


def test_the_same_seed_and_actions_give_the_same_arrays() -> None:
    one, other, third = (ParadeBatch(50, 2, seed=seed) for seed in (4, 4, 5))
    assert contents(one) != contents(third)
    for _ in range(80):
        actions = one.random_actions().copy()
        one.step(actions)
        other.step(actions)
    assert contents(one) == contents(other)
    one.seed(5)
    assert contents(one) == contents(third)


def test_a_finished_game_is_followed_by_the_next_in_the_same_step() -> None:
    batch, ended = ParadeBatch(40, 2, seed=1), np.zeros(40, int)
    for _ in range(120):
        batch.step(batch.random_actions())
        assert (batch.reward.any(axis=1) <= batch.done).all()
        assert abs(batch.reward.sum(axis=1)).max() < 1e-6
        ended += batch.done
        assert (batch.number == np.arange(40) + 40 * ended).all()
        assert (batch.mask.sum(axis=1) >= 5).all()
    assert ended.min() >= 1


def test_without_autoreset_a_finished_game_waits_to_be_dealt() -> None:
    batch = ParadeBatch(20, 2, seed=1, autoreset=False)
    while not batch.done.all():
        batch.step(batch.random_actions())
    assert (batch.seat == -1).all()
    assert not batch.mask.any()
    before = batch.observation.copy()
    batch.step(np.zeros(20, np.int64))
    assert not batch.reward.any()
    assert (batch.observation == before).all()
    which = np.arange(20) % 3 == 0
    batch.reset(which)
    assert (batch.seat >= 0).tolist() == which.tolist()
    assert (batch.number == np.arange(20) + 20 * which).all()
    assert (batch.done == ~which).all()


@pytest.mark.parametrize("kind", ["compact", "rich", "privileged"])
def test_dealing_some_games_anew_writes_their_rows_alone(kind: str) -> None:
    batch = ParadeBatch(20, 2, seed=1, observation=kind, autoreset=False)
    for _ in range(30):
        batch.step(batch.random_actions())
    which = np.arange(20) % 3 == 0
    batch.observation[~which] = 1
    batch.reset(which)
    assert (batch.observation[~which] == 1).all()
    assert (batch.observation[which] == batch.observe()[which]).all()
    assert batch.mask[which].sum(axis=1).tolist() == [5] * 7


@pytest.mark.parametrize("kind", ["compact", "rich", "privileged"])
@pytest.mark.parametrize("copied", [deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_alike_in_arrays_of_its_own(kind: str, copied: Callable[[ParadeBatch], ParadeBatch]) -> None:
    batch = ParadeBatch(8, 2, seed=5, observation=kind)
    batch.step(batch.random_actions())
    before, other = contents(batch), copied(batch)
    for _ in range(50):
        other.step(other.random_actions())
    assert contents(batch) == before
    for _ in range(50):
        batch.step(batch.random_actions())
    assert contents(batch) == contents(other)


def test_opponents_play_until_the_first_seat_is_asked() -> None:
    batch, ended = ParadeBatch(200, 3, seed=2, opponents=["greedy", "random"]), 0
    total = np.zeros(3)
    for _ in range(60):
        assert (batch.seat == 0).all()
        batch.step(batch.random_actions())
        total += batch.reward.sum(axis=0)
        ended += int(batch.done.sum())
    assert ended > 300
    assert total[1] / ended > 0.3 > total[0] / ended


def test_an_illegal_action_is_refused_in_a_sentence_and_changes_nothing() -> None:
    batch = ParadeBatch(3, 2, seed=1)
    before = contents(batch)
    actions = batch.mask.argmax(axis=1)
    wrong = int(np.flatnonzero(~batch.mask[1])[0])
    with pytest.raises(WonderlandError, match=rf"Game 1: action {wrong} plays .* legal actions: \d+"):
        batch.step([actions[0], wrong, actions[2]])
    with pytest.raises(WonderlandError, match="Game 2: action 70 is not possible now"):
        batch.step([actions[0], actions[1], 70])
    for action in (-1, ACTIONS):
        with pytest.raises(WonderlandError, match="0 to 71"):
            batch.step([actions[0], action, actions[2]])
    odd = {"actions: must be whole numbers, not float64": actions * 1.0}
    for given in (actions[:2], actions[:1], actions[0], actions[:, None]):
        odd[re.escape(f"actions: must have the shape (3,), not {given.shape}")] = given
    for sentence, given in odd.items():
        with pytest.raises(WonderlandError, match=sentence):
            batch.step(given)
    assert contents(batch) == before
    unchecked = ParadeBatch(3, 2, seed=1, check=False)
    unchecked.step(np.array([actions[0], wrong, actions[2]]))
    assert contents(unchecked) != before
    assert unchecked.state(1) == batch.state(1)


@pytest.mark.parametrize("kind", ["i1", "u8", "<i4", ">i4"])
def test_actions_are_whole_numbers_of_any_type(kind: str) -> None:
    batch, other = ParadeBatch(3, 2, seed=1), ParadeBatch(3, 2, seed=1)
    batch.step(batch.random_actions())
    other.step(other.random_actions().astype(kind))
    assert contents(batch) == contents(other)


def test_given_decks_are_dealt() -> None:
    decks = np.random.default_rng(3).permuted(np.tile(np.arange(66), (4, 1)), axis=1)
    batch = ParadeBatch(4, 3)
    batch.deal(decks, [0, 1, 2, 1])
    for game, first in enumerate([0, 1, 2, 1]):
        deck = tuple(parade.DECK[number] for number in decks[game])
        deal = parade.Deal(players=("a", "b", "c"), deck=deck, first=first)
        assert batch.state(game, ("a", "b", "c")) == parade.game.deal(deal)
    with pytest.raises(WonderlandError, match="decks"):
        batch.deal(decks[:3], 0)


def test_results_are_written_into_the_callers_arrays() -> None:
    arrays: dict[str, Any] = {"observation": np.zeros((8, 640), np.float16), "reward": np.ones((8, 2), np.float32)}
    batch = ParadeBatch(8, 2, observation="rich", arrays=arrays)
    assert np.shares_memory(batch.observation, arrays["observation"])
    assert arrays["observation"].any()
    assert not arrays["reward"].any()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"observation": np.zeros((8, 640), np.float32)}, r"observation must be float16 \(8, 640\), not float32"),
        ({"reward": np.ones((2, 8), np.float32).T}, "C order"),
        ({"rewards": np.ones((8, 2))}, "rewards"),
        ({"mask": [True]}, "mask must be bool"),
    ]
    for given, sentence in wrong:
        with pytest.raises(WonderlandError, match=sentence):
            ParadeBatch(8, 2, observation="rich", arrays=given)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, "games"),
        ({"players": 7}, "players"),
        ({"observation": "full"}, 'no observation "full"; there are compact, rich, privileged'),
        ({"device": "tpu"}, 'no device "tpu"; there are cpu, cuda'),
        ({"opponents": ["greedy", "greedy"]}, "2 opponents"),
        ({"opponents": ["hatter"]}, "hatter"),
        ({"opponents": 3}, r'the names of bots, such as \["random"\], not "3"'),
        ({"observation": ["rich"]}, "no observation"),
        ({"seed": "one"}, '^seed: must be a whole number, not "one"$'),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WonderlandError, match=sentence):
        ParadeBatch(**({"games": 2, "players": 2} | arguments))
