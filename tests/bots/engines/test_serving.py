"""``wonderland engine BOT``: our bots as engines, for us and for programs that know nothing of ours."""

from __future__ import annotations

import json
import shlex
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.parade.test_engine_views import PROMISED
from commands import refusal, wonderland
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.engines import Engine, protocol
from wonderland.bots.engines.serving import serve
from wonderland.bots.parade.engine_views import read_view
from wonderland.bots.registry import AnyBot
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.games.parade import Action, State, View, game
from wonderland.records import encode
from wonderland.testing import check_bot

HELLO: dict[str, Any] = {"type": "hello", "protocol": 1, "game": "parade", "seed": 7}


def states(seed: int = 7) -> list[State]:
    """A game in which everyone plays the first legal action, state by state."""
    found = [game.deal(game.shuffle(["Ann", "Bob", "Cy"], Random(seed)))]
    while not found[-1].over:
        seat = next(seat for seat in range(3) if game.legal(found[-1], seat))
        found.append(game.apply(found[-1], seat, game.legal(found[-1], seat)[0]))
    return found


def question(state: State, number: int, keys: tuple[str, ...] = PROMISED) -> dict[str, Any]:
    """A question as formats.md has it, made without our own protocol module."""
    seat = next(seat for seat in range(3) if game.legal(state, seat))
    view = json.loads(encode(game.view(state, seat)))
    return {
        "type": "decide",
        "id": number,
        "view": {key: view[key] for key in keys},
        "legal": view["hand"],
        "budget_ms": 1000,
    }


def ask(*messages: object, bot: str = "greedy") -> tuple[list[dict[str, Any]], list[str]]:
    """What the engine answers, and what it logs."""
    given = "".join((text if isinstance(text, str) else json.dumps(text)) + "\n" for text in messages)
    done = wonderland("engine", bot, given=given)
    assert done.returncode == 0, done
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.splitlines()


def test_an_engine_of_ours_plays_as_the_bot_in_process_does() -> None:
    engine = registry.make(f"engine:{shlex.quote(sys.executable)} -m wonderland engine dormouse", seed=5)
    bot = registry.make("dormouse", seed=5)
    assert isinstance(engine, Engine)
    for number in range(2):
        for state in states(number)[:-1]:
            seat = next(seat for seat in range(3) if game.legal(state, seat))
            view = game.view(state, seat)
            assert engine.decide(view, Budget(60_000)) == bot.decide(view, Budget(60_000))
    assert engine.name == "Dormouse"
    engine.close()


def test_it_passes_the_kit() -> None:
    check_bot(f"engine:{shlex.quote(sys.executable)} -m wonderland engine rabbit", budget=Budget(60_000, rollouts=10))


def test_every_state_of_a_game_is_answered_from_the_promised_keys_alone() -> None:
    game_states = states()[:-1]
    questions = [question(state, number) for number, state in enumerate(game_states, 10)]
    answers, logs = ask(HELLO, *questions, {"type": "bye"}, question(game_states[0], 99))
    assert not logs
    assert answers[0] == {"type": "ready", "name": "greedy"}
    assert [answer["id"] for answer in answers[1:]] == [asked["id"] for asked in questions]
    for asked, answer in zip(questions, answers[1:], strict=True):
        assert answer["type"] == "move"
        if asked["view"]["phase"] == "discard":
            assert len(set(answer["discard"]) & set(asked["legal"])) == 2
        else:
            assert answer["move"] in asked["legal"]


def test_what_we_ask_is_what_the_format_says() -> None:
    for state in states()[:-1]:
        seat = next(seat for seat in range(3) if game.legal(state, seat))
        asked = json.loads(protocol.decide(registry.kit("parade"), 4, game.view(state, seat), 200))
        assert (asked["type"], asked["id"], asked["budget_ms"]) == ("decide", 4, 200)
        assert set(asked["view"]) == {*PROMISED, "trigger", "chosen", "discard"}
        assert asked["legal"] == asked["view"]["hand"] == list(state.hands[seat])
        assert read_view(asked["view"]) == game.view(state, seat)
    assert json.loads(protocol.hello("parade", 7)) == HELLO
    assert json.loads(protocol.bye()) == {"type": "bye"}


def test_a_line_that_is_wrong_is_logged_and_the_next_is_answered() -> None:
    good = question(states()[0], 3)
    answers, logs = ask(
        "Hello?",
        "[" * 10_000,
        good,
        {**HELLO, "protocol": 2},
        {**HELLO, "game": "nimble"},
        {"type": "help"},
        HELLO,
        {**good, "id": 1.5},
        {**good, "view": {**good["view"], "hand": ["R11"]}},
        {**good, "view": {**good["view"], "parade": None}},
        {**good, "view": {**good["view"], "front": []}},
        {**good, "view": {**good["view"], "hand": []}},
        {**good, "view": {**good["view"], "pile": 500}},
        {key: value for key, value in good.items() if key != "legal"},
        "",
        good,
    )
    assert [answer["type"] for answer in answers] == ["ready", "move"]
    assert [log.split(": ", 1)[0] for log in logs] == [f"line {n}" for n in (1, 2, 3, 4, 5, 6, *range(8, 15))]
    assert logs[0] == 'line 1: a line is one JSON object, not "Hello?"'
    assert logs[2] == 'line 3: "hello" comes before the first "decide"'
    assert logs[3] == "line 4: protocol: must be one of: 1; not 2"
    assert logs[6] == "line 8: id: must be a whole number from 0 to 9007199254740992, not 1.5"
    assert logs[7].startswith('line 9: view: hand: card 1: "R11" is no Parade card')
    assert logs[8].startswith('line 10: view: parade: by the rules it is ["')
    assert logs[9] == "line 11: view: front: must have 3 entries, not 0"
    assert logs[10] == "line 12: view: hand: must have 5 entries, not 0"
    assert logs[11] == "line 13: view: pile: by the rules it is 45, not 500"
    assert logs[12] == "line 14: legal: this key is missing"


def test_the_seed_of_a_hello_decides_and_may_be_missing() -> None:
    asked = [question(state, number) for number, state in enumerate(states()[:-1])]
    moves = [ask({**HELLO, "seed": seed}, *asked, bot="random")[0][1:] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]
    without = {key: value for key, value in HELLO.items() if key != "seed"}
    assert [answer["type"] for answer in ask(without, asked[0])[0]] == ["ready", "move"]


class Odd:
    """A bot that fails in its own way each time it is asked."""

    def __init__(self, seed: int) -> None:
        self._ways: list[Exception | SystemExit] = [ValueError("no idea"), SystemExit("I am off")]

    def decide(self, view: View, budget: Budget) -> Action:
        if self._ways:
            raise self._ways.pop(0)
        return game.legal(states()[0], states()[0].turn or 0)[0]


def test_a_bot_that_fails_at_a_decision_is_asked_on() -> None:
    questions = [HELLO, *[question(states()[0], number) for number in (1, 2, 3)]]
    answers, problems = BytesIO(), list[WonderlandError]()
    serve(
        registry.kit("parade"),
        Odd,
        "Odd",
        BytesIO(b"\n".join(encode(one) for one in questions)),
        answers,
        problems.append,
    )
    assert [str(one) for one in problems] == [
        "line 2: the bot failed: ValueError: no idea",
        "line 3: the bot failed: SystemExit: I am off",
    ]
    assert [json.loads(line).get("id") for line in answers.getvalue().splitlines()] == [None, 3]


@pytest.mark.parametrize("problem", [ValueError("no idea"), SystemExit("no idea")])
def test_a_bot_that_cannot_be_made_is_refused_before_anything_is_asked(problem: BaseException) -> None:
    def make(seed: int) -> AnyBot:
        raise problem

    questions, answers = BytesIO(encode(HELLO)), BytesIO()
    with pytest.raises(NotAllowed, match=f"^the bot failed: {type(problem).__name__}: no idea$"):
        serve(registry.kit("parade"), make, "nobody", questions, answers, print)
    assert not questions.tell()
    assert not answers.getvalue()


def test_a_bot_that_needs_an_extra_says_so_at_once(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    line = refusal("engine", "queen", env={"PYTHONPATH": str(tmp_path)})
    assert line.startswith("queen: ")
    assert 'pip install "wonderland[fast]"' in line


def test_a_bot_plays_its_own_game_as_an_engine() -> None:
    assert refusal("engine", "mock turtle").startswith('there is no bot "mock turtle"; the bots are random, greedy')
    nimble = next(name for name, entry in registry.BOTS.items() if entry.game == "nimble")
    assert refusal("engine", nimble, "--game", "parade") == f"{nimble} plays nimble, not parade"
