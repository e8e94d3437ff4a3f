"""The compiled sums equal the plain ones, and the weights are those that ship."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network import layout as lay
from wonderland.bots.parade.network import weights
from wonderland.bots.parade.network.forward import begin_turn, evaluate, new_position, new_units
from wonderland.core.errors import Unreadable

PLAYERS, POSITIONS = 3, 40


@entry_point
def evaluate_all(places, numbers, network, out):  # type: ignore[no-untyped-def]  # compiled
    position, units = new_position(), new_units(network)
    for number in range(len(places)):
        for card in range(66):
            position.places[card] = places[number, card]
        for place in range(lay.NUMBERS_SIZE):
            position.numbers[place] = numbers[number, place]
        begin_turn(position, network, units)
        evaluate(PLAYERS, position, network, units)
        for seat in range(PLAYERS):
            out[number, seat] = units.out[seat]


def plain(places: np.ndarray, numbers: np.ndarray, network: lay.Network) -> np.ndarray:
    """One position, without any cleverness."""
    numbers = numbers.astype(int)
    pooled = np.zeros(len(network.pooled))
    for colour in range(6):
        units = network.stages[numbers[lay.STAGE]].astype(float)
        for value in range(11):
            place = int(places[colour * 11 + value])
            if place:
                units = units + network.colours[(place - 1) * 11 + value]
        for seat in range(PLAYERS):
            if numbers[lay.TURNED + colour] >> seat & 1:
                units = units + network.colours[lay.TURNED_ROWS + seat]
        pooled += np.maximum(units, 0)
    rows = [
        lay.PILE_ROWS + numbers[lay.PILE], lay.PHASE_ROWS + numbers[lay.PHASE],
        lay.LENGTH_ROWS + numbers[lay.LENGTH], lay.LEAD_ROWS + numbers[lay.LEAD],
    ]  # fmt: skip
    for seat in range(PLAYERS):
        rows.append(lay.SEAT_COLOURS_ROWS + seat * lay.COLOUR_COUNTS + numbers[lay.SEAT_COLOURS + seat])
        rows.append(lay.SEAT_SCORES_ROWS + seat * lay.SCORES + numbers[lay.SEAT_SCORES + seat])
    known = range(PLAYERS * lay.CHEAPEST)
    rows += [lay.COSTS_ROWS + which * lay.COST_CODES + numbers[lay.COSTS + which] for which in known]
    own = range(lay.CHEAPEST)
    rows += [lay.NEXT_COSTS_ROWS + which * lay.COST_CODES + numbers[lay.NEXT_COSTS + which] for which in own]
    hidden = pooled @ network.pooled + network.numbers[rows].sum(axis=0)
    found: np.ndarray = np.maximum(hidden, 0) @ network.out.T + network.bias
    return found


@pytest.mark.parametrize("size", [(128, 64), (64, 32), (256, 96)])
def test_compiled_sums_equal_plain_ones(size: tuple[int, int]) -> None:
    random = np.random.default_rng(1)
    shapes = lay.shapes(PLAYERS, *size).values()
    network = lay.Network(*(random.normal(0, 0.2, shape).astype(np.float32) for shape in shapes))
    places = random.integers(0, lay.PLACES + 1, (POSITIONS, 66)).astype(np.uint8)
    numbers = np.zeros((POSITIONS, lay.NUMBERS_SIZE), np.uint8)
    limits = {
        lay.STAGE: lay.STAGES, lay.PILE: lay.PILES, lay.PHASE: lay.PHASES, lay.LENGTH: lay.LENGTHS, lay.LEAD: lay.LEADS,
        **{lay.SEAT_COLOURS + seat: lay.COLOUR_COUNTS for seat in range(6)},
        **{lay.SEAT_SCORES + seat: lay.SCORES for seat in range(6)},
        **{lay.TURNED + colour: 1 << PLAYERS for colour in range(6)},
        **{lay.COSTS + which: lay.COST_CODES for which in range(7 * lay.CHEAPEST)},
    }  # fmt: skip
    for place, limit in limits.items():
        numbers[:, place] = random.integers(0, limit, POSITIONS)
    out = np.zeros((POSITIONS, PLAYERS))
    evaluate_all(places, numbers, network, out)
    expected = np.array([plain(*one, network) for one in zip(places, numbers, strict=True)])
    assert np.allclose(out, expected, atol=1e-4)
    assert expected.std() > 0.1


def test_the_weights_are_small_and_have_their_hash() -> None:
    data = resources.files(weights.__package__).joinpath(weights.FILE).read_bytes()
    assert len(data) <= 3_000_000
    assert hashlib.sha256(data).hexdigest() == weights.weights_hash()


def test_weights_of_another_shape_are_refused() -> None:
    arrays = {f"2.card.{name}": np.zeros((1, 1)) for name in lay.Network._fields}
    with pytest.raises(Unreadable) as refused:
        weights.network_of(arrays, weights.CARD, 2)
    assert "2.card.colours" in str(refused.value)
