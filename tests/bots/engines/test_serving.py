"""``wonderland engine BOT``: our bots as engines, for us and for programs that know nothing of ours."""

from __future__ import annotations

import json
import shlex
import sys
from random import Random
from typing import Any

import pytest

from commands import refusal, wonderland
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.engines import Engine, protocol
from wonderland.core.errors import Unreadable
from wonderland.games.parade import State, game
from wonderland.records import encode
from wonderland.testing import check_bot

HELLO: dict[str, Any] = {"type": "hello", "protocol": 1, "game": "parade", "seed": 7}
#: What docs/formats.md promises of a view, in its order.
PROMISED = [
    "players", "seat", "first", "turn", "hand", "start", "parade", "front", "hand_sizes", "pile", "last_round", "phase",
    "history",
]  # fmt: skip


def states(seed: int = 7) -> list[State]:
    """A game in which everyone plays the first legal action, state by state."""
    found = [game.deal(game.shuffle(["Ann", "Bob", "Cy"], Random(seed)))]
    while not found[-1].over:
        seat = next(seat for seat in range(3) if game.legal(found[-1], seat))
        found.append(game.apply(found[-1], seat, game.legal(found[-1], seat)[0]))
    return found


def question(state: State, number: int, keys: list[str] = PROMISED) -> dict[str, Any]:
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
        asked = json.loads(protocol.decide(4, game.view(state, seat), 200))
        assert (asked["type"], asked["id"], asked["budget_ms"]) == ("decide", 4, 200)
        assert set(asked["view"]) == {*PROMISED, "chosen", "discard"}
        assert asked["legal"] == asked["view"]["hand"] == list(state.hands[seat])
        assert protocol.read_view(asked["view"]) == game.view(state, seat)
    assert json.loads(protocol.hello(7)) == HELLO
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
        "",
        good,
    )
    assert [answer["type"] for answer in answers] == ["ready", "move"]
    assert [log.split(": ", 1)[0] for log in logs] == [f"line {n}" for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12)]
    assert logs[0] == 'line 1: a line is one JSON object, not "Hello?"'
    assert logs[2] == 'line 3: "hello" comes before the first "decide"'
    assert logs[3] == "line 4: protocol: must be one of: 1; not 2"
    assert logs[6] == "line 8: id: must be a whole number from 0 to 9007199254740992, not 1.5"
    assert logs[7].startswith('line 9: view: "R11" is no Parade card')
    assert logs[8] == "line 10: view: the view cannot be read: Expected `array`, got `null` - at `$.parade`"
    assert logs[9] == "line 11: view: front: must have 3 entries, not 0"
    assert logs[10].startswith("line 12: the bot failed: ValueError: ")


def test_the_seed_of_a_hello_decides_and_may_be_missing() -> None:
    asked = [question(state, number) for number, state in enumerate(states()[:-1])]
    moves = [ask({**HELLO, "seed": seed}, *asked, bot="random")[0][1:] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]
    without = {key: value for key, value in HELLO.items() if key != "seed"}
    assert [answer["type"] for answer in ask(without, asked[0])[0]] == ["ready", "move"]


@pytest.mark.parametrize("key", PROMISED)
def test_a_view_without_a_promised_key_is_refused_by_its_name(key: str) -> None:
    view = question(states()[0], 1)["view"]
    del view[key]
    with pytest.raises(Unreadable, match=f"missing required field `{key}`"):
        protocol.read_view(view)


def test_only_a_bot_for_parade_can_be_an_engine() -> None:
    assert refusal("engine", "mock turtle").startswith('there is no bot "mock turtle"; the bots are random, greedy')
    nimble = next(name for name, entry in registry.BOTS.items() if entry.game == "nimble")
    assert refusal("engine", nimble) == f'"{nimble}" plays nimble; engines play Parade only for now'
