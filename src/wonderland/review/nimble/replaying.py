"""A record replayed: what each event did, and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from wonderland.core.game import Step
from wonderland.games.nimble.rules import ended
from wonderland.games.nimble.state import Action, State
from wonderland.review.nimble.report import Untimed


class Event(msgspec.Struct, frozen=True):
    """An event with the states before and after it."""

    #: Counted from 1.
    number: int
    seat: int
    action: Action
    before: State
    after: State
    #: Whether it ended the round.
    ends: bool
    #: Null for all events unless all have a time that can be used.
    ms: int | None


class ReplayedRound(msgspec.Struct, frozen=True):
    """The events of a record, and why their times cannot be used."""

    start: State
    events: tuple[Event, ...]
    untimed: Untimed | None

    @property
    def last(self) -> State:
        """The state in which the record ends."""
        return self.events[-1].after if self.events else self.start

    @property
    def length_ms(self) -> int | None:
        """The time of the last event."""
        return self.events[-1].ms if self.events else None


def replayed(steps: Iterable[Step[State, Action]]) -> ReplayedRound:
    """The round of these steps; an error in the record is raised by whoever gives them."""
    deal, *rest = steps
    untimed = why_untimed([step.time for step in rest])
    events: list[Event] = []
    state = deal.state
    for number, step in enumerate(rest, 1):
        assert step.seat is not None, "only the deal has no seat"
        assert step.action is not None, "nor an action"
        ms = None if untimed else step.time
        # Nothing can follow the end of a round.
        ends = number == len(rest) and ended(step.state) is not None
        events.append(Event(number, step.seat, step.action, state, step.state, ends, ms))
        state = step.state
    return ReplayedRound(deal.state, tuple(events), untimed)


def why_untimed(times: Sequence[int | None]) -> Untimed | None:
    """Why these times of events cannot be used, or None.

    >>> why_untimed([0, 120, 120]), why_untimed([None]), why_untimed([5, None]), why_untimed([5, 4])
    (None, 'absent', 'incomplete', 'backwards')
    """
    known = [time for time in times if time is not None]
    if not known:
        return "absent"
    if len(known) < len(times):
        return "incomplete"
    return "backwards" if any(later < earlier for earlier, later in pairwise(known)) else None


def between(start: int | None, end: int | None) -> int | None:
    """From one time to another, where both are known."""
    return None if start is None or end is None else end - start
