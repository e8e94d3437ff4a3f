"""Look-ahead in torch: the same worth of every candidate as the compiled one finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wonderland.bots.parade.network.layout import NUMBERS_SIZE, Network
from wonderland.bots.parade.network.policy import NO_VALUE
from wonderland.bots.parade.network.weights import CARD, POSITION, load_network
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN
from wonderland.training.selfplay.gradients import new_room
from wonderland.training.selfplay.lookahead import look_ahead
from wonderland.training.selfplay.losses import evaluate_candidates

torch = pytest.importorskip("torch", reason="torch (extra train) is not installed here")

GAMES = 24
TO_THE_END = 40


def compiled_values(players: int) -> Any:
    """What the card network expects, by the compiled sums: to the last digit what the other look-ahead plays by."""
    network, room = Network(*load_network(CARD, players)), new_room()

    def evaluate(seen: Any, wanted: Any = None) -> Any:
        out = np.full((len(seen.actions), CANDIDATES, 1), NO_VALUE, np.float32)
        evaluate_candidates(players, SEEN, tuple(part.numpy() for part in seen), tuple(network), room, out)
        return torch.from_numpy(out[:, :, 0])

    return evaluate


def critic_of(players: int) -> Any:
    from wonderland.training.selfplay.torch_model import Model

    network = load_network(POSITION, players)
    model = Model(players, players, *network.pooled.shape)
    model.set(network)

    def critic(seen: Any) -> Any:
        with torch.no_grad():
            places, numbers = seen.places_before.view(-1, DECK_SIZE), seen.numbers_before.view(-1, NUMBERS_SIZE)
            return torch.softmax(model(places, numbers), 1)

    return critic


@pytest.mark.parametrize(("players", "moves"), [(2, 5), (2, 30), (3, 9), (4, 40), (6, 33)])
@pytest.mark.parametrize("rounds", [1, TO_THE_END])
def test_candidates_are_worth_what_the_compiled_look_ahead_says(players: int, moves: int, rounds: int) -> None:
    from wonderland.training.selfplay.torch_games import TorchGames
    from wonderland.training.selfplay.torch_lookahead import TorchLookAhead

    games, evaluate = TorchGames(GAMES, players, 5, "cpu"), compiled_values(players)
    for _ in range(moves):
        games.step(evaluate(games.look()).argmax(1))
    valid = games.look().actions >= 0
    found = TorchLookAhead(GAMES, players, rounds, "cpu").worth(games, evaluate, critic_of(players))
    networks = tuple(tuple(load_network(kind, players)) for kind in (CARD, POSITION))
    expected = np.zeros((GAMES, CANDIDATES), np.float32)
    look_ahead(*games.kernel_state, rounds, networks, expected)
    difference = (found.numpy() - expected)[valid.numpy()]
    if rounds == TO_THE_END:
        assert np.abs(difference).max() < 1e-6
        assert len(set(expected[valid.numpy()].tolist())) > 1
    else:
        # The compiled one asks the critic before the last draw, this one after it: luck, but nothing more.
        assert np.abs(difference).mean() < 0.04
        assert np.abs(difference.mean()) < 0.02


@pytest.mark.parametrize("players", [2, 5])
def test_some_games_can_be_chosen(players: int) -> None:
    from wonderland.training.selfplay.torch_games import TorchGames
    from wonderland.training.selfplay.torch_lookahead import TorchLookAhead

    games, evaluate, critic = TorchGames(GAMES, players, 6, "cpu"), compiled_values(players), critic_of(players)
    for _ in range(12):
        games.step(evaluate(games.look()).argmax(1))
    valid = games.look().actions >= 0
    chosen = torch.tensor([7, 3, 20, 3])
    found = TorchLookAhead(len(chosen), players, 1, "cpu").worth(games, evaluate, critic, chosen)
    expected = TorchLookAhead(GAMES, players, 1, "cpu").worth(games, evaluate, critic)[chosen]
    assert torch.allclose(found[valid[chosen]], expected[valid[chosen]], atol=1e-6)
    assert len(set(found[valid[chosen]].tolist())) > 4
