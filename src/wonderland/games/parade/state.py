"""What a game of Parade consists of: the deal, the state, and the two things a player can do."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from wonderland.core.errors import Unreadable, shown
from wonderland.games.parade.cards import Card, by_colour

Cards = tuple[Card, ...]

HAND_SIZE = 5  #: cards dealt to each player (P2)
START_SIZE = 6  #: cards that begin the parade (P2)
DISCARD_SIZE = 2  #: cards that every player sets aside at the end (P7)


class Deal(msgspec.Struct, frozen=True):
    """The chance in a game: who sits where, who begins, and the shuffled deck, top first (P2)."""

    players: tuple[str, ...]
    first: int
    deck: Cards


class Trigger(msgspec.Struct, frozen=True, gc=False):
    """What began the last round (P6): the turn (counted from 1), who took it, and which cause or causes."""

    ply: int
    seat: int
    colours: bool
    pile: bool


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game at one moment, hidden cards included: it never leaves the process.

    ``str(state)`` is its text and ``wonderland.games.parade.read_state`` reads it back. Whose turn it is,
    the phase and the turns left are derived, so that they cannot disagree with the rest.
    """

    players: tuple[str, ...]
    first: int
    #: The first six cards of the line, front first, as they were dealt.
    start: Cards
    #: The line, front first.
    parade: Cards
    hands: tuple[Cards, ...]
    #: The cards each player has taken, in the order they came.
    front: tuple[Cards, ...]
    #: The draw pile, top first.
    pile: Cards
    #: The cards played, in turn order.
    history: Cards
    trigger: Trigger | None
    #: Per seat, the two cards set aside once chosen (P7). Hands keep all four until everyone has chosen.
    discards: tuple[Cards | None, ...]

    @property
    def last_round(self) -> int | None:
        """Turns of the last round still to be played; None before it has begun (P6)."""
        if self.trigger is None:
            return None
        return self.trigger.ply + len(self.players) - len(self.history)

    @property
    def over(self) -> bool:
        """Whether everybody has set two cards aside, which ends the game (P7)."""
        return None not in self.discards

    @property
    def phase(self) -> str:
        """``play``, ``discard`` (P7) or ``over``."""
        if self.last_round != 0:
            return "play"
        return "over" if self.over else "discard"

    @property
    def turn(self) -> int | None:
        """The seat to move, clockwise from ``first`` (P2); None when every turn has been played."""
        if self.last_round == 0:
            return None
        return (self.first + len(self.history)) % len(self.players)

    def kept(self, seat: int) -> Cards:
        """The hand cards that join the player's cards in front at the end (P7)."""
        aside = self.discards[seat] or ()
        return tuple(card for card in self.hands[seat] if card not in aside)

    def __str__(self) -> str:
        from wonderland.games.parade.notation import write_state

        return write_state(self)


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Lay a card of the hand at the end of the parade (P3)."""

    card: Card

    def __post_init__(self) -> None:
        # A plain string equals the card of that name, but has no colour and no value.
        if type(self.card) is not Card:
            raise TypeError(f"a card is needed, such as Card('R3'), not {self.card!r}")

    def __str__(self) -> str:
        return f"play {self.card}"


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Set two of the last four cards aside, face down (P7). Their order means nothing."""

    cards: Cards

    def __post_init__(self) -> None:
        # Sorted, so that the same two cards make equal choices.
        msgspec.structs.force_setattr(self, "cards", by_colour(self.cards))

    def __str__(self) -> str:
        return f"discard {' '.join(self.cards)}"


Action = Play | Discard


@lru_cache(maxsize=4_096)  # nearly all there are; a table reads every action, and its record again
def read_action(text: str) -> Action:
    """An action from its text.

    >>> read_action("play G3")
    Play(card=Card('G3'))
    >>> print(read_action("discard R1 B0"))
    discard R1 B0
    """
    match text.split():
        case ["play", card]:
            return Play(Card(card))
        case ["discard", *cards]:
            return Discard(tuple(Card(card) for card in cards))
    raise Unreadable("action_unknown_parade", action=shown(text))
