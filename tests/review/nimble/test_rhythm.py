"""Reviews of rounds that are made by hand: every time and every chance is known."""

from __future__ import annotations

from typing import Any

import pytest

from review.nimble.rounds import RACE, round_of, without_times
from wonderland.core.errors import NotAllowed
from wonderland.review.nimble.report import LostRace, NimbleReport, OpenChance, Placement, RhythmAction
from wonderland.review.registry import find
from wonderland.review.reviewer import ReviewSettings


def reviewed(record: dict[str, Any]) -> NimbleReport:
    report: NimbleReport = find("nimble").review(record, ReviewSettings())
    return report


def test_chances_are_timed_and_say_how_they_ended() -> None:
    ann, bob, cy = reviewed(RACE).seats
    assert ann.chances == (
        OpenChance("BG", 0, opened=1, closed=3, opened_ms=1000, closed_ms=1900, open_ms=900, end="taken", by=0),
        OpenChance("GR", 0, opened=9, closed=10, opened_ms=4000, closed_ms=4900, open_ms=900, end="taken", by=0),
    )
    # Bob's blue card fitted pile 0 for half a second; then Ann's covered it.
    assert bob.chances == (
        OpenChance("BR", 0, opened=2, closed=3, opened_ms=1400, closed_ms=1900, open_ms=500, end="lost", by=0),
    )
    assert cy.chances == ()


def test_a_lost_race_says_how_long_each_had_its_chance() -> None:
    ann, bob, _ = reviewed(RACE).seats
    assert bob.races == (
        LostRace(
            chance=0,
            event=3,
            ms=1900,
            pile=0,
            card="BR",
            by=0,
            by_card="BG",
            open_ms=500,
            by_open_ms=900,
            behind_ms=None,  # Bob took no chance in this round: nobody knows his pace
        ),
    )
    assert (ann.races, ann.figures.races_won, bob.figures.races_lost) == ((), 1, 1)


def test_behind_is_what_the_usual_pace_would_have_missed() -> None:
    record = round_of(
        "RB GV YO",
        ["BG GY", "VR RY YR BR", "RG"],
        [0, 1, 2],
        """
        0 1 flip
        700 1 place 1
        700 1 flip
        1300 1 place 1
        1400 1 flip
        2400 1 place 1
        3000 0 flip
        3400 1 flip
        3900 0 place 0
        """,
    )
    (race,) = reviewed(record).seats[1].races
    assert (race.open_ms, race.by_open_ms, race.behind_ms) == (500, 900, 200.0)


def test_placements_tell_hesitation_errors_and_cards_left() -> None:
    ann, bob, _ = reviewed(RACE).seats
    assert ann.cards == bob.cards == 29
    assert ann.placements == (
        Placement(3, 1900, "BG", 0, "RB", error=False, hesitation_ms=900, shown_ms=900, fits=(0,), left=28),
        Placement(10, 4900, "GR", 0, "BG", error=False, hesitation_ms=900, shown_ms=900, fits=(0,), left=27),
    )
    # A beige frame on an orange circle.
    assert bob.placements == (
        Placement(7, 3000, "YV", 2, "YO", error=True, hesitation_ms=None, shown_ms=500, fits=(), left=28),
    )
    assert (ann.errors, bob.errors, bob.left, bob.title) == (0, 1, 28, None)


def test_actions_show_the_card_that_they_left_on_top() -> None:
    ann = reviewed(RACE).seats[0]
    assert ann.actions[:4] == (
        RhythmAction(1, 1000, "flip", "BG"),
        RhythmAction(3, 1900, "place", "BG", 0),
        RhythmAction(4, 2200, "flip", "BY"),
        RhythmAction(6, 2700, "back", None),
    )


def test_figures() -> None:
    report = reviewed(RACE)
    ann, bob, cy = (seat.figures for seat in report.seats)
    assert report.length_ms == 4900
    assert (ann.flips, ann.backs, ann.turns, ann.placements) == (4, 1, 0, 2)
    assert ann.flips_per_minute == pytest.approx(60 * 4 / 4.9)
    assert (ann.taken, ann.share_taken, ann.median_hesitation_ms) == (2, 1.0, 900.0)
    assert (ann.median_gap_ms, ann.longest_gap_ms) == (700.0, 900)  # 900, 300, 500, 900, 400, 900
    assert (bob.share_taken, bob.median_hesitation_ms, bob.median_lost_ms, bob.longest_missed_ms) == (
        0.0,
        None,
        500,
        500,
    )
    assert (cy.share_taken, cy.longest_gap_ms, cy.chances) == (None, None, 0)


def ends_of(tops: str, packs: list[str], events: str) -> list[tuple[str, int, str]]:
    """The card, pile and end of each of the first seat's chances, with three players."""
    return [
        (chance.card, chance.pile, chance.end)
        for chance in reviewed(round_of(tops, packs, [0, 1, 2], events)).seats[0].chances
    ]


def test_a_card_that_fits_two_piles_is_two_chances() -> None:
    packs = ["BG", "RO", "VY"]
    assert ends_of("RB GB YO", packs, "0 0 flip\n 900 0 place 1") == [("BG", 0, "elsewhere"), ("BG", 1, "taken")]


def test_a_chance_is_passed_by_a_flip_and_ends_when_the_card_is_taken_back() -> None:
    packs = ["BG BY", "RO", "VY"]
    flips = "0 0 flip\n 500 0 flip\n 900 0 back\n 1000 0 back"
    # Going back to the first card is another chance.
    assert ends_of("RB GV YO", packs, flips) == [("BG", 0, "passed"), ("BY", 0, "back"), ("BG", 0, "back")]


def test_a_pile_covered_by_an_error_makes_a_chance_vanish() -> None:
    packs = ["BG", "RO", "VY"]
    assert ends_of("RB GV YO", packs, "0 0 flip\n 1 1 flip\n 900 1 place 0") == [("BG", 0, "vanished")]


def test_a_pile_covered_by_a_card_of_the_same_circle_leaves_the_chance_open() -> None:
    packs = ["BG", "OB", "VY"]
    # Bob's orange frame is an error on the blue circle, and asks for blue again.
    assert ends_of("RB GV YO", packs, "0 0 flip\n 1 1 flip\n 900 1 place 0") == [("BG", 0, "open")]
    assert ends_of("RB GV YO", packs, "0 0 flip\n 1 1 flip\n 900 1 place 0\n 1900 0 place 0") == [("BG", 0, "taken")]


def test_a_pile_of_another_seat_opens_a_chance_for_a_card_that_lay_there() -> None:
    record = round_of("RV GV YO", ["BG", "VB", "VY"], [0, 1, 2], "0 0 flip\n 1 1 flip\n 700 1 place 0\n 950 0 place 0")
    (placement,) = reviewed(record).seats[0].placements
    assert (placement.hesitation_ms, placement.shown_ms) == (250, 950)


def test_the_end_of_the_round_ends_chances() -> None:
    # Two players: Ann plays her whole pack but one onto pile 0 without looking; Bob's card fits pile 1 meanwhile.
    events = ["0 1 flip", *(f"{10 * number} 0 {'place 0' if number % 2 == 0 else 'flip'}" for number in range(1, 55))]
    running = reviewed(round_of("RB GV YO", ["", "VR"], [0, 0, 1], "\n".join(events[:54])))
    assert (running.end, running.result, running.seats[1].chances[0].end) == (None, None, "open")
    finished = reviewed(round_of("RB GV YO", ["", "VR"], [0, 0, 1], "\n".join(events)))
    assert finished.end == "finished"
    (chance,) = [one for one in finished.seats[1].chances if one.pile == 1]
    assert (chance.end, chance.by, chance.closed, chance.open_ms) == ("end", 0, 55, 540)
    assert finished.result == (0.0, 1.0)  # Ann's errors decide
    assert [seat.title for seat in finished.seats] == ["queen", "pinocchio"]


@pytest.mark.parametrize(
    ("events", "why"),
    [
        (without_times(RACE)["events"], "absent"),
        ([["flip", 0], *RACE["events"][1:]], "incomplete"),
        ([["flip", 0, 1401], *RACE["events"][1:]], "backwards"),
        ([], "absent"),
    ],
)
def test_without_times_the_report_keeps_to_the_order(events: list[Any], why: str) -> None:
    report, timed = reviewed({**RACE, "events": events}), reviewed(RACE)
    assert (report.timed, report.untimed, report.length_ms) == (False, why, None)
    for seat, other in zip(report.seats, timed.seats, strict=True):
        assert all(chance.open_ms is None for chance in seat.chances)
        assert seat.figures.median_hesitation_ms is seat.figures.flips_per_minute is None
        if events:
            assert [(one.opened, one.closed, one.end) for one in seat.chances] == [
                (one.opened, one.closed, one.end) for one in other.chances
            ]
            assert seat.figures.share_taken == other.figures.share_taken


def test_a_record_that_breaks_the_rules_is_refused_with_its_place() -> None:
    with pytest.raises(NotAllowed, match="event 2"):
        reviewed({**RACE, "events": [["flip", 0], ["turn", 0]]})
