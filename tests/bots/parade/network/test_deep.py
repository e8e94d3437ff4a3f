"""The deep network computes what plain sums say, and is kept in half of the room with little error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bots.parade.network.positions import random_positions
from wonderland.bots.parade.network import layout as lay
from wonderland.bots.parade.network.deep import DeepNetwork, deep_shapes
from wonderland.bots.parade.network.deep_forward import evaluate_deep
from wonderland.bots.parade.network.weights import MAX_WHOLE, SCALE, deep_network_of, packed
from wonderland.core.errors import Unreadable


def random_network(seed: int, scale: float = 0.1) -> DeepNetwork:
    random = np.random.default_rng(seed)
    shapes = deep_shapes().items()
    return DeepNetwork(**{name: random.normal(0, scale, shape).astype(np.float32) for name, shape in shapes})


def plain(network: DeepNetwork, players: int, places: Any, numbers: Any) -> float:
    """One position, without any cleverness."""
    first = []
    for colour in range(6):
        units = network.stages[(players - 2) * lay.STAGES + int(numbers[lay.STAGE])].astype(float)
        for value in range(11):
            place = int(places[colour * 11 + value])
            if place:
                units = units + network.colours[(place - 1) * 11 + value]
        for seat in range(6):
            if int(numbers[lay.TURNED + colour]) >> seat & 1:
                units = units + network.colours[lay.TURNED_ROWS + seat]
        first.append(np.maximum(units, 0))
    everything = np.sum(first, axis=0)
    hidden = network.players[players - 2] + everything @ network.pooled_context
    for units in first:
        second = units @ network.own + everything @ network.context + network.colour_bias
        hidden = hidden + np.maximum(second, 0) @ network.pooled
    for row in number_rows(numbers.astype(int)):
        hidden = hidden + network.numbers[row]
    third = np.maximum(np.maximum(hidden, 0) @ network.second + network.second_bias, 0)
    return float(third @ network.out + network.bias)


def number_rows(numbers: Any) -> list[int]:
    """The rows of the table of numbers; all six seats count."""
    rows = [
        lay.PILE_ROWS + numbers[lay.PILE], lay.PHASE_ROWS + numbers[lay.PHASE],
        lay.LENGTH_ROWS + numbers[lay.LENGTH], lay.LEAD_ROWS + numbers[lay.LEAD],
    ]  # fmt: skip
    for seat in range(6):
        rows.append(lay.SEAT_COLOURS_ROWS + seat * lay.COLOUR_COUNTS + numbers[lay.SEAT_COLOURS + seat])
        rows.append(lay.SEAT_SCORES_ROWS + seat * lay.SCORES + numbers[lay.SEAT_SCORES + seat])
    known, own = range(6 * lay.CHEAPEST), range(lay.CHEAPEST)
    rows += [lay.COSTS_ROWS + which * lay.COST_CODES + numbers[lay.COSTS + which] for which in known]
    return rows + [lay.NEXT_COSTS_ROWS + which * lay.COST_CODES + numbers[lay.NEXT_COSTS + which] for which in own]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_network_computes_what_plain_sums_say(players: int) -> None:
    network = random_network(1)
    places, numbers = random_positions(20, players, seed=players)
    found = evaluate_deep(network, players, places, numbers)
    expected = np.array([plain(network, players, *one) for one in zip(places, numbers, strict=True)])
    assert expected.std() > 0.1
    assert np.allclose(found, expected, rtol=1e-4, atol=1e-4 * expected.std())


def test_the_number_of_players_counts() -> None:
    network = random_network(2)
    places, numbers = random_positions(5, 2, seed=3)
    assert not np.allclose(*(evaluate_deep(network, players, places, numbers) for players in (2, 3)))


def test_a_packed_network_is_the_same_up_to_half_a_step_of_each_row() -> None:
    network = random_network(4)
    arrays = packed(network)
    again = deep_network_of(arrays)
    for name, shape in deep_shapes().items():
        before, after = getattr(network, name), getattr(again, name)
        assert after.dtype == np.float32
        if len(shape) < 2:
            assert arrays[f"deep.{name}"].dtype == np.float16
            assert np.allclose(before, after, rtol=1e-3, atol=1e-6)
            continue
        assert arrays[f"deep.{name}"].dtype == np.int8
        assert arrays[f"deep.{name}{SCALE}"].shape == shape[:1]
        # Half a step, and what the scale loses as a half: the largest numbers of a row are that much too small.
        largest = np.abs(before).max(1, keepdims=True)
        assert (np.abs(before - after) <= largest * (0.5 / MAX_WHOLE + 1e-3)).all()
    places, numbers = random_positions(50, 4, seed=5)
    values, packed_values = (evaluate_deep(one, 4, places, numbers) for one in (network, again))
    assert np.abs(values - packed_values).mean() < 0.03 * values.std()


def test_rows_of_zeros_stay_zeros() -> None:
    network = random_network(6)
    network.colours[3] = 0
    assert not deep_network_of(packed(network)).colours[3].any()


def test_arrays_of_another_shape_are_refused_and_nobody_changes_weights() -> None:
    arrays = packed(random_network(7))
    with pytest.raises(ValueError, match="read-only"):
        deep_network_of(arrays).out[0] = 1
    arrays["deep.own"] = arrays["deep.own"][:, 1:]
    with pytest.raises(Unreadable, match=r"deep\.own"):
        deep_network_of(arrays)
