"""Positions and actions as people read them."""

from __future__ import annotations

from wonderland.core import notation
from wonderland.core.errors import unknown_seat
from wonderland.envs.parade.actions import ACTIONS, ASIDE_PLACES, CARD_ACTIONS
from wonderland.envs.parade.spiel.position import CHANCE, Position, card_of, choice_of
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import HAND_SIZE

LAST_HAND_SIZE = HAND_SIZE - 1  #: the hand of which two are set aside: nobody drew in the last round (P6)


def write(position: Position) -> str:
    """The whole position, hidden cards included; ``pile`` are the cards left in the deck, in no order."""
    state = position.table
    return notation.write_lines(
        {
            "phase": position.phase,
            "turn": str(position.actor) if position.actor >= 0 else "",
            "first": "" if position.first is None else str(position.first),
            "start": notation.write_cards(state.start),
            "parade": notation.write_cards(state.parade),
            "hands": notation.write_seats(map(by_colour, state.hands)),
            "front": notation.write_seats(map(by_colour, state.front)),
            "pile": notation.write_cards(state.pile),
            "history": notation.write_cards(state.history),
            "discards": notation.write_seats(cards or () for cards in state.discards),
        }
    )


def describe(position: Position, player: int, number: int) -> str:
    """An action of a seat, or an outcome of chance, as it would be said at this position."""
    if player == CHANCE:
        return _chance(position, number)
    if refusal := unknown_seat(player, position.players):
        raise refusal
    hand = position.table.hands[player]
    if CARD_ACTIONS <= number < ACTIONS and len(hand) != LAST_HAND_SIZE:
        one, two = ASIDE_PLACES[number - CARD_ACTIONS]
        return f"discard cards {one} and {two} of the hand"
    return str(choice_of(number, hand))


def _chance(position: Position, number: int) -> str:
    if position.first is None:
        return f"player {number} begins"
    card = card_of(number)
    if position.state is not None:
        seat = (position.first + len(position.state.history) - 1) % position.players
        return f"player {seat} draws {card}"
    turn = len(position.dealt) // HAND_SIZE
    if turn < position.players:
        return f"player {(position.first + turn) % position.players} is dealt {card}"
    return f"{card} joins the line"
