"""The report as tables and as a picture, in every language."""

from __future__ import annotations

from io import StringIO
from typing import Any
from xml.etree import ElementTree

import pytest

from review.nimble.rounds import played_by_bots, without_times
from wonderland.figures.tables import ReportConsole
from wonderland.messages import LANGUAGES, say
from wonderland.review.nimble import table
from wonderland.review.nimble.picture import rhythm_picture
from wonderland.review.nimble.report import NimbleReport
from wonderland.review.nimble.reviewer import NimbleReviewer
from wonderland.review.nimble.wording import format_ms
from wonderland.review.reviewer import ReviewSettings

RECORD = played_by_bots(("dodo", "dodo", "turtle", "dodo"), 8)


def reviewed(record: dict[str, Any]) -> NimbleReport:
    return NimbleReviewer().review(record, ReviewSettings())


def printed(report: NimbleReport, lang: str) -> str:
    console = ReportConsole(file=StringIO(), width=100)
    table.show(report, lang, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO above
    return text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_tell_the_figures_and_the_races(lang: str) -> None:
    report = reviewed(RECORD)
    text = printed(report, lang)
    for key in ("rhythm_figures", "rhythm_races", "rhythm_missed", "rhythm_errors"):
        assert say(key, lang) in text
    assert all(format_ms(seat.figures.median_hesitation_ms, lang) in text for seat in report.seats)
    assert "None" not in text
    assert "nan" not in text


def test_without_times_the_tables_say_so_and_hold_no_times() -> None:
    text = printed(reviewed(without_times(RECORD)), "en")
    assert say("rhythm_untimed_absent", "en") in text
    assert " ms" not in text
    assert say("rhythm_errors", "en") in text


def test_a_name_is_printed_as_it_is() -> None:
    names = ["[bold]Ann", "Bob\x1b[2J", "<Cy>", "D&D"]
    report = reviewed({**RECORD, "players": names})
    assert "[bold]Ann" in printed(report, "en")
    assert "\x1b" not in printed(report, "en")
    assert ElementTree.fromstring(rhythm_picture(report, "en")) is not None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("timed", [True, False])
def test_the_picture_has_a_mark_for_everything(lang: str, timed: bool) -> None:
    report = reviewed(RECORD if timed else without_times(RECORD))
    picture = ElementTree.fromstring(rhythm_picture(report, lang))
    drawn = [element.get("id", "") for element in picture.iter() if element.get("id")]
    assert drawn == []  # several pictures may stand on one page
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert say("rhythm_seconds_axis" if timed else "rhythm_events_axis", lang) in texts
    cards = [element for element in picture.iter("{http://www.w3.org/2000/svg}rect") if element.get("rx")]
    assert len(cards) == sum(len(seat.placements) for seat in report.seats) + 2  # two in the legend


def test_a_round_without_events_has_a_picture() -> None:
    report = reviewed({**RECORD, "events": []})
    assert ElementTree.fromstring(rhythm_picture(report, "en")) is not None
    assert say("rhythm_running", "en") in printed(report, "en")
