"""The report on a round of Nimble: what ``wonderland analyse --json`` prints and what the browser shows.

An *event* is the number of an event of the record, counted from 1. Times are milliseconds since the start, as the
record has them: when the action was accepted. Every time and every duration is null where the record has none
(``timed``); the events still tell the order.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from wonderland.games.nimble.scoring import Title

#: Why a record's times cannot be used: none at all, some missing, or an event earlier than the one before it.
Untimed = Literal["absent", "incomplete", "backwards"]

#: How a chance ended, for its seat:
#: ``taken``: it placed the card there; ``elsewhere``: it placed the card on another pile;
#: ``lost``: another seat covered the pile first, with a card that fitted; ``vanished``: with one that did not;
#: ``passed``: it flipped another card over it; ``back``: it took the card back, or turned the discard over;
#: ``end``: the round ended meanwhile; ``open``: the record ends before the round does.
ChanceEnd = Literal["taken", "elsewhere", "lost", "vanished", "passed", "back", "end", "open"]


class RhythmAction(msgspec.Struct, frozen=True):
    """One action of a seat."""

    event: int
    ms: int | None
    action: Literal["flip", "back", "turn", "place"]
    #: The card that was placed, else the one that then lay on top of the own discard; null where none did.
    card: str | None
    #: Where a card was placed.
    pile: int | None = None


class OpenChance(msgspec.Struct, frozen=True):
    """While the card on top of a seat's own discard fitted a pile: the seat could see both."""

    card: str
    pile: int
    #: The event after which it lay open, and the one that ended it; ``closed`` is null where the end is ``open``.
    opened: int
    closed: int | None
    opened_ms: int | None
    closed_ms: int | None
    #: How long it lay open; up to the last event where it still does.
    open_ms: int | None
    end: ChanceEnd
    #: Who ended it; null where nobody did.
    by: int | None


class Placement(msgspec.Struct, frozen=True):
    """A card that a seat placed."""

    event: int
    ms: int | None
    card: str
    pile: int
    #: The card on which it was placed.
    on: str
    #: Whether it does not fit there (N5, N8).
    error: bool
    #: How long the seat hesitated: since the card lay on top of the own discard and fitted this pile. Null for an
    #: error.
    hesitation_ms: int | None
    #: Since the card lay on top of the own discard, whether it fitted or not.
    shown_ms: int | None
    #: Piles on which it would have fitted, the one where it was placed included.
    fits: tuple[int, ...]
    #: The seat's cards left after it, in hand and own discard together.
    left: int


class LostRace(msgspec.Struct, frozen=True):
    """A chance of a seat that ended because another seat placed a card that fitted on the same pile first.

    A record holds no attempt that bounced (N11), so nobody knows when the loser's card would have come. What is
    measured is how long each of the two had had its chance when the winner's card was accepted.
    """

    #: The place of the loser's chance in ``chances``.
    chance: int
    event: int
    ms: int | None
    pile: int
    card: str
    #: Who was first, and with which card.
    by: int
    by_card: str
    #: How long the loser's card had fitted: it would have had to be placed within this time.
    open_ms: int | None
    #: The same for the winner's card: its hesitation.
    by_open_ms: int | None
    #: The loser's median hesitation in this round, less ``open_ms``: by how much it would have lost at its usual pace.
    #: Negative: at its usual pace it would have been first. Null if it took fewer than three chances: then nobody knows
    #: its pace.
    behind_ms: float | None


class RhythmFigures(msgspec.Struct, frozen=True):
    """The figures of a seat. Rates are by the time of the last event."""

    flips: int
    backs: int
    turns: int
    placements: int
    errors: int
    #: Chances, and how many of them ended how.
    chances: int
    taken: int
    elsewhere: int
    lost: int
    vanished: int
    passed: int
    back: int
    #: Chances that were taken, lost, vanished, passed or taken back, and the share of them that was taken; null where
    #: there were none.
    counted: int
    share_taken: float | None
    races_lost: int
    races_won: int
    median_hesitation_ms: float | None
    #: From when a card lay on top of the own discard until it was placed, errors left out.
    median_shown_ms: float | None
    #: How long the chances lay open that ended in another seat's card.
    median_lost_ms: float | None
    #: The longest chance that the seat did not take, whatever ended it.
    longest_missed_ms: int | None
    #: From one action of the seat to its next.
    median_gap_ms: float | None
    longest_gap_ms: int | None
    flips_per_minute: float | None
    placements_per_minute: float | None


class SeatRhythm(msgspec.Struct, frozen=True):
    """Everything about one seat."""

    #: Its cards at the start; ``placements`` tell what was left after each.
    cards: int
    #: Cards left at the end of the record, errors on the piles, and the title once the round is over.
    left: int
    errors: int
    title: Title | None
    actions: tuple[RhythmAction, ...]
    placements: tuple[Placement, ...]
    #: In the order in which they opened.
    chances: tuple[OpenChance, ...]
    races: tuple[LostRace, ...]
    figures: RhythmFigures


class NimbleReport(msgspec.Struct, frozen=True):
    """The report on one round. For a round that is not over ``end`` and ``result`` are null."""

    game: str
    players: tuple[str, ...]
    #: Which round of how many, in a Challenge.
    round: tuple[int, int] | None
    end: Literal["finished", "stuck"] | None
    #: Everybody's share of the win.
    result: tuple[float, ...] | None
    events: int
    #: Whether there are times, and why not.
    timed: bool
    untimed: Untimed | None
    #: The time of the last event.
    length_ms: int | None
    seats: tuple[SeatRhythm, ...]
