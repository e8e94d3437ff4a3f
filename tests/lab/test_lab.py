"""The studies: what they write down is so, and the article and the opening table are those of the numbers."""

from __future__ import annotations

import json
import shutil
import sys
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from docs.pages import ROOT, run_doctests
from wonderland.bots.parade.opening import cards_worth_keeping, keeping_worth, load_opening
from wonderland.games import parade
from wonderland.lab import __main__ as command
from wonderland.lab import alice_article, luck_and_skill, what_alice_knows
from wonderland.lab.columns import EXPECTED, HELD, PLAYED_OUT, POINTS, TAKEN
from wonderland.lab.numbers_file import NumbersFile
from wonderland.lab.opening import opening_json
from wonderland.lab.questions import best_among, rule_in_decisions, rule_in_games
from wonderland.lab.rules_of_thumb import LOWEST_CARD, NO_SIXTH_WHEN_BEHIND, TAKE_NOTHING
from wonderland.lab.studies import Decisions, decisions_of, shares_of

PAGES = {"docs/lab/what-alice-knows.md": what_alice_knows, "docs/lab/luck-and-skill.md": luck_and_skill}
FOLDER = ROOT / "docs/lab"


@pytest.fixture(scope="module")
def study() -> Decisions:
    return decisions_of(2, games=600, playing_out=True)


def test_what_is_played_out_agrees_with_what_is_expected(study: Decisions) -> None:
    best, _ = best_among(study, study.cards[:, :, HELD] > 0)
    assert abs(best[:, EXPECTED].mean() - best[:, PLAYED_OUT].mean()) < 4 * 0.5 / len(best) ** 0.5


def test_a_card_that_takes_nothing_takes_no_points(study: Decisions) -> None:
    nothing = study.cards[:, :, TAKEN] == 0
    assert (study.cards[:, :, POINTS][nothing] == 0).all()
    assert (study.cards[:, :, POINTS][~nothing] > 0).any()


def test_threads_change_nothing(study: Decisions) -> None:
    # Threads that shared anything would seldom meet there: several times.
    for _ in range(12):
        assert np.array_equal(study.cards, decisions_of(2, games=600, playing_out=True, threads=4).cards)


def test_a_deal_is_played_with_a_rule_in_every_seat() -> None:
    # The rule seldom says anything, so most games are those of the same deals without it.
    ruled, free = shares_of(2, 400, NO_SIXTH_WHEN_BEHIND).reshape(200, 2, 2), shares_of(2, 200)
    assert (ruled == free[:, None]).all(axis=(1, 2)).mean() > 0.5
    assert not (ruled == free[:, None]).all()


def test_a_bad_rule_loses_in_games_and_in_decisions(study: Decisions) -> None:
    assert rule_in_games(2, LOWEST_CARD, 400).interval[1] < 0.2
    bad, better = rule_in_decisions(study, LOWEST_CARD), rule_in_decisions(study, TAKE_NOTHING)
    assert bad["differs"].mean > better["differs"].mean > 0
    assert bad["expected"].interval[0] > 0


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_runs(page: str) -> None:
    results = run_doctests(page)
    assert results.attempted >= 5
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_a_page_and_its_pictures_are_those_of_the_numbers(page: str) -> None:
    numbers = json.loads((FOLDER / PAGES[page].NUMBERS).read_text("utf-8"))
    assert list(numbers) == ["2", "3", "4", "5", "6"]
    text, article = (ROOT / page).read_text("utf-8"), PAGES[page].article
    assert text.count("<!-- made: ") == len(article.tables(numbers))
    assert article.page(text, numbers) == text, "run python -m wonderland.lab --docs docs/lab"
    for name, picture in article.pictures(numbers).items():
        assert (FOLDER / name).read_text("utf-8") == picture


def test_a_measurement_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(name: str, value: int) -> dict[str, object]:
        asked.append(name)
        return {"strength": {name: value}}

    for bots in (["cat"], ["cat", "queen"]):
        file = NumbersFile(tmp_path / "numbers.json", tmp_path / "none.json")
        for bot in bots:
            file.measure(2, bot, {"games": 60}, partial(answer, bot, 10))
    assert asked == ["cat", "queen"]
    file.measure(2, "cat", {"games": 600}, partial(answer, "cat", 20))
    found = NumbersFile(tmp_path / "none.json", tmp_path / "numbers.json").numbers["2"]
    assert found["strength"] == {"cat": 20, "queen": 10}
    assert {part: made["games"] for part, made in found["made"].items()} == {"cat": 600, "queen": 60}


def test_the_command_measures_a_part_and_writes_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs, out = tmp_path / "docs", tmp_path / "out"
    shutil.copytree(FOLDER, docs)
    options = f"--docs {docs} --out {out} --page what-alice-knows --players 2 --games 60 --opening-games 60 --threads 2"
    monkeypatch.setattr(sys, "argv", ["lab", *options.split()])
    command.main()
    numbers = json.loads((out / what_alice_knows.NUMBERS).read_text("utf-8"))
    before = json.loads((docs / what_alice_knows.NUMBERS).read_text("utf-8"))
    assert numbers["2"]["made"]["decisions"]["games"] == 60
    assert numbers["3"] == before["3"]
    assert numbers["2"]["turn_order"] != before["2"]["turn_order"]
    assert (out / "opening.json").read_text("utf-8") == opening_json(numbers)
    page = (out / what_alice_knows.PAGE).read_text("utf-8")
    assert page == alice_article.page(page, numbers)
    assert before == json.loads((FOLDER / what_alice_knows.NUMBERS).read_text("utf-8"))


def test_the_opening_table_is_that_of_the_numbers() -> None:
    numbers = json.loads((FOLDER / what_alice_knows.NUMBERS).read_text("utf-8"))
    assert json.loads(opening_json(numbers)) == load_opening()


def test_the_opening_table_has_every_number_of_players_and_every_card() -> None:
    assert load_opening()["tables"].keys() == {"2", "3", "4", "5", "6"}
    for players in range(2, 7):
        assert all(keeping_worth(players, value, 1) is not None for value in range(11))


def test_a_hand_is_ranked_by_what_keeping_is_worth() -> None:
    state = parade.game.deal(parade.game.shuffle(["Ann", "Ben", "Cy"], Random(1)))
    ranked = cards_worth_keeping(parade.game.view(state, 0))
    assert sorted(map(str, (card for card, _ in ranked))) == sorted(map(str, state.hands[0]))
    assert [worth.per_mille for _, worth in ranked] == sorted((worth.per_mille for _, worth in ranked), reverse=True)
