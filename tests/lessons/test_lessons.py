"""The lessons in the browser are what the rules make of their scripts, and the scripts teach what they claim."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wonderland.core.changes import apply
from wonderland.core.lesson import LEARNER, Lesson, LessonStep, Question, Task
from wonderland.games.nimble import lesson as nimble
from wonderland.games.parade import lesson as parade
from wonderland.games.registry import GAMES
from wonderland.lessons.__main__ import find_lesson, games_with_lesson, lesson_file, lesson_text
from wonderland.lessons.data import lesson_data
from wonderland.messages import catalogue

ROOT = Path(__file__).parents[2]
SCRIPTS = {game: find_lesson(game) for game in games_with_lesson()}

#: What the learner has done once when the lesson is over. The rest is set-up, secrecy and options.
TAUGHT = {
    "parade": {"P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"},
    "nimble": {"N3", "N4", "N5", "N6", "N7", "N8", "N11"},
}


@pytest.fixture(scope="module", params=sorted(SCRIPTS))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def data(game: str) -> dict[str, Any]:
    data: dict[str, Any] = plain(lesson_data(SCRIPTS[game]))
    return data


def plain(data: Any) -> Any:
    """As the browser reads it: lists that can be changed."""
    return json.loads(json.dumps(data))


def test_every_game_has_a_lesson() -> None:
    assert games_with_lesson() == tuple(GAMES)


def test_a_game_need_not_have_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    known = games_with_lesson()
    monkeypatch.setitem(GAMES, "tricks", "games.tricks")
    assert games_with_lesson() == known


def test_the_file_is_up_to_date_and_small(game: str) -> None:
    written = (ROOT / lesson_file(game)).read_text("utf-8")
    assert written == lesson_text(game), "run: python -m wonderland.lessons"
    assert len(written.encode()) < 40_000


def test_ten_steps_or_fewer_in_which_every_rule_is_used(game: str, data: dict[str, Any]) -> None:
    assert len(data["steps"]) <= 10
    claimed = {rule for step in data["steps"] for rule in step["rules"]}
    assert claimed == TAUGHT[game]
    rules = (ROOT / f"src/wonderland/games/{game}/RULES.en.md").read_text("utf-8")
    assert claimed <= set(re.findall(r"^### ([PN]\d+)", rules, re.MULTILINE))
    assert all(step["parts"] for step in data["steps"]), "the learner does something in each"


def test_what_is_asked_and_what_is_not_are_together_all_that_is_legal(game: str) -> None:
    """Whatever the learner tries is answered: it is what is asked for, or the lesson says why not now."""
    lesson = SCRIPTS[game]
    state = None
    for page, step in zip(lesson_data(lesson)["steps"], lesson.steps, strict=True):
        state = step.position or state
        for part, task in zip(page["parts"], step.parts, strict=True):
            if isinstance(task, Question):
                continue
            legal = {str(action) for action in lesson.game.legal(state, LEARNER)}
            assert set(part["wanted"]) | set(part["others"]) == legal
            assert not set(part["wanted"]) & set(part["others"])
            state = after(lesson, state, task)


def after(lesson: Lesson, state: Any, task: Task) -> Any:
    """Where the game stands once the learner has done the first thing that is asked for."""
    own = task.wanted[0] if task.wanted else str(lesson.game.legal(state, LEARNER)[0])
    for seat, action in (*task.before, (LEARNER, own), *task.then):
        if not (task.before and seat == LEARNER):  # that one bounces
            state = lesson.game.apply(state, seat, lesson.game.read_action(action))
    return state


def test_following_what_is_told_leads_to_the_next_page(game: str, data: dict[str, Any]) -> None:
    """The changes, made one after the other as the browser does, give the very view that the rules give."""
    lesson = SCRIPTS[game]
    table, state = None, None
    for step, page in zip(lesson.steps, data["steps"], strict=True):
        state = step.position or state
        if page["table"]:
            table = page["table"]
        for part, task in zip(page["parts"], step.parts, strict=True):
            if isinstance(task, Question):
                continue
            for move in next(iter(part["wanted"].values())):
                apply(table, move["changes"])
            state = after(lesson, state, task)
            assert table
            assert table["view"] == plain(msgspec.to_builtins(lesson.game.view(state, LEARNER), enc_hook=str))
            assert (table["result"] is not None) == (lesson.game.outcome(state) is not None)


def test_no_page_shows_more_than_the_learner_may_know(game: str, data: dict[str, Any]) -> None:
    """The data hold what others keep hidden nowhere but in what they do, and in the result of a finished game."""
    assert not {"hands", "deck", "packs", "discards"} & set(keys_before_the_result(data))


def keys_before_the_result(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            if key != "result":
                yield from keys_before_the_result(value)
    elif isinstance(data, list) and data[:1] != ["result"]:  # a change names what it changes first
        for value in data:
            yield from keys_before_the_result(value)


def test_every_page_has_its_words(game: str, data: dict[str, Any]) -> None:
    wanted = set()
    for step in data["steps"]:
        start = f"lesson_{game}_{step['name']}"
        wanted |= {f"{start}_title", f"{start}_done", *(f"{start}_{part + 1}" for part in range(len(step["parts"])))}
    assert {key for key in catalogue("en") if key.startswith(f"lesson_{game}_")} == wanted


def test_a_step_cannot_go_on_from_several_answers() -> None:
    position = nimble.STEPS[5].position
    step = LessonStep("both", (), (Task(("place 0", "place 1")), Task(("flip",))), position)
    with pytest.raises(ValueError, match="depend on what the learner chose"):
        lesson_data(msgspec.structs.replace(nimble.lesson, steps=(step,)))


# ---- what each page claims to show -----------------------------------------------------------------------------------


def page(game: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(step for step in plain(lesson_data(SCRIPTS[game]))["steps"] if step["name"] == name)
    return found


def takes(name: str, card: str) -> Counter[str | None]:
    """Why a card takes what it takes on a page of Parade's lesson, reason by reason."""
    fates = page("parade", name)["table"]["explanation"]["cards"][card]
    return Counter(reason for fate, reason in fates if fate == "taken")


def test_p8_sums_and_majorities_are_shown_once_they_are_explained() -> None:
    steps = plain(lesson_data(parade.lesson))["steps"]
    majority = next(place for place, step in enumerate(steps) if "P8" in step["rules"])
    for place, step in enumerate(steps):
        if step["table"]:
            table = step["table"]
            for move in next(iter(step["parts"][0]["wanted"].values())):
                assert bool(table["explanation"]["sheets"]) == (place > majority), step["name"]
                apply(table, move["changes"])
    last = steps[-1]["parts"][0]["wanted"]
    assert all(dict(c for c in moves[-1]["changes"] if len(c) == 2)["result"] for moves in last.values())


def test_p4_p5_each_reason_has_a_page_of_its_own() -> None:
    assert takes("safe", "B8") == {}
    assert takes("colour", "G1") == {"colour": 1}
    assert takes("value", "R5") == {"value": 2}
    assert takes("zero", "B0") == {"colour": 1}
    assert [fate for fate, _ in page("parade", "zero")["table"]["explanation"]["cards"]["B0"]].count("safe") == 0


def test_p5_only_one_card_takes_nothing_where_the_learner_is_to_find_it() -> None:
    part = page("parade", "choose")["parts"][0]
    assert list(part["wanted"]) == ["play G10"]
    assert takes("choose", "G10") == {}
    assert all(why["taken"] for why in part["others"].values())


def test_p6_the_learner_begins_the_last_round_still_draws_and_then_plays_once_more() -> None:
    step = page("parade", "last")
    table = step["table"]
    seen = []
    for part in step["parts"]:
        for move in next(iter(part["wanted"].values())):
            apply(table, move["changes"])
            view = table["view"]
            seen.append((move["seat"], view["last_round"], view["hand_sizes"][move["seat"]], view["phase"]))
    assert seen[:4] == [(0, 3, 5, "play"), (1, 2, 4, "play"), (2, 1, 4, "play"), (0, 0, 4, "discard")]
    assert len({card[0] for card in table["view"]["front"][0]}) == 6


def test_p7_every_pair_may_be_set_aside_and_some_of_them_win() -> None:
    wanted = page("parade", "aside")["parts"][0]["wanted"]
    results = [
        dict(change for change in moves[-1]["changes"] if len(change) == 2)["result"] for moves in wanted.values()
    ]
    assert len(results) == 6
    assert {LEARNER in result["winners"] for result in results} == {True, False}


def test_p8_p9_p10_the_answers() -> None:
    answers = {
        step["name"]: [part["options"][part["answer"]] for part in step["parts"]]
        for step in plain(lesson_data(parade.lesson))["steps"]
        if step["table"] is None
    }
    assert answers == {"majority": [[0, 2], 3], "pair": [[]], "winner": [[0]]}


def test_n1_no_pack_holds_a_card_twice() -> None:
    for step in nimble.STEPS:
        if step.position is None:
            continue
        for seat in range(3):
            placed = [on.card for pile in step.position.piles for on in pile if on.seat == seat]
            cards = [*placed, *step.position.hands[seat], *step.position.discards[seat]]
            assert len(set(cards)) == len(cards), step.name


def test_n4_where_a_card_is_to_be_placed_it_fits_one_pile_only() -> None:
    for step in lesson_data(nimble.lesson)["steps"]:
        for part in step["parts"]:
            placing = [action for action in part.get("wanted", ()) if action.startswith("place")]
            if placing and step["name"] != "error":
                misfits = [action for action, why in part["others"].items() if "frame" in why]
                assert (len(placing), len(misfits)) == (1, 2), step["name"]


def test_n5_n8_the_error_is_found_at_the_end() -> None:
    moves = page("nimble", "end")["parts"][1]["wanted"]["place 1"]
    result = dict(change for change in moves[-1]["changes"] if len(change) == 2)["result"]
    assert result["errors"] == [1, 1, 1]
    assert result["winners"] == [LEARNER]
    assert result["titles"] == ["queen", "quixote", "pinocchio"]


def test_n11_the_learner_is_beaten_to_it_and_keeps_the_card() -> None:
    moves = page("nimble", "bounce")["parts"][0]["wanted"]["place 0"]
    assert [(move["seat"], move.get("bounces", False)) for move in moves] == [(2, False), (0, True), (1, False)]
    assert moves[1]["changes"] == []
