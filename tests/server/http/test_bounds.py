"""Nothing that comes from outside is without a bound: every request's body and every message of a socket is walked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import pytest
from litestar.routes import HTTPRoute

from server.games.quick import QuickContext
from wonderland.server.app import make_app
from wonderland.server.bounds import MAX_BODY_BYTES
from wonderland.server.http.records import MAX_RECORD_BYTES
from wonderland.server.wire.messages import AnyClientMessage

#: A record is read by its game's own reader, which looks at everything in it; its bytes are limited instead.
FREE = {"importRecord": MAX_RECORD_BYTES}


def unbounded(info: msgspec.inspect.Type, place: str) -> Iterator[str]:
    """Where a type takes text, lists or objects of any length."""
    inspected = msgspec.inspect
    match info:
        case inspected.StrType(max_length=None) | inspected.BytesType(max_length=None):
            yield f"{place}: text"
        case inspected.AnyType() | inspected.RawType() | inspected.CustomType():
            yield f"{place}: anything"
        case inspected.StructType(fields=fields) | inspected.TypedDictType(fields=fields):
            for field in fields:
                yield from unbounded(field.type, f"{place}.{field.name}")
        case inspected.UnionType(types=types):
            for one in types:
                yield from unbounded(one, place)
        case inspected.TupleType(item_types=types):
            for one in types:
                yield from unbounded(one, f"{place}[]")
        case inspected.DictType(key_type=key, value_type=value, max_length=most):
            if most is None:
                yield f"{place}: object"
            yield from unbounded(key, f"{place}{{}}")
            yield from unbounded(value, f"{place}{{}}")
        case inspected.CollectionType(item_type=item, max_length=most):
            if most is None:
                yield f"{place}: list"
            yield from unbounded(item, f"{place}[]")


def test_the_walk_finds_what_has_no_bound() -> None:
    class Part(msgspec.Struct):
        names: list[str]
        known: Annotated[str, msgspec.Meta(max_length=3)]
        more: dict[str, Any] | None = None

    found = sorted(unbounded(msgspec.inspect.type_info(Part), "part"))
    assert found == [
        "part.more: object",
        "part.more{}: anything",
        "part.more{}: text",
        "part.names: list",
        "part.names[]: text",
    ]


@pytest.mark.parametrize("message", get_args(AnyClientMessage))
def test_messages_of_a_socket_are_bounded(message: type) -> None:
    assert list(unbounded(msgspec.inspect.type_info(message), message.__name__)) == []


async def test_bodies_of_requests_are_bounded(tmp_path: Path) -> None:
    async with QuickContext(tmp_path) as context:
        app = make_app(context)
    handlers = [one for route in app.routes if isinstance(route, HTTPRoute) for one in route.route_handlers]
    bodies = 0
    for handler in handlers:
        hint: Any = handler.parsed_data_field and handler.parsed_data_field.annotation
        most = handler.resolve_request_max_body_size()
        assert isinstance(most, int)
        found = [] if hint is None else list(unbounded(msgspec.inspect.type_info(hint), str(handler.operation_id)))
        bodies += hint is not None
        if found:
            assert most == FREE.get(str(handler.operation_id)), found
        elif hint is not None:
            assert most <= MAX_BODY_BYTES, handler
    assert bodies > 10
