"""One action of a game, what the compiled bots do after it, and the end of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.game import actor_of, deal_number, is_playing
from wonderland.envs.parade.kernel.layout import (
    ACTIONS,
    CARD_ACTIONS,
    IN_FRONT,
    IN_LINE,
    LAST_CARD,
    LAST_FREE,
    LAST_POINTS,
    LAST_TAKEN,
    LEARNER,
    LINE_WORD,
    NOBODY,
    NUMBER_WORD,
)  # fmt: skip
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.intrinsics import bit_position, popcount, worth_at_most
from wonderland.sim.kernel.layout import (
    GREEDY,
    HAND_SIZE,
    LINE_START,
    META_FIRST,
    META_PLIES,
    NO_CARD,
    RESULT_SCORES,
    RESULT_WINNERS,
    U0,
    U1,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import finish, greedy_card, random_place, set_aside
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.turn import counters_of, number_of, take_turn, value_of, write_counters

#: Points are kept in a byte.
MAX_BYTE = 255
ILLEGAL = -1


# ---- what is legal ------------------------------------------------------------------------------------------


@inlined_function
def place_of(action: Any, seat: Any, game: Any) -> Any:
    """Where in a seat's hand the card of an action is; -1 if it is not there."""
    # 47/512 is close enough to 1/11 for every card.
    card = action + 5 * ((action * 47) >> 9) if 0 <= action < CARD_ACTIONS else np.int64(-1)
    found = np.int64(ILLEGAL)
    # Which one it is cannot be foreseen: without a way out the loop costs less.
    for place in range(HAND_SIZE):
        found = np.int64(place) if np.int64(game.hands[seat * HAND_SIZE + place]) == card else found
    return found


@inlined_function
def is_legal(action: Any, seat: Any, seats: Any, game: Any) -> Any:
    """Whether the seat that acts next may choose this action. When a game is over, nothing matters."""
    if seat == NOBODY:
        return True
    if is_playing(seats, game.meta):
        return place_of(action, seat, game) != ILLEGAL
    return CARD_ACTIONS <= action < ACTIONS


@inlined_function
def write_mask(seat: Any, seats: Any, game: Any, mask: Any) -> None:
    """The actions that whoever acts next may choose; none at the end."""
    for action in range(ACTIONS):
        mask[action] = False
    if seat == NOBODY:
        return
    if is_playing(seats, game.meta):
        for place in range(HAND_SIZE):
            mask[number_of(game.hands[seat * HAND_SIZE + place])] = True
    else:
        for action in range(CARD_ACTIONS, ACTIONS):
            mask[action] = True


# ---- the cards set aside --------------------------------------------------------------------------------------


@inlined_function
def rank_of(place: Any, seat: Any, hands: Any) -> Any:
    """How many of a seat's four cards come before the one at a place."""
    rank = 0
    for other in range(HAND_SIZE - 1):
        if hands[seat * HAND_SIZE + other] < hands[seat * HAND_SIZE + place]:
            rank += 1
    return rank


@inlined_function
def aside_action(one: Any, other: Any) -> Any:
    """The action that sets aside two places, 0 to 3, of the sorted hand."""
    low, high = min(one, other), max(one, other)
    # (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)
    return CARD_ACTIONS + low * (5 - low) // 2 + high - 1


@inlined_function
def set_pair_aside(action: Any, seat: Any, game: Any) -> None:
    """Set aside the two cards of an action (P7)."""
    chosen = 0
    for place in range(HAND_SIZE - 1):
        for later in range(place + 1, HAND_SIZE - 1):
            one, other = rank_of(place, seat, game.hands), rank_of(later, seat, game.hands)
            if aside_action(one, other) == action and chosen == 0:
                game.aside[seat * 2] = game.hands[seat * HAND_SIZE + place]
                game.aside[seat * 2 + 1] = game.hands[seat * HAND_SIZE + later]
                chosen = 1


# ---- a turn ---------------------------------------------------------------------------------------------------


@inlined_function
def free_values(line: Any, masks: Any) -> Any:
    """With how many of the eleven values a card of a colour that is not in the line would take nothing.

    It takes nothing if all cards worth no more lie among the safe ones: if the foremost of them does.
    """
    free = 0
    for value in range(VALUES):
        low = line & worth_at_most(masks, np.uint64(value))
        foremost = low & (~low + U1)
        free += 1 if popcount(line & ~(foremost - U1)) <= np.uint64(value) else 0
    return free


@inlined_function
def play_card(seat: Any, place: Any, row: Any) -> None:
    """One turn (P3 to P6), and what everybody sees of it."""
    game, line = row.game, row.words[LINE_WORD]
    counters = counters_of(game.meta)
    slot = LINE_START + counters.plies
    card = game.hands[seat * HAND_SIZE + place]
    free = free_values(line, row.words)
    after, counters = take_turn(seat, place, line, counters, game)
    write_counters(counters, game.meta)
    row.words[LINE_WORD] = after
    row.order[slot] = card
    row.public[number_of(card)] = IN_LINE
    taken = line & ~after
    row.last_plays[seat * 4 + LAST_CARD] = number_of(card) + 1
    row.last_plays[seat * 4 + LAST_TAKEN] = popcount(taken)
    row.last_plays[seat * 4 + LAST_POINTS] = min(value_of(taken, row.words), MAX_BYTE)
    row.last_plays[seat * 4 + LAST_FREE] = free
    while taken != U0:
        bit = taken & (~taken + U1)
        row.public[number_of(row.order[bit_position(bit)])] = IN_FRONT + seat
        taken ^= bit


@inlined_function
def bot_action(policy: Any, seed: Any, seat: Any, seats: Any, row: Any) -> Any:
    """What a compiled bot does; as in a simulated game of the same seed and number."""
    game = row.game
    key = key_of(seed, row.words[NUMBER_WORD])
    if is_playing(seats, game.meta):
        if policy == GREEDY:
            place = greedy_card(seat, row.words[LINE_WORD], row.words, game.hands)
        else:
            place = random_place(key, np.int64(game.meta[META_PLIES]))
        return number_of(game.hands[seat * HAND_SIZE + np.int64(place)])
    # Simulated games count seats from the first player.
    turn = (seat + len(seats) - np.int64(game.meta[META_FIRST])) % len(seats)
    set_aside(policy, key, turn, seat, game)
    one, other = game.aside[seat * 2], game.aside[seat * 2 + 1]
    game.aside[seat * 2] = game.aside[seat * 2 + 1] = NO_CARD
    places = (place_of(number_of(one), seat, game), place_of(number_of(other), seat, game))
    return aside_action(rank_of(places[0], seat, game.hands), rank_of(places[1], seat, game.hands))


@inlined_function
def act(action: Any, seat: Any, seats: Any, row: Any) -> None:
    """Do what a seat chose, which is legal."""
    if is_playing(seats, row.game.meta):
        play_card(seat, place_of(action, seat, row.game), row)
    else:
        set_pair_aside(action, seat, row.game)


# ---- the end --------------------------------------------------------------------------------------------------


@inlined_function
def end_game(seats: Any, scratch: Any, row: Any, reward: Any, scores: Any) -> None:
    """The kept cards join those in front (P7); scores, and rewards that sum to zero."""
    game, players = row.game, len(seats)
    counters = counters_of(game.meta)
    slot = LINE_START + counters.plies
    finish(seats, game, scratch.result)
    for seat in range(players):
        for place in range(HAND_SIZE - 1):
            card = game.hands[seat * HAND_SIZE + place]
            if card != game.aside[seat * 2] and card != game.aside[seat * 2 + 1]:
                # In the order in which they joined.
                row.order[slot] = card
                slot += 1
                row.public[number_of(card)] = IN_FRONT + seat
    winners = scratch.result[RESULT_WINNERS]
    share = np.float32(1.0) / np.float32(popcount(np.uint64(winners)))
    for seat in range(players):
        won = share if winners >> seat & 1 else np.float32(0.0)
        reward[seat] = (np.float32(players) * won - np.float32(1.0)) / np.float32(players - 1)
        scores[seat] = scratch.result[RESULT_SCORES + seat]


@inlined_function
def go_on(
    seed: Any, stride: Any, autoreset: Any, seats: Any, policies: Any, scratch: Any, row: Any, reward: Any, scores: Any
) -> Any:
    """After an action or a deal: end the game, deal the next one, let the bots act; who acts, whether a game ended."""
    ended = False
    while True:
        seat = actor_of(seats, row.game)
        if seat == NOBODY:
            end_game(seats, scratch, row, reward, scores)
            ended = True
            if not autoreset:
                return seat, ended
            deal_number(seed, row.words[NUMBER_WORD] + np.uint64(stride), seats, scratch, row)
            continue
        if policies[seat] == LEARNER:
            return seat, ended
        act(bot_action(policies[seat], seed, seat, seats, row), seat, seats, row)


@inlined_function
def step_row(
    action: Any, seat: Any, seed: Any, stride: Any, autoreset: Any, seats: Any, policies: Any, scratch: Any, row: Any,
    reward: Any, scores: Any,
) -> Any:  # fmt: skip
    """One action of a seat; who acts next, and whether a game ended. A game that is over stays as it is."""
    if seat == NOBODY:
        return seat, True
    act(action, seat, seats, row)
    return go_on(seed, stride, autoreset, seats, policies, scratch, row, reward, scores)
