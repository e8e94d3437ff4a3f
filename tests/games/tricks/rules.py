"""The rules T1 to T4 of RULES.en.md: pure functions over an immutable state."""

from __future__ import annotations

import msgspec

from games.tricks.cards import Card, Cards
from wonderland.core.errors import NotAllowed, TooLate, unknown_seat
from wonderland.core.notation import write_lines, write_players
from wonderland.core.tuples import replaced

SEATS = range(2, 5)
HAND = 4  #: cards dealt to each player (T1)


class Deal(msgspec.Struct, frozen=True):
    """The chance in a game: the shuffled deck, dealt from the top."""

    players: tuple[str, ...]
    deck: Cards


class State(msgspec.Struct, frozen=True):
    """Everything about a game, hands included: it never leaves the process."""

    players: tuple[str, ...]
    hands: tuple[Cards, ...]
    #: Who leads the trick that lies on the table, and its cards in the order played.
    leader: int
    trick: Cards
    #: Tricks won, by seat.
    won: tuple[int, ...]

    @property
    def turn(self) -> int | None:
        """The seat to play; None when all cards are played."""
        return (self.leader + len(self.trick)) % len(self.players) if any(self.hands) else None

    def __str__(self) -> str:
        return write_lines(
            {
                "players": write_players(self.players),
                "hands": " / ".join(" ".join(hand) for hand in self.hands),
                "leader": str(self.leader),
                "trick": " ".join(self.trick),
                "won": " ".join(map(str, self.won)),
            }
        )


class Play(msgspec.Struct, frozen=True):
    """Play a card of the hand."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


class Outcome(msgspec.Struct, frozen=True):
    """The end: tricks won by seat, and the winners (T4)."""

    tricks: tuple[int, ...]
    winners: tuple[int, ...]


def deal(deal: Deal) -> State:
    number = len(deal.players)
    hands = tuple(deal.deck[HAND * seat : HAND * (seat + 1)] for seat in range(number))
    return State(deal.players, hands, 0, (), (0,) * number)


def check(state: State, seat: int, action: Play) -> NotAllowed | None:
    if refusal := unknown_seat(seat, len(state.players)):
        return refusal
    turn = state.turn
    if turn is None:
        return TooLate("refused_game_over")
    if seat != turn:
        return NotAllowed("refused_not_your_turn", name=state.players[turn], seat=turn)
    if action.card not in state.hands[seat]:
        return NotAllowed("refused_not_in_hand", card=action.card, hand=state.hands[seat])
    if action.card not in following(state.hands[seat], state.trick):
        return NotAllowed("refused_must_follow", card=action.card, lead=state.trick[0])
    return None


def following(hand: Cards, trick: Cards) -> Cards:
    """The cards that may be played: of the suit that was led, if the hand holds one (T2)."""
    suited = tuple(card for card in hand if trick and card.suit == trick[0].suit)
    return suited or hand


def legal(state: State, seat: int) -> list[Play]:
    hand = state.hands[seat] if seat in range(len(state.hands)) else ()
    return [action for action in map(Play, hand) if check(state, seat, action) is None]


def apply(state: State, seat: int, action: Play) -> State:
    if refusal := check(state, seat, action):
        raise refusal
    number = len(state.players)
    hands = replaced(state.hands, seat, tuple(card for card in state.hands[seat] if card is not action.card))
    trick = (*state.trick, action.card)
    if len(trick) < number:
        return State(state.players, hands, state.leader, trick, state.won)
    # The highest card of the suit that was led takes the trick, and its player leads the next (T3).
    best = max((card for card in trick if card.suit == trick[0].suit), key=lambda card: card.value)
    taker = (state.leader + trick.index(best)) % number
    return State(state.players, hands, taker, (), replaced(state.won, taker, state.won[taker] + 1))


def outcome(state: State) -> Outcome | None:
    if any(state.hands):
        return None
    most = max(state.won)
    return Outcome(state.won, tuple(seat for seat, tricks in enumerate(state.won) if tricks == most))
