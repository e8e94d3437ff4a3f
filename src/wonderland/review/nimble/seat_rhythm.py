"""What one seat did in a round: its actions, its placements and the races that it lost."""

from __future__ import annotations

from collections.abc import Sequence

from wonderland.games.nimble.scoring import errors, outcome
from wonderland.games.nimble.state import Back, Flip, Place, Turn
from wonderland.review.nimble.chances import fitting_piles
from wonderland.review.nimble.replaying import Event, ReplayedRound, between
from wonderland.review.nimble.report import LostRace, OpenChance, Placement, RhythmAction, SeatRhythm
from wonderland.review.nimble.summary import summarise, usual_pace

_WORDS = {Flip: "flip", Back: "back", Turn: "turn", Place: "place"}


def seat_rhythms(played: ReplayedRound, chances: Sequence[tuple[OpenChance, ...]]) -> tuple[SeatRhythm, ...]:
    """Everybody's rhythm; ``chances`` are those of each seat."""
    seats = range(len(played.start.players))
    placements = [find_placements(played, seat, chances[seat]) for seat in seats]
    races = [find_races(chances[seat], placements, usual_pace(placements[seat])) for seat in seats]
    last, end = played.last, outcome(played.last)
    rhythms = []
    for seat in seats:
        own = [event for event in played.events if event.seat == seat]
        won = sum(race.by == seat for lost in races for race in lost)
        rhythms.append(
            SeatRhythm(
                cards=played.start.left(seat),
                left=last.left(seat),
                errors=errors(last)[seat],
                title=end.titles[seat] if end else None,
                actions=tuple(map(_action, own)),
                placements=placements[seat],
                chances=chances[seat],
                races=races[seat],
                figures=summarise(own, placements[seat], chances[seat], races[seat], won, played.length_ms),
            )
        )
    return tuple(rhythms)


def _action(event: Event) -> RhythmAction:
    # A placement is known by the card that it took from the discard, everything else by the card that it shows.
    state = event.before if isinstance(event.action, Place) else event.after
    discard = state.discards[event.seat]
    return RhythmAction(
        event=event.number,
        ms=event.ms,
        action=_WORDS[type(event.action)],  # type: ignore[arg-type]  # the four words are those of the literal
        card=str(discard[-1]) if discard else None,
        pile=event.action.pile if isinstance(event.action, Place) else None,
    )


def find_placements(played: ReplayedRound, seat: int, chances: Sequence[OpenChance]) -> tuple[Placement, ...]:
    """The cards that a seat placed; its chances tell how long it hesitated."""
    taken = {chance.closed: chance for chance in chances if chance.end == "taken"}
    shown_ms: int | None = None
    found = []
    for event in played.events:
        if event.seat != seat:
            continue
        if isinstance(event.action, Place):
            card, on = event.before.discards[seat][-1], event.before.tops[event.action.pile]
            chance = taken.get(event.number)
            found.append(
                Placement(
                    event=event.number,
                    ms=event.ms,
                    card=str(card),
                    pile=event.action.pile,
                    on=str(on),
                    error=not card.fits(on),
                    hesitation_ms=chance.open_ms if chance else None,
                    shown_ms=between(shown_ms, event.ms),
                    fits=tuple(fitting_piles(event.before, seat)),
                    left=event.after.left(seat),
                )
            )
        # Each of a seat's own actions brings another card to the top of its discard, or none.
        shown_ms = event.ms
    return tuple(found)


def find_races(
    chances: Sequence[OpenChance], placements: Sequence[Sequence[Placement]], usual_ms: float | None
) -> tuple[LostRace, ...]:
    """The races that a seat lost; ``placements`` are everybody's, ``usual_ms`` is the seat's median hesitation."""
    races = []
    for place, chance in enumerate(chances):
        if chance.end != "lost":
            continue
        assert chance.by is not None, "somebody covered the pile"
        winner = next(one for one in placements[chance.by] if one.event == chance.closed)
        races.append(
            LostRace(
                chance=place,
                event=winner.event,
                ms=winner.ms,
                pile=chance.pile,
                card=chance.card,
                by=chance.by,
                by_card=winner.card,
                open_ms=chance.open_ms,
                by_open_ms=winner.hesitation_ms,
                behind_ms=None if usual_ms is None or chance.open_ms is None else usual_ms - chance.open_ms,
            )
        )
    return tuple(races)
