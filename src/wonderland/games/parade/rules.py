"""The rules of Parade (Naoki Homma), P1 to P11 of RULES.en.md: pure functions over an immutable state.

| what        | value                                                    |
|-------------|----------------------------------------------------------|
| players     | 2 to 6                                                   |
| chance      | the first player and the deck, both in the ``Deal``      |
| information | hidden hands and draw pile, everything else public (P11) |
| turns       | one card each in turn, then two set aside by all at once |
"""

from __future__ import annotations

from itertools import combinations

from wonderland.core.errors import NotAllowed, TooLate, unknown_seat
from wonderland.core.tuples import replaced
from wonderland.games.parade.cards import COLOURS, Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import (
    DISCARD_SIZE,
    HAND_SIZE,
    START_SIZE,
    Action,
    Cards,
    Deal,
    Discard,
    Play,
    State,
    Trigger,
)

SEATS = range(2, 7)


def deal(deal: Deal) -> State:
    """Five cards to the first player, five to the next …, six to the line, the rest is the pile (P2)."""
    number = len(deal.players)
    hands: list[Cards] = [()] * number
    for turn in range(number):
        hands[(deal.first + turn) % number] = deal.deck[HAND_SIZE * turn : HAND_SIZE * (turn + 1)]
    start = deal.deck[HAND_SIZE * number : HAND_SIZE * number + START_SIZE]
    return State(
        players=deal.players,
        first=deal.first,
        start=start,
        parade=start,
        hands=tuple(hands),
        front=((),) * number,
        pile=deal.deck[HAND_SIZE * number + START_SIZE :],
        history=(),
        trigger=None,
        discards=(None,) * number,
    )


def check(state: State, seat: int, action: Action) -> NotAllowed | None:
    """Why the action is refused, or None. ``legal`` and ``apply`` rest on this."""
    if refusal := unknown_seat(seat, len(state.players)):
        return refusal
    if isinstance(action, Play):
        return _check_play(state, seat, action.card)
    return _check_discard(state, seat, action.cards)


def _check_play(state: State, seat: int, card: Card) -> NotAllowed | None:
    turn = state.turn
    if turn is None:
        return TooLate("refused_game_over") if state.over else NotAllowed("refused_turns_over")
    if seat != turn:
        return NotAllowed("refused_not_your_turn", name=state.players[turn], seat=turn)
    if card not in state.hands[seat]:
        return NotAllowed("refused_not_in_hand", card=card, hand=state.hands[seat])
    return None


def _check_discard(state: State, seat: int, cards: Cards) -> NotAllowed | None:
    if state.turn is not None:
        return NotAllowed("refused_discard_early")
    if state.over:
        return TooLate("refused_game_over")
    if state.discards[seat] is not None:
        return NotAllowed("refused_discarded_already")
    for card in cards:
        if card not in state.hands[seat]:
            return NotAllowed("refused_not_in_hand", card=card, hand=state.hands[seat])
    if len(cards) != DISCARD_SIZE or len(set(cards)) != DISCARD_SIZE:
        return NotAllowed("refused_two_cards", cards=cards)
    return None


def legal(state: State, seat: int) -> list[Action]:
    """The cards the seat may play, or the pairs it may set aside; nothing when it is not asked."""
    hand = state.hands[seat] if seat in range(len(state.hands)) else ()
    actions: list[Action] = [Play(card) for card in hand]
    if state.turn is None:
        actions = [Discard(pair) for pair in combinations(hand, DISCARD_SIZE)]
    return [action for action in actions if check(state, seat, action) is None]


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action; raises what ``check`` says when it is refused."""
    refusal = check(state, seat, action)
    if refusal is not None:
        raise refusal
    if isinstance(action, Play):
        return _play(state, seat, action.card)
    return _set_aside(state, seat, action.cards)


def _play(state: State, seat: int, card: Card) -> State:
    """A turn: lay the card at the end, take what must be taken, draw one card (P3 to P5)."""
    taken, line = split(state.parade, card)
    hand = tuple([held for held in state.hands[seat] if held is not card])
    front, pile, trigger = state.front, state.pile, state.trigger
    if taken:
        front = replaced(front, seat, front[seat] + taken)
    if trigger is None:
        # Nobody draws in the last round, but the player who triggers it still does (P6).
        hand += pile[:1]
        pile = pile[1:]
        trigger = _cause(len(state.history) + 1, seat, front[seat], pile)
    return State(
        state.players,
        state.first,
        state.start,
        (*line, card),
        replaced(state.hands, seat, hand),
        front,
        pile,
        (*state.history, card),
        trigger,
        state.discards,
    )


def _cause(ply: int, seat: int, front: Cards, pile: Cards) -> Trigger | None:
    """Whether this turn begins the last round: all six colours in front, or no card left to draw (P6)."""
    colours = len(front) >= len(COLOURS) and len({card.colour for card in front}) == len(COLOURS)
    return Trigger(ply, seat, colours, not pile) if colours or not pile else None


def _set_aside(state: State, seat: int, cards: Cards) -> State:
    return State(
        state.players,
        state.first,
        state.start,
        state.parade,
        state.hands,
        state.front,
        state.pile,
        state.history,
        state.trigger,
        replaced(state.discards, seat, cards),
    )
