"""The web app's types are those of the messages, and what the games hold as plain data has the shape they say."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from wonderland.core.cards import Card
from wonderland.games.parade.explanation import Explanation
from wonderland.games.registry import GAMES, customs, find
from wonderland.server.tables.updates import Event
from wonderland.server.typescript import OUTPUT_FILE, Writer, title
from wonderland.server.wire.codec import encode
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage
from wonderland.server.wire.shapes import GAMES as SHAPES

WRITTEN = (Path(__file__).parents[2] / OUTPUT_FILE).read_text("utf-8")


def test_the_file_is_up_to_date() -> None:
    assert Writer().write() == WRITTEN, "run: python -m wonderland.server.typescript"


def test_nothing_is_left_untyped() -> None:
    """A result or options without a game may be anything; in what a table sends, only the value of a change."""
    code = re.sub(r"/\*\*.*?\*/|//.*", "", WRITTEN)
    assert not re.search(r"\bany\b", code)
    for line in code.splitlines():
        assert "unknown" not in line or "Record<string, unknown>" in line or line.startswith("export type Change =")
    played = [
        *get_args(AnyClientMessage),
        *get_args(AnyServerMessage),
        *(shape for shapes in SHAPES.values() for shape in shapes),
    ]
    for name in ["TableViewOf", "SeatView", *map(title, played)]:
        declared = re.search(rf"^export (interface|type) {name}\b.*?(;$|^}}$)", code, re.DOTALL | re.MULTILINE)
        assert declared
        assert "unknown" not in declared[0]


@pytest.mark.parametrize("message", [*get_args(AnyClientMessage), *get_args(AnyServerMessage)])
def test_every_message_is_told_apart_by_its_type(message: type[msgspec.Struct]) -> None:
    tag = message.__struct_config__.tag
    assert f'export interface {message.__name__} {{\n  type: "{tag}";\n' in WRITTEN


def test_every_name_is_declared_once() -> None:
    names = re.findall(r"^export (?:interface|type) (\w+)", WRITTEN, re.MULTILINE)
    assert len(names) == len(set(names))
    types = re.sub(r'/\*\*.*?\*/|//.*|"[^"]*"', "", WRITTEN)
    used = set(re.findall(r"\b[A-Z]\w+", types)) - {"Record", "Partial", "Game", "Options", "View", "Result"}
    assert used <= set(names)


def test_every_game_has_shapes() -> None:
    assert list(SHAPES) == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_what_the_games_hold_has_its_shape(name: str, seed: int) -> None:
    options, view, result = SHAPES[name]
    random, rules, ways = Random(seed), find(name), customs(name)
    chosen = ways.options({"challenge": True} if name == "nimble" and seed % 2 else {})
    fits(chosen, options)
    players = ["Ann", "Bob", "Cy"]
    series = ways.series(len(players), chosen)
    state = rules.deal(ways.deal(players, chosen, None, series, random))
    while rules.outcome(state) is None:
        seat = random.choice([seat for seat in range(len(players)) if rules.legal(state, seat)])
        seen = rules.view(state, seat)
        fits(seen, view)
        if name == "parade":
            fits(ways.guide(seen), Explanation)
        state = rules.apply(state, seat, random.choice(rules.legal(state, seat)))
    fits(ways.result(state, ways.add(series, state)), result)


def fits(data: Any, shape: Any) -> None:
    """The data, as it is sent, is what the shape says: nothing is missing, and nothing more is there."""
    assert sent(msgspec.convert(sent(data), shape, dec_hook=read_card)) == sent(data)


def sent(data: Any) -> Any:
    return msgspec.json.decode(encode(Event(1, 0, [["it", data]])))["changes"][0][1]


def read_card(card: type, text: Any) -> Any:
    assert issubclass(card, Card)
    return card(text)
