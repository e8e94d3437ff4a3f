"""The compiled loops of the studies: games among card networks; decisions and last choices are written down."""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from wonderland.bots.parade import compiling
from wonderland.bots.parade.alice.rollouts import VALUES_SIZE, play_last_choices, play_on
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.policy import (
    ASIDE_PLACES,
    PAIRS,
    best_of,
    choosing_after,
    evaluate_cards,
    evaluate_pairs,
    set_best_aside,
)
from wonderland.bots.parade.search.rollouts import share_of
from wonderland.lab.cards import colour_lead, describe_cards, describe_decision, lead_of, place_by_rule
from wonderland.lab.columns import (
    CARD_COLUMNS,
    CHOICE_EXPECTED,
    CHOICE_LEADS,
    CHOICE_LEADS_AFTER,
    CHOICE_SHARES,
    CHOICE_VALUES,
    HELD,
    KEEPING,
    KEEPING_PLAYED_OUT,
    LAST_ROUND,
    PILE_LEFT,
    PLAYED_OUT,
    PLIES,
)
from wonderland.lab.rules_of_thumb import NO_RULE
from wonderland.sim.kernel.compiling import entry_points, kernel_function
from wonderland.sim.kernel.layout import FRONT_MASKS, HAND_SIZE, LINE_START, ORDER_SIZE, RESULT_SIZE, U1
from wonderland.sim.kernel.policy_game import copy_array, copy_game, deal_game, finish, new_game
from wonderland.sim.kernel.random_words import FRACTION_BITS, fraction, key_of
from wonderland.sim.kernel.turn import card_in, counters_of, enter, still_playing_of, take_turn, write_counters

entry_point = entry_points(*compiling.SOURCES, "wonderland.lab")

#: More turns than any game has.
TO_THE_END = 99
#: Numbers of the random words of a study, beside those of the deal: which decision, each turn before it, each exchange.
_DECISION_WORD, _TURN_WORDS, _EXCHANGE_WORDS = np.uint64(144), np.uint64(192), np.uint64(160)
_FRACTION = 0.5 ** int(FRACTION_BITS)


@kernel_function
def begin_order(masks: Any, order: Any) -> None:
    """The cards of the line as dealt, in their order."""
    for slot in range(LINE_START):
        order[slot] = card_in(slot, masks)


@kernel_function
def place_by_chance(chance: Any, temperature: Any, values: Any) -> Any:
    """A card, e times less likely for each ``temperature`` that it is worse than the best; ``chance`` is below 1."""
    best, total = values[best_of(HAND_SIZE, values)], 0.0
    for place in range(HAND_SIZE):
        total += exp((values[place] - best) / temperature)
    for place in range(HAND_SIZE):
        chance -= exp((values[place] - best) / temperature) / total
        if chance < 0:
            return place
    return best_of(HAND_SIZE, values)


@kernel_function
def play_out(
    seat: Any, place: Any, seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any,
    network: Any, units: Any, values: Any,
) -> Any:  # fmt: skip
    """Lay a card, then everybody plays on by the network; the seat's share of the win. The game is used up."""
    order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
    line, counters = take_turn(seat, place, line, counters, game)
    line, counters, _, _ = play_on(
        seats, TO_THE_END, np.int64(seat), line, counters, order, game, result, position, network, units, values
    )  # fmt: skip
    play_last_choices(seats, line, counters, order, game, result, position, network, units, values)
    return share_of(seat, result)


@kernel_function
def keep(seat: Any, pair: Any, plies: Any, game: Any) -> None:
    """Two of a seat's four cards join those in front of it; ``pair``: which two do not (P7)."""
    bit = U1 << np.uint64(LINE_START + plies)
    for place in range(HAND_SIZE - 1):
        if place != ASIDE_PLACES[pair, 0] and place != ASIDE_PLACES[pair, 1]:
            enter(game.hands[seat * HAND_SIZE + place], bit, game.masks)
            game.masks[FRONT_MASKS + seat] |= bit
            bit <<= U1


@entry_point
def study_decisions(
    seats: Any, seed: Any, start: Any, stop: Any, turns: Any, temperature: Any, playing_out: Any, exchanging: Any,
    network: Any, pack: Any, decisions: Any, cards: Any,
) -> None:  # fmt: skip
    """One decision of each game, at a random one of its first ``turns`` turns.

    Until then every other game is played at a temperature, so that positions occur which good players avoid.
    ``playing_out`` plays on with each card of the hand, ``exchanging`` with each card kept and with another instead.
    """
    players = len(seats)
    deck, order, lines = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    game, trial, result = new_game(), new_game(), np.zeros(RESULT_SIZE, np.int64)
    position, units = new_position(), new_units(network)
    values, others = np.zeros(VALUES_SIZE), np.zeros(VALUES_SIZE)
    for number in range(start, stop):
        key, row = key_of(seed, np.uint64(number)), number - start
        _, line = deal_game(key, seats, pack, deck, game)
        begin_order(game.masks, order)
        counters, seat = counters_of(game.meta), np.int64(0)
        chosen = np.int64(fraction(key, _DECISION_WORD) * np.uint64(turns) >> FRACTION_BITS)
        while True:
            if not still_playing_of(players, counters.plies, counters.trigger):
                break
            seat = counters.plies % players
            evaluate_cards(seat, seats, line, counters, order, game, result, position, network, units, values)
            if counters.plies == chosen:
                break
            place = best_of(HAND_SIZE, values)
            if number & 1:
                chance = np.float64(fraction(key, _TURN_WORDS + np.uint64(counters.plies))) * _FRACTION
                place = place_by_chance(chance, temperature, values)
            order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
            line, counters = take_turn(seat, place, line, counters, game)
        if not still_playing_of(players, counters.plies, counters.trigger):
            decisions[row, PLIES] = -1
            continue
        describe_decision(seat, seats, counters, game, result, decisions[row])
        describe_cards(seat, seats, line, counters, game, trial, result, values, cards[row])
        best, left = best_of(HAND_SIZE, values), counters.pile - counters.drawn
        for place in range(HAND_SIZE):
            if cards[row, place, HELD] != 0 and (playing_out or (exchanging and place == best)):
                copy_game(game, trial)
                copy_array(order, lines)
                cards[row, place, PLAYED_OUT] = play_out(
                    seat, place, seats, line, counters, lines, trial, result, position, network, units, others
                )  # fmt: skip
        for place in range(HAND_SIZE):
            if place != best and left > 0 and counters.trigger == 0:
                chance = fraction(key, _EXCHANGE_WORDS + np.uint64(place))
                drawn = counters.drawn + np.int64(chance * np.uint64(left) >> FRACTION_BITS)
                copy_game(game, trial)
                held = seat * HAND_SIZE + place
                trial.hands[held], trial.pile[drawn] = game.pile[drawn], game.hands[held]
                evaluate_cards(seat, seats, line, counters, order, trial, result, position, network, units, others)
                cards[row, place, KEEPING] = values[best] - others[best]
                if exchanging:
                    copy_array(order, lines)
                    cards[row, place, KEEPING_PLAYED_OUT] = cards[row, best, PLAYED_OUT] - play_out(
                        seat, best, seats, line, counters, lines, trial, result, position, network, units, others
                    )  # fmt: skip


@entry_point
def play_games(
    seats: Any, seed: Any, start: Any, stop: Any, rule: Any, network: Any, pack: Any, shares: Any, choices: Any
) -> None:
    """Games among card networks; everybody's share of the win, in turn order.

    With a rule of thumb, each deal is played once for each seat, which follows the rule. If ``choices`` has rows, one
    seat's last choice of each game is written down, with the share of the win that each pair would have brought.
    """
    players = len(seats)
    deck, order = np.zeros(ORDER_SIZE, np.uint8), np.zeros(ORDER_SIZE, np.uint8)
    game, trial, result = new_game(), new_game(), np.zeros(RESULT_SIZE, np.int64)
    position, units, values = new_position(), new_units(network), np.zeros(VALUES_SIZE)
    cards = np.zeros((HAND_SIZE, CARD_COLUMNS), np.float32)
    for number in range(start, stop):
        own, row = number % players, number - start
        deal = number // players if rule != NO_RULE else number
        _, line = deal_game(key_of(seed, np.uint64(deal)), seats, pack, deck, game)
        begin_order(game.masks, order)
        counters = counters_of(game.meta)
        while still_playing_of(players, counters.plies, counters.trigger):
            seat = counters.plies % players
            evaluate_cards(seat, seats, line, counters, order, game, result, position, network, units, values)
            place = best_of(HAND_SIZE, values)
            if rule != NO_RULE and seat == own:
                describe_cards(seat, seats, line, counters, game, trial, result, values, cards)
                early = 2 * counters.drawn < counters.pile
                place = place_by_rule(rule, early, counters.trigger != 0, cards)
            order[LINE_START + counters.plies] = game.hands[seat * HAND_SIZE + place]
            line, counters = take_turn(seat, place, line, counters, game)
        write_counters(counters, game.meta)
        if len(choices) > 0:
            choosing = choosing_after(own, players, counters.plies, game.meta)
            evaluate_pairs(own, seats, line, counters, choosing, order, game, result, position, network, units, values)
            for card in range(HAND_SIZE - 1):
                held = np.int64(game.hands[own * HAND_SIZE + card])
                choices[row, CHOICE_VALUES + card] = held & 15
                choices[row, CHOICE_LEADS + card] = colour_lead(own, seats, held >> 4, game.masks)
            for pair in range(PAIRS):
                choices[row, CHOICE_EXPECTED + pair] = values[pair]
                copy_game(game, trial)
                keep(own, pair, counters.plies, trial)
                choices[row, CHOICE_LEADS_AFTER + pair] = lead_of(own, seats, trial.masks, result)
        for other in range(players):
            set_best_aside(other, seats, line, counters, order, game, result, position, network, units, values)
        if len(choices) > 0:
            for pair in range(PAIRS):
                copy_game(game, trial)
                for which in range(2):
                    trial.aside[own * 2 + which] = game.hands[own * HAND_SIZE + ASIDE_PLACES[pair, which]]
                finish(seats, trial, result)
                choices[row, CHOICE_SHARES + pair] = share_of(own, result)
        finish(seats, game, result)
        for other in range(players):
            shares[row, other] = share_of(other, result)


@entry_point
def places_by_rule(rule: Any, pile: Any, decisions: Any, cards: Any, places: Any) -> None:
    """The card that a rule of thumb lays in each decision of a study; ``pile``: the cards in it as dealt."""
    for row in range(len(decisions)):
        early, last_round = 2 * decisions[row, PILE_LEFT] > pile, decisions[row, LAST_ROUND] != 0
        places[row] = place_by_rule(rule, early, last_round, cards[row])
