"""What docs/protocol.md shows is so: its examples are messages, no message lacks one, and its function works."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given

from server.wire.test_changes import Node, plain, trees
from wonderland.core.cards import Card
from wonderland.core.changes import changes
from wonderland.games.nimble.view import View
from wonderland.games.parade.explanation import Explanation
from wonderland.messages import catalogue
from wonderland.server.http.errors import ERROR_KINDS
from wonderland.server.http.reviews import ReviewStatus
from wonderland.server.http.what_if import WhatIf
from wonderland.server.rate_limits import RATE_LIMITS
from wonderland.server.reviews.reviews import MAX_UNFINISHED_REVIEWS
from wonderland.server.settings import Settings
from wonderland.server.sockets.chat import MAX_CHAT_LENGTH
from wonderland.server.sockets.connection import MAX_CHAT_LINES
from wonderland.server.tables.views import SeatView, TableView
from wonderland.server.wire.close_reasons import CLOSE_CODES, RETRY_AFTER_MS
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage, Refused

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")


def blocks(lang: str) -> list[str]:
    return re.findall(rf"^```{lang}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def shown() -> list[dict[str, Any]]:
    """Every JSON object of the page."""
    found, decoder = [], json.JSONDecoder()
    for block in blocks("json"):
        text = block.strip()
        while text:
            value, end = decoder.raw_decode(text)
            found.append(value)
            text = text[end:].strip()
    return found


MESSAGES = [one for one in shown() if "type" in one]


def check_text(key: str, text: str) -> None:
    """The text is what the message of that key says, with some values."""
    template = str(catalogue("en")[key])
    assert re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(template)), text)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["type"])
def test_every_example_is_a_message(message: dict[str, Any]) -> None:
    read: Any = msgspec.convert(message, AnyClientMessage | AnyServerMessage)
    # Nothing that stands there is too much, and nothing is missing.
    data = json.loads(msgspec.json.encode(read))
    assert data == {**data, **message}
    if isinstance(read, get_args(AnyServerMessage)):
        assert set(message) == {"type", *read.__struct_fields__}
    if isinstance(read, Refused):
        check_text(read.key, read.text)


def test_every_message_has_an_example() -> None:
    types = {one.__struct_config__.tag for one in (*get_args(AnyClientMessage), *get_args(AnyServerMessage))}
    assert types == {message["type"] for message in MESSAGES} | {"sync"}
    assert '{"type": "sync", "version": 5, "at": 1794756568498}' in PAGE


def test_the_face_is_whole() -> None:
    table_view = next(message["table"] for message in MESSAGES if message["type"] == "snapshot")
    assert set(table_view) == set(TableView.__struct_fields__)
    assert set(table_view["seats"][0]) == set(SeatView.__struct_fields__)


def test_the_other_examples_have_their_shape() -> None:
    def read_card(card: type, text: Any) -> Any:
        assert issubclass(card, Card)
        return card(text)

    error, what_if, status, explanation, view = (one for one in shown() if "type" not in one)
    assert msgspec.convert(what_if, WhatIf).seat == 1
    assert set(what_if) <= set(WhatIf.__struct_fields__)
    assert set(status) == set(ReviewStatus.__struct_fields__)
    assert msgspec.convert(status, ReviewStatus).state == "running"
    check_text(error["error"]["key"], error["error"]["text"])
    msgspec.convert(explanation, Explanation, dec_hook=read_card)
    assert set(msgspec.structs.asdict(msgspec.convert(view, View, dec_hook=read_card))) == set(view)


@given(trees, trees)
def test_its_function_applies_changes(before: Node, after: Node) -> None:
    scope: dict[str, Any] = {}
    exec(blocks("python")[0], scope)
    table_view = copy.deepcopy(plain(before))
    scope["apply"](table_view, plain(changes(before, after)))
    assert table_view == plain(after)


def test_it_tells_every_kind_and_every_way_to_end() -> None:
    for _, kind, _ in ERROR_KINDS:
        assert f"`{kind}`" in PAGE
    rows = [line for line in PAGE.splitlines() if line.startswith("|")]
    for why, code in CLOSE_CODES.items():
        row = next(line for line in rows if f"`{why}`" in line and str(code) in line)
        assert f"| {RETRY_AFTER_MS.get(why, 'null')} |" in row


def test_its_limits_are_ours() -> None:
    usual = Settings()
    assert f"{usual.message_bytes:,} characters" in PAGE
    assert f"{usual.messages_per_second} a second" in PAGE
    assert f"{usual.connections_per_person} a person, {usual.connections_per_address} an address" in PAGE
    assert f"{usual.tables_per_person} that you host" in PAGE
    assert f"{usual.away_after} seconds" in PAGE
    assert f"{MAX_CHAT_LENGTH} characters a line" in PAGE
    assert MAX_CHAT_LINES == 5
    assert RATE_LIMITS["guests"] == "60 per hour"
    assert RATE_LIMITS["tables"] == "60 per 10 minutes"
    assert f"{MAX_UNFINISHED_REVIEWS} in the making and 60 a day" in PAGE
    assert (RATE_LIMITS["reviews"], RATE_LIMITS["hints"]) == ("60 per day", "60 per 10 minutes")
