"""Labels some rounds ahead: they equal slow ones by the plain rules, and a training learns from them."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cases import cases
from wonderland.bots.parade.alice.choices import evaluate_by_card_network
from wonderland.bots.parade.network.layout import NUMBERS_SIZE
from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.core.errors import WonderlandError
from wonderland.envs.parade.actions import number_of
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.games.parade import game
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.candidates import CANDIDATES, WHOLE, Candidates, new_scratch, write_games
from wonderland.training.selfplay.checkpoints import Checkpoint, Run, Training, read_checkpoint
from wonderland.training.selfplay.cpu_learner import CpuLearner
from wonderland.training.selfplay.gradients import new_room
from wonderland.training.selfplay.lookahead import look_ahead
from wonderland.training.selfplay.losses import evaluate_candidates
from wonderland.training.selfplay.match import Matches
from wonderland.training.selfplay.opponents import set_beginning
from wonderland.training.selfplay.plot import draw
from wonderland.training.selfplay.settings import Settings, settings_for
from wonderland.training.selfplay.trainer import Trainer, set_look_ahead

WEIGHTS = Path(str(resources.files("wonderland.bots.parade.network").joinpath("weights.npz")))
GAMES, ROUNDS = 3, 2


def candidates_of(batch: ParadeBatch) -> Candidates:
    """What there is to choose from in each game."""
    found = Candidates(
        np.zeros((batch.games, 2, CANDIDATES, DECK_SIZE), np.uint8),
        np.zeros((batch.games, 2, CANDIDATES, NUMBERS_SIZE), np.uint8),
        np.zeros((batch.games, DECK_SIZE), np.uint8),
        np.zeros((batch.games, NUMBERS_SIZE), np.uint8),
        np.zeros((batch.games, CANDIDATES), np.int16),
    )
    position = np.zeros(DECK_SIZE, np.uint8), np.zeros(NUMBERS_SIZE, np.uint8)
    write_games(*batch.kernel_state, new_scratch(), position, tuple(found))
    return found


def shares_after(players: int, candidates: Candidates, which: int) -> list[float]:
    """What the position network says of a candidate of the only game, from its seat on."""
    network = load_network(POSITION, players)
    out = np.zeros((1, CANDIDATES, players), np.float32)
    evaluate_candidates(players, WHOLE, tuple(candidates), tuple(network), new_room(*network.pooled.shape), out)
    powers = np.exp(out[0, which].astype(float))
    shares: list[float] = (powers / powers.sum()).tolist()
    return shares


def slow_label(batch: ParadeBatch, number: int, action: int) -> float:
    """A game of a batch played on one action at a time, each chosen from the view that the plain rules give."""
    players, one = batch.players, ParadeBatch(1, batch.players, seed=0)
    one.load_kernel_state(tuple(part[number : number + 1] for part in batch.kernel_state[1]))
    seat, turns = int(one.seat[0]), 0
    while True:
        mover, candidates = int(one.seat[0]), candidates_of(one)
        one.step([action])
        turns += 1
        if one.done[0]:
            return float(one.reward[0, seat] * (players - 1) + 1) / players
        state, turn = one.state(0), int(one.seat[0])
        if state.phase == "play" and turns > ROUNDS * players:
            which = candidates.actions[0].tolist().index(action)
            return shares_after(players, candidates, which)[(seat - mover) % players]
        choices = evaluate_by_card_network(game.view(state, turn))
        action = number_of(max(choices, key=lambda choice: choice[1])[0], state.hands[turn])


@pytest.mark.parametrize("players", cases([2, 4], [3, 5, 6], "every number of players is compiled"))
def test_labels_equal_slow_ones_in_every_phase(players: int) -> None:
    batch = ParadeBatch(GAMES, players, seed=4)
    networks = tuple(load_network(CARD, players)), tuple(load_network(POSITION, players))
    worth = np.zeros((GAMES, CANDIDATES), np.float32)
    kinds: set[tuple[str, bool]] = set()
    for step in range(90):
        states = [batch.state(number) for number in range(GAMES)]
        kinds_now = {(state.phase, state.last_round is not None) for state in states}
        # Now and then, and the first of each phase.
        if step % 11 == 0 or not kinds_now <= kinds:
            kinds |= kinds_now
            look_ahead(*batch.kernel_state, ROUNDS, networks, worth)
            actions = candidates_of(batch).actions
            for number in range(GAMES):
                chosen = [action for action in actions[number].tolist() if action >= 0]
                expected = [slow_label(batch, number, action) for action in chosen]
                assert worth[number, : len(chosen)] == pytest.approx(expected, abs=1e-5), states[number]
        batch.step(batch.bot_actions("greedy"))
    assert kinds == {("play", False), ("play", True), ("discard", True)}


def beginning_with_weights(rounds: int, games: int = 64, policy_weight: int = 0) -> CpuLearner:
    """A learner that begins with the weights that ship."""
    checkpoint = Checkpoint(Training(replace(settings_for(2, 3, "cpu", tiny=True), games=games)), {}, None)
    set_beginning(checkpoint, WEIGHTS)
    set_look_ahead(checkpoint, rounds, freeze_critic=True, policy_weight=policy_weight)
    learner = CpuLearner(checkpoint.training.settings)
    assert checkpoint.best is not None
    learner.begin_with(checkpoint.best)
    return learner


def test_a_learner_takes_large_networks_and_leaves_a_frozen_one_alone() -> None:
    learner = beginning_with_weights(rounds=1)
    card, position = (load_network(kind, 2) for kind in (CARD, POSITION))
    assert all((one == other).all() for one, other in zip(learner.networks()[CARD], card, strict=True))
    assert set(learner.round(1e-4)) == {"card", "gap"}
    assert not all((one == other).all() for one, other in zip(learner.networks()[CARD], card, strict=True))
    assert all((one == other).all() for one, other in zip(learner.networks()[POSITION], position, strict=True))


def test_the_policy_expects_more_by_what_it_has_learned() -> None:
    """The same games are learned from again and again: the share of their labels that the policy expects rises."""
    learner = beginning_with_weights(rounds=1, policy_weight=50)
    learner.play()
    losses = [learner.learn(1e-4)["policy"] for _ in range(4)]
    assert losses[3] < losses[0]


def test_labels_rounds_ahead_have_more_luck_in_them() -> None:
    """The errors of the shipped card network, whose labels were those right after the move."""
    now, later = (beginning_with_weights(rounds).round(1e-9)["gap"] for rounds in (0, 3))
    assert now * 2 < later


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of a few seconds, from nothing."""
    folder = tmp_path_factory.mktemp("look-ahead") / "two"
    settings = replace(settings_for(2, 1, "cpu", tiny=True), evaluations=2, look_ahead=1)
    run = Run("wonderland train", "one core", wanted_decisions=50_000)
    assert Trainer(folder, Checkpoint(Training(settings, [run]), {}, None)).go()
    return folder


def test_a_training_that_looks_ahead_learns(trained: Path) -> None:
    found = read_checkpoint(trained)
    first, last = (row.losses for row in found.training.rows)
    assert last["critic"] < first["critic"]
    assert found.best
    assert Matches().against_greedy(found.best[CARD], 2, 2000, seed=5).interval[0] > 0.4
    new = CpuLearner(Settings(2, 8, "cpu", 2)).networks()[CARD]
    assert Matches().against_network(found.best[CARD], new, 2, 400).interval[0] > 0.8


def test_an_interrupted_training_that_looks_ahead_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    settings = replace(settings_for(2, 7, "cpu", tiny=True), games=32, moves=4, minibatch=50, evaluations=1)
    settings = replace(settings, match_games=4)

    def begin(name: str) -> Trainer:
        checkpoint = Checkpoint(Training(settings, [Run("", "one core", wanted_decisions=900)]), {}, None)
        set_beginning(checkpoint, WEIGHTS)
        set_look_ahead(checkpoint, 1, freeze_critic=True)
        return Trainer(tmp_path / name, checkpoint)

    begin("undisturbed").go()
    rounds = iter(range(4))
    assert not begin("stopped").go(stop=lambda: next(rounds) == 3)
    assert Trainer(tmp_path / "stopped", read_checkpoint(tmp_path / "stopped")).go()
    one, other = (read_checkpoint(tmp_path / name) for name in ("undisturbed", "stopped"))
    assert one.training.settings == other.training.settings
    for name, array in one.learner.items():
        assert (array == other.learner[name]).all(), name
    # The frozen critic has no loss to draw.
    draw([tmp_path / "stopped"], tmp_path / "strength.svg", "en")
    assert '<polyline points="" ' in (tmp_path / "strength.svg").read_text("utf-8")


def test_what_is_not_given_stays_as_it_was() -> None:
    checkpoint = Checkpoint(Training(Settings(2, device="cpu")), {}, None)
    set_beginning(checkpoint, WEIGHTS)
    set_look_ahead(checkpoint, 2, freeze_critic=True)
    set_look_ahead(checkpoint, None, freeze_critic=False)
    settings = checkpoint.training.settings
    assert (settings.look_ahead, settings.freeze_critic) == (2, True)
    set_look_ahead(checkpoint, 0, freeze_critic=False)
    assert checkpoint.training.settings.look_ahead == 0


@pytest.mark.parametrize(
    ("device", "asked", "key"),
    [
        ("cuda", (1, False), "train_look_ahead_needs_cpu"),
        ("cuda", (None, True), "train_look_ahead_needs_cpu"),
        ("cuda", (None, False, 50), "train_look_ahead_needs_cpu"),
        ("cpu", (1, True), "train_freeze_needs_networks"),
    ],
)
def test_what_cannot_be_is_refused(device: str, asked: tuple[Any, ...], key: str) -> None:
    with pytest.raises(WonderlandError) as refused:
        set_look_ahead(Checkpoint(Training(Settings(2, device=device)), {}, None), *asked)
    assert refused.value.key == key
