"""The figures of one seat in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from wonderland.games.nimble.state import Back, Flip, Turn
from wonderland.review.nimble.replaying import Event
from wonderland.review.nimble.report import ChanceEnd, LostRace, OpenChance, Placement, RhythmFigures

MS_PER_MINUTE = 60_000
#: Chances that a seat must have taken before its median hesitation says anything about a single race.
MIN_TAKEN_FOR_PACE = 3
#: The ends of chances that count when the share of the chances taken is worked out: a card that was placed on another
#: pile has not missed this one, and nobody can take a chance once the round is over.
_COUNTED_ENDS: tuple[ChanceEnd, ...] = ("taken", "lost", "vanished", "passed", "back")


def summarise(
    own: Sequence[Event],
    placements: Sequence[Placement],
    chances: Sequence[OpenChance],
    races: Sequence[LostRace],
    races_won: int,
    length_ms: int | None,
) -> RhythmFigures:
    """The figures of a seat from its own events and what was found in them."""
    kinds = Counter(type(event.action) for event in own)
    ends = Counter(chance.end for chance in chances)
    counted = sum(ends[end] for end in _COUNTED_ENDS)
    gaps = _known(_gap(one, other) for one, other in pairwise(own))
    missed = _known(chance.open_ms for chance in chances if chance.end not in ("taken", "elsewhere"))
    lost = _known(chance.open_ms for chance in chances if chance.end in ("lost", "vanished"))
    return RhythmFigures(
        flips=kinds[Flip],
        backs=kinds[Back],
        turns=kinds[Turn],
        placements=len(placements),
        errors=sum(placement.error for placement in placements),
        chances=len(chances),
        taken=ends["taken"],
        elsewhere=ends["elsewhere"],
        lost=ends["lost"],
        vanished=ends["vanished"],
        passed=ends["passed"],
        back=ends["back"],
        counted=counted,
        share_taken=ends["taken"] / counted if counted else None,
        races_lost=len(races),
        races_won=races_won,
        median_hesitation_ms=median_hesitation(placements),
        median_shown_ms=_median(_known(placed.shown_ms for placed in placements if not placed.error)),
        median_lost_ms=_median(lost),
        longest_missed_ms=max(missed, default=None),
        median_gap_ms=_median(gaps),
        longest_gap_ms=max(gaps, default=None),
        flips_per_minute=_per_minute(kinds[Flip], length_ms),
        placements_per_minute=_per_minute(len(placements), length_ms),
    )


def median_hesitation(placements: Iterable[Placement]) -> float | None:
    """The median of how long cards that fitted lay open before they were placed."""
    return _median(_known(placement.hesitation_ms for placement in placements))


def usual_pace(placements: Iterable[Placement]) -> float | None:
    """The median hesitation, where the seat has taken enough chances to tell."""
    times = _known(placement.hesitation_ms for placement in placements)
    return _median(times) if len(times) >= MIN_TAKEN_FOR_PACE else None


def _gap(one: Event, other: Event) -> int | None:
    return None if one.ms is None or other.ms is None else other.ms - one.ms


def _known(times: Iterable[int | None]) -> list[int]:
    return [time for time in times if time is not None]


def _median(times: Sequence[int]) -> float | None:
    return float(median(times)) if times else None


def _per_minute(count: int, length_ms: int | None) -> float | None:
    return MS_PER_MINUTE * count / length_ms if length_ms else None
