"""What the networks say of each choice of a view, without search."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network.deep_forward import evaluate_deep
from wonderland.bots.parade.network.features import write_after_card, write_after_choice, write_places, write_progress
from wonderland.bots.parade.network.forward import begin_turn, evaluate, new_position, new_units
from wonderland.bots.parade.network.layout import NUMBERS_SIZE, Network, Position
from wonderland.bots.parade.network.policy import ASIDE_PLACES, choosing_after
from wonderland.bots.parade.network.weights import CARD, load_deep_network, load_network
from wonderland.bots.parade.search.rollouts import Seen, seen_game
from wonderland.games.parade.state import Action, Discard, Play
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import observe
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import DECK_SIZE, HAND_SIZE, RESULT_SIZE
from wonderland.sim.kernel.policy_game import copy_array
from wonderland.sim.kernel.turn import counters_of


def evaluate_choices(view: View) -> list[tuple[Action, float]]:
    """Every choice of the view's seat with the share of the win that the deep network expects of it."""
    places, numbers = positions_after(view)
    values = evaluate_deep(load_deep_network(), len(view.players), places, numbers)
    return list(zip(choices_of(view), values.tolist(), strict=True))


def evaluate_by_card_network(view: View, network: Network | None = None) -> list[tuple[Action, float]]:
    """The same by a card network, that of the package if none is given: what everybody goes by in Alice's rollouts."""
    places, numbers = positions_after(view)
    values = np.zeros(len(places))
    evaluate_positions(len(view.players), places, numbers, network or load_network(CARD, len(view.players)), values)
    return list(zip(choices_of(view), values.tolist(), strict=True))


def choices_of(view: View) -> list[Action]:
    """The cards that the view's seat can lay, or the pairs that it can set aside."""
    if view.phase == "play":
        return [Play(card) for card in view.hand]
    return [Discard((view.hand[one], view.hand[two])) for one, two in ASIDE_PLACES.tolist()]


def positions_after(view: View) -> tuple[Any, Any]:
    """What a network sees after each choice: a row of places and a row of numbers."""
    seen, count = observe(view), len(choices_of(view))
    places, numbers = np.zeros((count, DECK_SIZE), np.uint8), np.zeros((count, NUMBERS_SIZE), np.uint8)
    write_choices((0,) * len(view.players), seen.seat, view.phase == "play", seen.arrays(), places, numbers)
    return places, numbers


@entry_point
def write_choices(seats: Any, seat: Any, playing: Any, seen: Any, places: Any, numbers: Any) -> None:
    """What the network sees after each of the cards, or after each of the six pairs that can be set aside."""
    seen = Seen(*seen)
    game, position, result = seen_game(seen), new_position(), np.zeros(RESULT_SIZE, np.int64)
    counters, order, players = counters_of(game.meta), seen.order, len(seats)
    choosing = choosing_after(seat, players, counters.plies, game.meta)
    write_places(seat, False, seats, seen.line, order, game, position.places)
    write_progress(players, counters, choosing, np.int64(popcount(seen.line)), position.numbers)
    for number in range(len(places)):
        if playing:
            write_after_card(seat, number, False, seats, seen.line, counters, order, game, result, position)
        else:
            one = game.hands[seat * HAND_SIZE + ASIDE_PLACES[number, 0]]
            two = game.hands[seat * HAND_SIZE + ASIDE_PLACES[number, 1]]
            write_after_choice(seat, one, two, seats, counters.plies, choosing, order, game, result, position)
        copy_array(position.places, places[number])
        copy_array(position.numbers, numbers[number])


@entry_point
def evaluate_positions(players: Any, places: Any, numbers: Any, network: Any, values: Any) -> None:
    """The card network's output for each position."""
    units = new_units(network)
    for number in range(len(places)):
        position = Position(places[number], numbers[number])
        begin_turn(position, network, units)
        evaluate(players, position, network, units)
        values[number] = units.out[0]
