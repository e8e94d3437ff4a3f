"""The HTML report: self-contained, accessible, safe whatever a record says, and of constant memory."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest

from review.html.made_reports import made_report
from review.html.parsed_page import ParsedPage
from review.nimble.rounds import RACE
from wonderland.messages import LANGUAGES
from wonderland.review.html import write_report
from wonderland.review.html.figure_text import percent
from wonderland.review.parade.page.moments import costly_moments
from wonderland.review.parade.report import ParadeReport
from wonderland.review.registry import find
from wonderland.review.reviewer import ReviewSettings


def page_of(folder: Path, *reports: ParadeReport, lang: str = "en") -> ParsedPage:
    write_report(reports, folder / "page.html", lang)
    return ParsedPage((folder / "page.html").read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("games", [1, 3])
def test_a_page_needs_nothing_else_and_its_links_lead_somewhere(tmp_path: Path, lang: str, games: int) -> None:
    page = page_of(tmp_path, *(made_report(seed=seed) for seed in range(games)), lang=lang)
    assert page.found("html")[0]["lang"] == lang
    fetched = {"src", "srcset", "action", "data", "poster", "background"}
    assert not [name for _, attributes in page.elements for name in attributes if name in fetched]
    assert not {"script", "link", "iframe", "object", "img"} & {name for name, _ in page.elements}
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert page.found("a")
    assert {link["href"] for link in page.found("a")} <= {f"#{one}" for one in ids}


@pytest.mark.parametrize("games", [1, 2])
def test_headings_skip_no_level_and_pictures_say_what_they_show(tmp_path: Path, games: int) -> None:
    page = page_of(tmp_path, *(made_report(seed=seed) for seed in range(games)))
    levels = page.headings()
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert len(page.found("svg")) == games
    assert all(picture["role"] == "img" and picture["aria-label"] for picture in page.found("svg"))
    assert len(page.found("table")) == len(page.found("caption"))


def test_what_a_record_says_is_text(tmp_path: Path) -> None:
    bad = "<script>alert(1)</script>", '" onmouseover="alert(2)', "</style></title><b>"
    page = page_of(tmp_path, made_report(bad), made_report(bad, seed=2))
    assert not page.found("script")
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    shown = {text for _, text in page.texts}
    assert all(name in shown for name in bad)


def test_every_figure_of_a_picture_is_in_a_table(tmp_path: Path) -> None:
    report = made_report(("Ann", "Ben", "Cy"), turns=36)
    cells = {text for element, text in page_of(tmp_path, report).texts if element in ("td", "th")}
    assert {percent(share, "en") for chance in report.chances for share in chance.shares} <= cells
    moments = costly_moments(report)
    assert len(moments) > 8  # more than are shown at once
    assert {percent(move.win, "en") for moment in moments for move in moment.moves} <= cells


def test_moments_are_the_marked_decisions_the_costliest_first() -> None:
    report = made_report()
    moments = costly_moments(report)
    assert {one.ply for one in moments} == {one.ply for one in report.decisions if one.mark}
    assert [one.error for one in moments] == sorted((one.error for one in moments), reverse=True)


def test_a_game_that_is_not_finished_has_a_page(tmp_path: Path) -> None:
    shown = [text for _, text in page_of(tmp_path, made_report(finished=False)).texts]
    assert "Ann and Ben: a game that is not finished" in shown
    assert "Chances now" in shown


def test_many_games_are_summed_up_before_they_are_shown(tmp_path: Path) -> None:
    reports = [made_report(seed=seed) for seed in range(4)]
    page = page_of(tmp_path, *reports)
    assert len(page.found("details")) >= 4
    wins = sum((report.result or ())[0] for report in reports) / 4
    texts = [text for _, text in page.texts]
    first = texts.index("Game 1")
    assert any(text.startswith(percent(wins, "en")[:4]) for text in texts[:first])


def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    def peak(games: int) -> int:
        reports = (made_report(seed=seed % 7, turns=12) for seed in range(games))
        tracemalloc.reset_peak()
        write_report(reports, tmp_path / "page.html", "en")
        return tracemalloc.get_traced_memory()[1]

    tracemalloc.start()
    try:
        peak(2)  # what is loaded once
        few, many = peak(10), peak(100)
    finally:
        tracemalloc.stop()
    assert (tmp_path / "page.html").stat().st_size > 1_000_000
    assert many < few + 300_000


def test_without_a_report_there_is_no_page(tmp_path: Path) -> None:
    write_report([], tmp_path / "page.html", "en")
    assert not (tmp_path / "page.html").exists()


def test_a_round_of_nimble_is_a_picture_and_tables(tmp_path: Path) -> None:
    report = find("nimble").review(RACE, ReviewSettings())
    for reports in ([report], [report, report]):
        write_report(reports, tmp_path / "page.html", "fr")
        page = ParsedPage((tmp_path / "page.html").read_text("utf-8"))
        assert len(page.found("svg")) == len(reports)
        assert page.headings()[:2] == [1, 2]
        assert page.found("table")
    assert ("td", "2") in page.texts  # rounds
