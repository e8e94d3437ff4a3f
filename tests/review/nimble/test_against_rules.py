"""The chances of a review against the plain rules: whatever fits and is legal lies in exactly one chance, all along."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from review.nimble.rounds import played_by_bots, without_times
from wonderland.games.nimble import Place, State, game
from wonderland.records import encode
from wonderland.review.nimble.report import NimbleReport, SeatRhythm
from wonderland.review.nimble.reviewer import NimbleReviewer
from wonderland.review.reviewer import ReviewSettings

TABLES = [
    (("turtle", "turtle"), 1),
    (("gryphon", "hare", "dodo"), 2),
    (("hare", "hare", "gryphon", "turtle"), 3),
    (("dodo", "dodo", "dodo", "dodo"), 4),
]


@pytest.fixture(params=TABLES, ids=lambda table: "-".join(table[0]), scope="module")
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    return played_by_bots(*request.param)


@pytest.fixture(scope="module")
def report(record: dict[str, Any]) -> NimbleReport:
    return NimbleReviewer().review(record, ReviewSettings())


def legal_fits(state: State, seat: int) -> set[tuple[str, int]]:
    """The open card with each pile on which the rules allow it and it is no error."""
    places = [action.pile for action in game.legal(state, seat) if isinstance(action, Place)]
    card = state.discards[seat][-1] if state.discards[seat] else None
    return {(str(card), pile) for pile in places if card and card.fits(state.tops[pile])}


def open_at(seat: SeatRhythm, event: int) -> Counter[tuple[str, int]]:
    """The chances that lie open after an event, and how often each is listed."""
    return Counter(
        (chance.card, chance.pile)
        for chance in seat.chances
        if chance.opened <= event and (chance.closed is None or event < chance.closed)
    )


def test_every_legal_place_that_fits_is_in_exactly_one_chance(record: dict[str, Any], report: NimbleReport) -> None:
    for cut in (record, {**record, "events": record["events"][:-25]}):
        seats = NimbleReviewer().review(cut, ReviewSettings()).seats
        for event, step in enumerate(game.steps(cut)):
            for seat, rhythm in enumerate(seats):
                assert open_at(rhythm, event) == Counter(legal_fits(step.state, seat)), (event, seat)


def test_a_card_is_placed_by_taking_a_chance_or_is_an_error(report: NimbleReport, record: dict[str, Any]) -> None:
    result = game.result(list(game.steps(record))[-1].state)
    for place, seat in enumerate(report.seats):
        taken = {chance.closed: chance for chance in seat.chances if chance.end == "taken"}
        assert {placed.event for placed in seat.placements if not placed.error} == set(taken)
        assert seat.errors == seat.figures.errors == result["errors"][place]
        assert seat.left == seat.cards - len(seat.placements) == result["left"][place]
        assert all((placed.hesitation_ms or 0) <= (placed.shown_ms or 0) for placed in seat.placements)


def test_every_lost_race_is_a_placement_of_another_seat_that_fitted(report: NimbleReport) -> None:
    assert sum(seat.figures.races_won for seat in report.seats) == sum(len(seat.races) for seat in report.seats)
    for place, seat in enumerate(report.seats):
        for race in seat.races:
            won = next(placed for placed in report.seats[race.by].placements if placed.event == race.event)
            assert race.by != place
            assert (won.pile, won.error, won.card, won.hesitation_ms) == (
                race.pile,
                False,
                race.by_card,
                race.by_open_ms,
            )


def test_times_change_nothing_but_times(report: NimbleReport, record: dict[str, Any]) -> None:
    untimed = NimbleReviewer().review(without_times(record), ReviewSettings())
    assert untimed.untimed == "absent"
    for seat, other in zip(report.seats, untimed.seats, strict=True):
        assert [(one.opened, one.closed, one.end, one.by) for one in seat.chances] == [
            (one.opened, one.closed, one.end, one.by) for one in other.chances
        ]


def test_the_report_is_its_json(report: NimbleReport) -> None:
    assert msgspec.json.decode(encode(report), type=NimbleReport) == report
