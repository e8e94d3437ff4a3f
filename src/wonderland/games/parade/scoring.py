"""The score of Parade (P8 to P10), with each player's line per colour as it is counted at a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from wonderland.games.parade.cards import COLOURS, by_colour
from wonderland.games.parade.state import Cards, State


class ColourLine(msgspec.Struct, frozen=True):
    """One player's cards of one colour and what they cost."""

    colour: str
    cards: Cards
    #: The player has the majority and has turned the cards over: each counts 1 (P8).
    turned: bool
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: scores and cards by seat, majorities by colour, and who won."""

    scores: tuple[int, ...]
    #: How many cards each player has in front, turned or not.
    cards: tuple[int, ...]
    #: Per colour, the seats that turned theirs over, ascending; empty where nobody did.
    majorities: dict[str, tuple[int, ...]]
    winners: tuple[int, ...]
    #: Per seat, one line for each colour the player has.
    sheet: tuple[tuple[ColourLine, ...], ...]
    #: Several had the lowest score, so the number of cards decided or was equal too (P10).
    tied: bool


def majority_lead(players: int) -> int:
    """By how many cards a majority must lead: not at all (P8), or by two where there are two players (P9)."""
    return 2 if players == 2 else 0


def majority(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats that turn a colour over, given how many cards of it each has.

    Everyone tied for the most does (P8); of two players it takes two cards more than the other (P9).

    >>> majority([3, 3, 1]), majority([3, 2]), majority([3, 1])
    ((0, 1), (), (0,))
    """
    most = max(counts)
    if most == 0 or most - min(counts) < majority_lead(len(counts)):
        return ()
    return tuple(seat for seat, count in enumerate(counts) if count == most)


def score(front: Sequence[Cards]) -> Outcome:
    """Score the cards in front of each player, the two last hand cards included."""
    majorities = {
        colour: majority([sum(card.colour == colour for card in cards) for cards in front]) for colour in COLOURS
    }
    sheet = tuple(_lines(seat, cards, majorities) for seat, cards in enumerate(front))
    scores = tuple(sum(line.points for line in lines) for lines in sheet)
    counts = tuple(len(cards) for cards in front)
    lowest = [seat for seat, points in enumerate(scores) if points == min(scores)]
    fewest = min(counts[seat] for seat in lowest)
    winners = tuple(seat for seat in lowest if counts[seat] == fewest)
    return Outcome(scores, counts, majorities, winners, sheet, tied=len(lowest) > 1)


def _lines(seat: int, cards: Cards, majorities: dict[str, tuple[int, ...]]) -> tuple[ColourLine, ...]:
    lines = []
    for colour in COLOURS:
        own = by_colour(tuple(card for card in cards if card.colour == colour))
        if own:
            turned = seat in majorities[colour]
            points = len(own) if turned else sum(card.value for card in own)
            lines.append(ColourLine(colour, own, turned, points))
    return tuple(lines)


def final_front(state: State) -> tuple[Cards, ...]:
    """What lies in front of each player once the two kept hand cards have joined (P7)."""
    return tuple(cards + state.kept(seat) for seat, cards in enumerate(state.front))


#: Cached: the outcome is needed several times, for the winners, the score sheet, the record and the places.
_cached_score = lru_cache(maxsize=64)(score)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    return _cached_score(final_front(state)) if state.over else None
