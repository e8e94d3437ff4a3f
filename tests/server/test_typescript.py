"""The web app's types are those of the messages, and what the games hold as plain data has the shape they say."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from wonderland.core.cards import Card
from wonderland.core.options import options_of
from wonderland.games.registry import GAMES, find
from wonderland.server.tables.updates import Event
from wonderland.server.typescript import OUTPUT_FILE, Writer, game_types, title
from wonderland.server.wire.codec import encode
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage

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
        *(one for name in GAMES for one in game_types(find(name).table)),
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


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_what_the_games_hold_has_its_shape(name: str, seed: int) -> None:
    random, rules, table = Random(seed), find(name), find(name).table
    switches = {option.name: bool(seed % 2) for option in options_of(table.Options) if option.switch}
    chosen = table.options(switches)
    fits(chosen, table.Options)
    players = ["Ann", "Bob", "Cy"]
    series = table.series(len(players), chosen)
    state = rules.deal(table.deal(players, chosen, None, series, random))
    while rules.outcome(state) is None:
        seat = random.choice([seat for seat in range(len(players)) if rules.legal(state, seat)])
        seen = rules.view(state, seat)
        fits(seen, table.View)
        if table.Explanation:
            fits(table.explain(seen), table.Explanation)
        state = rules.apply(state, seat, random.choice(rules.legal(state, seat)))
    fits(table.result(state, table.add(series, state)), table.Result)


def fits(data: Any, shape: Any) -> None:
    """The data, as it is sent, is what the shape says: nothing is missing, and nothing more is there."""
    assert sent(msgspec.convert(sent(data), shape, dec_hook=read_card)) == sent(data)


def sent(data: Any) -> Any:
    return msgspec.json.decode(encode(Event(1, 0, None, [["it", data]])))["changes"][0][1]


def read_card(card: type, text: Any) -> Any:
    assert issubclass(card, Card)
    return card(text)
