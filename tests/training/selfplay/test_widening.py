"""A network that is made larger says what it said."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from wonderland.bots.parade.alice.choices import evaluate_by_card_network
from wonderland.bots.parade.network.layout import Network, shapes
from wonderland.core.errors import Unreadable
from wonderland.games.parade import game
from wonderland.training.selfplay.widening import widened

PLAYERS = 3


def random_network(width: int, hidden: int, seed: int) -> Network:
    random = np.random.default_rng(seed)
    parts = {name: random.normal(0, 0.2, shape) for name, shape in shapes(1, width, hidden).items()}
    return Network(**{name: part.astype(np.float32) for name, part in parts.items()})


def values(network: Network) -> list[float]:
    """What a card network says of each card of a first turn."""
    state = game.deal(game.shuffle(["Alice", "Bob", "Cy"], Random(4)))
    return [value for _, value in evaluate_by_card_network(game.view(state, state.turn), network)]


def test_a_wider_network_says_the_same_and_has_new_units_that_can_learn() -> None:
    small, fresh = random_network(64, 32, 1), random_network(128, 64, 2)
    wide = widened(small, fresh)
    assert [part.shape for part in wide] == [part.shape for part in fresh]
    said = values(small)
    assert values(wide) == pytest.approx(said, abs=1e-4)
    assert np.ptp(said) > 0.01
    # A unit learns if something reaches it: the weights into the new ones are those of the fresh network.
    assert (wide.colours[:, 64:] == fresh.colours[:, 64:]).all()
    assert (wide.pooled[:, 32:] == fresh.pooled[:, 32:]).all()


def test_a_network_of_the_same_size_is_taken_as_it_is() -> None:
    network = random_network(64, 32, 1)
    assert all(
        (part == old).all() for part, old in zip(widened(network, random_network(64, 32, 2)), network, strict=True)
    )


@pytest.mark.parametrize("size", [(128, 32), (64, 64)])
def test_a_larger_network_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(Unreadable) as refused:
        widened(random_network(*size, 1), random_network(64, 32, 2))
    assert refused.value.key == "train_begin_too_large"
