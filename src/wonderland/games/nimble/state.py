"""What a round of Nimble consists of: the deal, the state, and the four things a player can do."""

from __future__ import annotations

from typing import Literal

import msgspec

from wonderland.core.errors import Unreadable, shown
from wonderland.core.notation import read_number
from wonderland.games.nimble.cards import Card

Cards = tuple[Card, ...]

PILE_COUNT = 3  #: common piles (N2)


class Options(msgspec.Struct, frozen=True):
    """What a table may choose (N10)."""

    #: ``fewest`` errors win, or one error and you are ``out``.
    errors: Literal["fewest", "out"] = "fewest"
    #: Refuse a card that does not fit on the spot, for children.
    assist: bool = False


class Deal(msgspec.Struct, frozen=True):
    """The chance in a round: the shuffled packs, top first, and who starts each pile (N2)."""

    players: tuple[str, ...]
    packs: tuple[Cards, ...]
    setup: tuple[int, ...]
    options: Options = Options()
    #: Which round of how many, in a Challenge (N9).
    round: tuple[int, int] | None = None


class Placed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card on a common pile; its back tells whose it is (N1)."""

    card: Card
    seat: int


Pile = tuple[Placed, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a round at one moment, hidden cards included: it never leaves the process."""

    players: tuple[str, ...]
    options: Options
    #: The common piles, bottom first.
    piles: tuple[Pile, ...]
    #: Each player's cards face down, top first.
    hands: tuple[Cards, ...]
    #: Each player's own discard, face up, bottom first.
    discards: tuple[Cards, ...]
    #: How many cards at the bottom of each hand have never been face up.
    fresh: tuple[int, ...]

    def left(self, seat: int) -> int:
        """Cards the player still has, in hand and own discard together (N7)."""
        return len(self.hands[seat]) + len(self.discards[seat])

    @property
    def tops(self) -> Cards:
        """The card on top of each pile."""
        return tuple(pile[-1].card for pile in self.piles)

    def __str__(self) -> str:
        from wonderland.games.nimble.notation import write_state

        return write_state(self)


class Flip(msgspec.Struct, frozen=True, tag="flip"):
    """Turn the next card of the hand face up onto the own discard (N3)."""

    def __str__(self) -> str:
        return "flip"


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Take the top card of the own discard back onto the hand (N3)."""

    def __str__(self) -> str:
        return "back"


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """The hand is empty: turn the own discard over into the hand, unshuffled (N3)."""

    def __str__(self) -> str:
        return "turn"


class Place(msgspec.Struct, frozen=True, tag="place"):
    """Place the top card of the own discard on a common pile (N3).

    ``seen`` is the pile's top card as the player saw it (N11); None means as it lies now.
    """

    pile: int
    seen: Card | None = None

    def __str__(self) -> str:
        return f"place {self.pile}" + (f" on {self.seen}" if self.seen else "")


Action = Flip | Back | Turn | Place


def read_action(text: str) -> Action:
    """An action from its text.

    >>> read_action("place 2 on RB")
    Place(pile=2, seen=Card('RB'))
    """
    match text.split():
        case ["flip"]:
            return Flip()
        case ["back"]:
            return Back()
        case ["turn"]:
            return Turn()
        case ["place", pile]:
            return Place(read_number(pile))
        case ["place", pile, "on", seen]:
            return Place(read_number(pile), Card(seen))
    raise Unreadable("action_unknown_nimble", action=shown(text))
