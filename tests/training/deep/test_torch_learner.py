"""Learning of the deep network: rounds that learn, checkpoints that go on, matches that are fair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wonderland.bots.parade.network.layout import CHOICE_STAGE, LAST_ROUND_STAGE, STAGE
from wonderland.bots.parade.network.weights import CARD
from wonderland.training.deep.beginning import shipped_beginning
from wonderland.training.deep.settings import Settings

torch = pytest.importorskip("torch", reason="torch (extra train) is not installed here")

SMALL = Settings(1, "cpu", players=(2, 4), games=8, moves=4, minibatches=2, rounds=(2, 2, 1, 1, 1), last_round_moves=0)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait for each other take long where other tests run."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def new_learner(**changes: Any) -> Any:
    from wonderland.training.deep.torch_learner import DeepLearner

    return DeepLearner(replace(SMALL, **changes), shipped_beginning(changes.get("players", SMALL.players))[0].networks)


def copied(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: np.array(array) for name, array in arrays.items()}


def test_rounds_learn() -> None:
    learner = new_learner()
    losses = [learner.round(0.0) for _ in range(12)]
    assert set(losses[0]) == {"deep", "gap", "gained", "card"}
    # The games begin all at once, and the longer they last, the more there is to err in: errors do not tell here.
    assert np.mean([one["gained"] for one in losses[6:]]) > losses[0]["gained"] + 0.01
    # Two players have twice as many games.
    assert learner.decisions == 12 * 4 * (16 + 8)


def test_the_loss_falls_over_passes_of_the_same_decisions() -> None:
    learner = new_learner(learning_rate=1e-4, final_learning_rate=1e-4)
    # In the midst of games their results differ.
    for _ in range(6):
        rows = learner._play(False)
    losses = [learner._learn(rows, True) for _ in range(12)]
    for name in ("deep", "gap"):
        assert losses[-1][name] < 0.7 * losses[0][name]
    assert losses[-1]["gained"] > losses[0]["gained"]


def test_a_checkpoint_goes_on_with_the_same_arrays() -> None:
    learner = new_learner()
    for _ in range(2):
        learner.round(0.0)
    saved = copied(learner.arrays())
    other = new_learner(seed=5)
    other.load(saved)
    again = copied(other.arrays())
    assert again.keys() == saved.keys()
    assert all((again[name] == saved[name]).all() for name in saved)
    other.round(0.5)
    assert other.arrays()["deep.out/step"] == saved["deep.out/step"] + SMALL.minibatches
    assert (other.arrays()["deep.out"] != saved["deep.out"]).any()


def test_what_was_before_a_round_can_be_loaded_again() -> None:
    """So the trainer compiles: Adam forgets the round as well."""
    learner = new_learner()
    before = copied(learner.arrays())
    learner.round(1.0)
    learner.load(before)
    after = learner.arrays()
    assert after.keys() == before.keys()
    assert all((after[name] == before[name]).all() for name in before)


def test_the_position_network_is_asked_right_after_a_move_in_the_first_part_of_a_run() -> None:
    learner = new_learner(immediate=0.5)
    asked: list[str] = []

    def noted(group: Any, name: str) -> Any:
        before = getattr(group, name)

        def worth() -> Any:
            asked.append(name)
            return before()

        return worth

    for group in learner.groups:
        for name in ("worth_now", "worth_later"):
            setattr(group, name, noted(group, name))
    learner.round(0.4)
    learner.round(0.6)
    assert asked == ["worth_now"] * 8 + ["worth_later"] * 8


@pytest.mark.parametrize("players", [2, 3, 6])
def test_further_moves_are_learned_from_in_the_last_round_and_at_the_last_choice_only(players: int) -> None:
    learner = new_learner(players=(players,), games=16, moves=0, last_round_moves=3)
    found = [learner._play(False)[0] for _ in range(25)]
    _, numbers, valid, worth, count = (torch.cat(parts) for parts in zip(*found, strict=True))
    assert learner.decisions == len(count) > 40
    stages = set(numbers[:, :, STAGE][valid].tolist())
    assert stages == {LAST_ROUND_STAGE, CHOICE_STAGE}
    # They are played to the end: parts of a win, whole or shared.
    shares = {0.0, *(1 / winners for winners in range(1, players + 1))}
    assert all(min(abs(one - share) for share in shares) < 1e-6 for one in worth[valid].tolist())
    assert 0.3 / players < worth[valid].mean() < 3 / players
    assert np.isfinite(list(learner.round(0.0).values())).all()


def test_numbers_of_games_that_minibatches_do_not_divide_are_learned_from() -> None:
    learner = new_learner(games=5, minibatches=16)
    assert all(np.isfinite(loss) for loss in learner.round(0.0).values())


def test_a_match_of_a_network_against_itself_is_even() -> None:
    from wonderland.training.deep.torch_match import play_match

    learner = new_learner()
    for group in learner.groups:

        def card(places: Any, numbers: Any, valid: Any, players: Any, group: Any = group) -> Any:
            found = torch.full(valid.shape, -1.0)
            found[valid] = group.card(places[valid], numbers[valid])[:, 0]
            return found

        share = play_match(card, group.values, group.players, 400, 3, "cpu")
        assert share.interval[0] < 1 / group.players < share.interval[1]
        assert share.margin < 0.06


def test_a_match_among_hatters_is_a_share_and_the_card_network_wins_more_than_a_new_one() -> None:
    from wonderland.training.deep.torch_match import play_match

    learner = new_learner()
    new = play_match(learner.evaluate, None, 2, 200, 3, "cpu")
    assert 0 <= new.mean < 0.4
    group = learner.groups[0]

    def card(places: Any, numbers: Any, valid: Any, players: Any) -> Any:
        found = torch.full(valid.shape, -1.0)
        found[valid] = group.card(places[valid], numbers[valid])[:, 0]
        return found

    assert 0.5 < play_match(card, None, 2, 200, 3, "cpu").mean <= 1


def test_a_learner_has_the_networks_that_it_began_with() -> None:
    learner = new_learner()
    began = shipped_beginning(SMALL.players)[0].networks
    for players in SMALL.players:
        for one, other in zip(learner.card_network(players), began[players][CARD], strict=True):
            assert np.allclose(one, other)
