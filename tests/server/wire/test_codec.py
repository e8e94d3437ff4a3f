"""Whatever comes is read as one of our messages or refused with the reason; whatever goes can be read again."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.wire.strategies import junk, messages
from wonderland.core.errors import NotAllowed, TooLate, Unreadable, WonderlandError
from wonderland.games.parade.cards import DECK
from wonderland.server.errors import Limited, NotSaved
from wonderland.server.tables.updates import Event
from wonderland.server.wire.codec import decode, encode, id_of, kind_of, refused
from wonderland.server.wire.messages import Act, AnyClientMessage, AnyServerMessage, Refused, Sync

#: Those with views and options in them, of which the types say nothing.
OPEN = ("Snapshot", "Event", "Tables", "Summary")
told = st.one_of(*(st.from_type(one) for one in get_args(AnyServerMessage) if one.__name__ not in OPEN))


@given(messages())
def test_what_a_client_may_send_is_read(message: dict[str, Any]) -> None:
    read = decode(json.dumps(message))
    assert type(read).__struct_config__.tag == message["type"]
    assert {**msgspec.to_builtins(read), **message} == msgspec.to_builtins(read)


@given(junk() | st.text() | st.binary())
def test_whatever_else_comes_is_refused_with_a_reason(text: str | bytes) -> None:
    read: AnyClientMessage | Unreadable
    try:
        read = decode(text)
    except Unreadable as problem:
        read = problem
    if isinstance(read, Unreadable):
        assert read.key == "message_wrong"
        assert 0 < len(read.say("en")) < 400
        assert 0 < len(read.say("fr")) < 400
    else:
        assert isinstance(read, get_args(AnyClientMessage))
    found = id_of(text)
    assert found is None or 0 < len(found) <= 40


@pytest.mark.parametrize("text", ["[" * 60_000, '{"id":' * 10_000, '{"type":"act","id":' + "[" * 5_000])
def test_nesting_has_no_end_but_we_do_not_care(text: str) -> None:
    with pytest.raises(Unreadable):
        decode(text)
    assert id_of(text) is None


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ('{"type": "act", "id": "c1"}', "c1"),
        ('{"type": "dance", "id": "c1"}', "c1"),
        ('{"id": "' + "x" * 41 + '"}', None),
        ('{"id": ""}', None),
        ('{"id": 7}', None),
        ('["id"]', None),
        ('{"id": "c1"', None),
    ],
)
def test_a_refusal_finds_the_message_it_is_about(text: str, id: str | None) -> None:
    assert id_of(text) == id
    with pytest.raises(Unreadable):
        decode(text)


def test_keys_we_do_not_know_are_ignored() -> None:
    """So that clients may be newer than the server."""
    read = decode('{"type": "act", "id": "c1", "version": 3, "action": "flip", "mood": "good"}')
    assert read == Act("c1", 3, "flip")
    assert decode('{"type": "sync"}') == Sync(0)


@given(told)
def test_what_goes_can_be_read_again(message: AnyServerMessage) -> None:
    assert msgspec.json.decode(encode(message), type=type(message)) == message


def test_cards_travel_as_their_notation() -> None:
    assert json.loads(encode(Event(7, 0, None, [["view", "hand", DECK[:2]]])))["changes"] == [
        ["view", "hand", ["R0", "R1"]]
    ]


def test_nothing_but_messages_is_sent() -> None:
    with pytest.raises(NotImplementedError):
        encode(Event(7, 0, None, [["view", object()]]))


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Unreadable("message_binary"), "unreadable"),
        (NotAllowed("table_not_seated"), "not_allowed"),
        (TooLate("table_closed"), "too_late"),
        (Limited("message_too_many", seconds=1), "limited"),
        (NotSaved("not_saved"), "not_saved"),
    ],
)
def test_every_type_of_error_has_its_kind(problem: WonderlandError, kind: str) -> None:
    assert kind_of(problem) == kind
    for lang in ("en", "fr"):
        said = refused(problem, "c1", 7, lang)
        assert said == Refused("c1", said.kind, problem.key, problem.say(lang), 7)
        assert json.loads(encode(said))["type"] == "refused"
