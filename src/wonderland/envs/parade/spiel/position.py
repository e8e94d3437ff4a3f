"""A game of Parade with its chance taken apart: who begins, then every card as it leaves the deck.

The rules are those of :mod:`wonderland.games.parade`; only the order of events is added here. The reference deals a
shuffled deck and draws from the top of a pile. Here the pile is what is left of the deck, and chance says which of its
cards comes next, so that the outcomes of all chance nodes of a game, in their order, are the seat that begins and the
deck of its ``Deal``.
"""

from __future__ import annotations

from typing import Any, Self

import msgspec

from wonderland.core.errors import NotAllowed, TooLate, Unreadable, unknown_seat
from wonderland.core.tuples import replaced
from wonderland.envs.parade.actions import ACTIONS, CARD_ACTIONS, action_of
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.rules import SEATS, apply, deal
from wonderland.games.parade.state import HAND_SIZE, START_SIZE, Action, Cards, Deal, State

#: Who acts when it is no seat, as OpenSpiel counts them (``pyspiel.PlayerId``).
CHANCE, TERMINAL = -1, -4

NAMES = {players: tuple(f"player {seat}" for seat in range(players)) for players in SEATS}


class Position(msgspec.Struct, frozen=True, gc=False):
    """One node of the game tree; immutable, so that copies share it."""

    players: int
    #: Who acts: a seat, ``CHANCE`` or ``TERMINAL``.
    actor: int
    #: The seat that begins; None until chance has said so.
    first: int | None
    #: The cards that have left the deck, in their order: the hands from the first seat on, the line, the draws.
    dealt: Cards
    #: The cards that are still in the deck, by number; which of them comes next is not decided.
    deck: Cards
    #: The state of the reference rules, once all hands and the line are dealt.
    state: State | None

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @property
    def table(self) -> State:
        """The cards as they lie, also while they are being dealt (before it is said who begins, ``first`` is 0)."""
        if self.state is not None:
            return self.state
        begun = deal(Deal(NAMES[self.players], self.first or 0, self.dealt))
        return msgspec.structs.replace(begun, pile=self.deck)

    @property
    def phase(self) -> str:
        """``deal``, ``draw``, ``play``, ``discard`` or ``over``."""
        if self.state is None:
            return "deal"
        return "draw" if self.actor == CHANCE else self.state.phase

    def received(self, seat: int) -> tuple[Cards, Cards]:
        """The cards that a seat was dealt at the start, and those it has drawn since."""
        if self.first is None:
            return (), ()
        turn = (seat - self.first) % self.players
        draws = dealt_first(self.players) + turn
        return self.dealt[HAND_SIZE * turn : HAND_SIZE * (turn + 1)], self.dealt[draws :: self.players]


def dealt_first(players: int) -> int:
    """How many cards are dealt before the first turn (P2)."""
    return HAND_SIZE * players + START_SIZE


def new_position(players: int) -> Position:
    """Before anything has happened. Other than two to six players are refused."""
    if players not in SEATS:
        refusal = Unreadable("integer_wrong", value=players, low=SEATS[0], high=SEATS[-1])
        raise refusal.within("at_key", key="players")
    return Position(players, CHANCE, None, (), DECK, None)


def outcomes(position: Position) -> list[int]:
    """What chance may say, each equally likely: the seat that begins, then the number of a card left in the deck."""
    if position.first is None:
        return list(range(position.players))
    return [card.number for card in position.deck]


def choices(position: Position) -> list[int]:
    """The numbers of the legal actions of the seat to act, ascending."""
    state, seat = position.state, position.actor
    if state is None or seat < 0:
        return []
    if state.turn is None:
        return list(range(CARD_ACTIONS, ACTIONS))
    return sorted([card.number for card in state.hands[seat]])


def choice_of(number: int, hand: Cards) -> Action:
    """The action that a number stands for, given the hand of the seat to act; other numbers are refused."""
    _check(number, ACTIONS, "action")
    return action_of(number, hand)


def card_of(number: int) -> Card:
    """The card that a number stands for when chance deals or draws it."""
    _check(number, len(DECK), "card")
    return DECK[number]


def _check(number: int, limit: int, key: str) -> None:
    if not 0 <= number < limit:
        raise Unreadable("integer_wrong", value=number, low=0, high=limit - 1).within("at_key", key=key)


def after(position: Position, number: int) -> Position:
    """The position after an action of the seat to act, or an outcome of chance; raises why it is refused."""
    if position.actor == TERMINAL:
        raise TooLate("refused_game_over")
    if position.state is None or position.actor == CHANCE:
        return _begun(position, number) if position.first is None else _dealt(position, number)
    return _acted(position, position.state, number)


def _begun(position: Position, seat: int) -> Position:
    if refusal := unknown_seat(seat, position.players):
        raise refusal
    return Position(position.players, CHANCE, seat, (), position.deck, None)


def _dealt(position: Position, number: int) -> Position:
    """The card comes off the deck: to a hand, to the line, or to the seat that has just played."""
    players, first, state = position.players, position.first or 0, position.state
    card = card_of(number)
    if card not in position.deck:
        raise NotAllowed("refused_card_dealt", card=card, deck=position.deck)
    dealt, deck = (*position.dealt, card), tuple([left for left in position.deck if left is not card])
    if state is not None:
        seat = (first + len(state.history) - 1) % players
        hands = replaced(state.hands, seat, (*state.hands[seat], card))
        state = msgspec.structs.replace(state, hands=hands, pile=deck)
    elif len(dealt) == dealt_first(players):
        state = deal(Deal(NAMES[players], first, dealt + deck))
    return Position(players, CHANCE if state is None else _actor(state), first, dealt, deck, state)


def _acted(position: Position, state: State, number: int) -> Position:
    seat = position.actor
    state = apply(state, seat, choice_of(number, state.hands[seat]))
    if len(state.pile) == len(position.deck):
        return Position(position.players, _actor(state), position.first, position.dealt, position.deck, state)
    # The rules have drawn the top card of the pile. It goes back: which card comes is for chance to say.
    hands = replaced(state.hands, seat, state.hands[seat][:-1])
    state = msgspec.structs.replace(state, hands=hands, pile=position.deck)
    return Position(position.players, CHANCE, position.first, position.dealt, position.deck, state)


def _actor(state: State) -> int:
    """The seat to move; then, two cards each are set aside in turn order (P7), one after the other, hidden."""
    if state.turn is not None:
        return state.turn
    chosen = len(state.discards) - state.discards.count(None)
    if chosen == len(state.discards):
        return TERMINAL
    return (state.first + len(state.history) + chosen) % len(state.discards)
