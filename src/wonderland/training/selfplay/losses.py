"""The networks on the CPU over many decisions: their outputs, and the gradients of their losses."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from wonderland.bots.parade.network.forward import Units, begin_turn, evaluate, shares_of_outputs
from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    COSTS,
    IN_HAND,
    NEXT_COSTS,
    NO_COST,
    NUMBERS_SIZE,
    UNSEEN,
    Network,
    Position,
)  # fmt: skip
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.training.compiling import sliced_entry_point
from wonderland.training.selfplay.candidates import SEEN, Candidates
from wonderland.training.selfplay.gradients import (
    Room,
    add_to_card,
    back_to_cards,
    back_to_units,
    begin_candidates,
    count_candidates,
    keep_units,
    transpose,
)


@sliced_entry_point
def evaluate_candidates(players: Any, view: Any, candidates: Any, network: Any, room: Any, out: Any) -> None:
    """The outputs of a network for all candidates of all games, (games, ``CANDIDATES``, outputs)."""
    candidates, network, units = Candidates(*candidates), Network(*network), Units(*room[0])
    for game in range(len(candidates.actions)):
        count = count_candidates(candidates.actions[game])
        begin_candidates(count, candidates.places[game, view], network, units)
        for candidate in range(count):
            seen = Position(candidates.places[game, view, candidate], candidates.numbers[game, view, candidate])
            evaluate(players, seen, network, units)
            for output in range(out.shape[2]):
                out[game, candidate, output] = units.out[output]


@sliced_entry_point
def add_position_gradient(
    players: Any, places: Any, numbers: Any, targets: Any, network: Any, room: Any, gradient: Any
) -> Any:
    """Add the gradient of the mean cross-entropy between a position network's shares and targets; that mean."""
    network, gradient, units, room = Network(*network), Network(*gradient), Units(*room[0]), Room(*room[1])
    count, loss = len(targets), 0.0
    transpose(network, room)
    for number in range(count):
        begin_turn(Position(places[number], numbers[number]), network, units)
        evaluate(players, Position(places[number], numbers[number]), network, units)
        keep_units(0, units, room)
        shares_of_outputs(players, units.out)
        for seat in range(players):
            loss -= targets[number, seat] * np.log(max(units.out[seat], 1e-30)) / count
            room.out[0, seat] = np.float32((units.out[seat] - targets[number, seat]) / count)
        back_to_units(0, players, numbers[number], network, room, gradient)
        for card in range(DECK_SIZE):
            if places[number, card] != UNSEEN:
                add_to_card(card, places[number, card], room.colour_rows, gradient)
    return loss


@kernel_function
def hide_hand(count: Any, hide: Any, places: Any, numbers: Any, room: Any) -> None:
    """Copy what is seen, without the cards in the hand and what they would cost if they are to be hidden."""
    for candidate in range(count):
        for place in range(NUMBERS_SIZE):
            hidden = hide and (COSTS <= place < COSTS + CHEAPEST or NEXT_COSTS <= place < NEXT_COSTS + CHEAPEST)
            room.numbers[candidate, place] = NO_COST if hidden else numbers[candidate, place]
        for card in range(DECK_SIZE):
            place = places[candidate, card]
            room.places[candidate, card] = UNSEEN if hide and place == IN_HAND else place


@sliced_entry_point
def add_card_gradient(
    players: Any, order: Any, hide: Any, candidates: Any, worth: Any, weights: Any, network: Any, room: Any,
    gradient: Any,
) -> Any:  # fmt: skip
    """Add the gradient of three losses of the card network, and give their means: its squared errors, those of the
    candidates' differences, and minus what its policy expects by ``worth``.

    ``order`` are the decisions to learn from, ``worth`` what each candidate is worth to its seat, ``weights`` those of
    the second and the third loss, and the policy's temperature.
    """
    gap_weight, policy_weight, temperature = weights
    candidates, network, gradient = Candidates(*candidates), Network(*network), Network(*gradient)
    units, room = Units(*room[0]), Room(*room[1])
    total, level, gap, policy = 0, 0.0, 0.0, 0.0
    for decision in order:
        total += count_candidates(candidates.actions[decision])
    transpose(network, room)
    for number in range(len(order)):
        decision = order[number]
        count, numbers = count_candidates(candidates.actions[decision]), room.numbers
        hide_hand(count, hide[number], candidates.places[decision, SEEN], candidates.numbers[decision, SEEN], room)
        begin_candidates(count, room.places, network, units)
        mean = 0.0
        for candidate in range(count):
            evaluate(players, Position(room.places[candidate], numbers[candidate]), network, units)
            keep_units(candidate, units, room)
            room.out[candidate, 0] = np.float32(units.out[0] - worth[decision, candidate])
            mean += room.out[candidate, 0] / count
        highest, chances, expected = -np.inf, 0.0, 0.0
        for candidate in range(count):
            highest = max(highest, room.out[candidate, 0] + worth[decision, candidate])
        for candidate in range(count):
            chance = exp((room.out[candidate, 0] + worth[decision, candidate] - highest) / temperature)
            chances += chance
            expected += chance * worth[decision, candidate]
        expected /= chances
        policy -= policy_weight * expected / total
        for candidate in range(count):
            error = np.float64(room.out[candidate, 0])
            chance = exp((error + worth[decision, candidate] - highest) / temperature) / chances
            level += error * error / total
            gap += gap_weight * (error - mean) ** 2 / total
            slope = 2.0 * (error + gap_weight * (error - mean))
            slope -= policy_weight * chance * (worth[decision, candidate] - expected) / temperature
            room.out[candidate, 0] = np.float32(slope / total)
        back_to_cards(count, players, numbers, network, units, room, gradient)
    return level, gap, policy
