"""The worst that we know to send: texts, headers, addresses and bodies that take long, each for what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

#: What one character of each costs more than its place: ordering, composing, expanding, escaping, splitting.
CHARACTERS = {
    "marks": "\u0315\u0300",  # to be ordered, in quadratic time
    "jamo": "\u1100\u1161\u11a8",  # to be composed
    "ligature": "\ufdfa",  # eighteen letters when it is taken apart
    "quotes": '\\"',
    "spaces": " ",
    "digits": "9",
    "letters": "a",
}
#: Characters: about as many as are looked at, and as many as a body of half a megabyte holds.
LENGTHS = (900, 250_000)

HEADER = 60_000  #: bytes of a header, just below what the server reads of a head
ALLOWED_HEADER = 8_000  #: bytes of a header that is not refused for its length alone
HEADERS = {
    "Accept-Language": ["fr;q=0.1,", ",", "q;q=,"],
    "Accept-Encoding": [",", "br;q=0,"],
    "Cookie": ["a=b;", "a=b; ", "=;"],
    "Authorization": ["Bearer ", "x"],
    "If-None-Match": ['"",'],
    "Origin": ["http://[:", "http://a.", "\u00a8"],
    "Content-Type": ["application/json;", ";"],
    "X-Forwarded-For": ["1.1.1.1,"],
    "Range": ["0-1,"],
}
#: Cookies in quotes, which have to be taken out of them.
QUOTED = ['wonderland="' + piece * (HEADER // len(piece) - 10) + '"' for piece in ("\\", '\\"', "\\1")]
QUERIES = ["a&", "a=b&", "%41", "seat=", "version=9", "&", ";", "+"]


def texts() -> Iterator[str]:
    for length in LENGTHS:
        for piece in CHARACTERS.values():
            yield "a" + piece * (length // len(piece))


def filled(piece: str, length: int) -> str:
    return piece * (length // len(piece))


def headers() -> Iterator[dict[str, str]]:
    """Each header far too long, and all of them as long as they may be."""
    for name, pieces in HEADERS.items():
        yield from ({name: filled(piece, HEADER)} for piece in pieces)
    yield from ({"Cookie": value} for value in QUOTED)
    yield from long_headers()


def long_headers() -> Iterator[dict[str, str]]:
    """All headers as long as they may be."""
    for place in range(3):
        yield {name: filled(pieces[place % len(pieces)], ALLOWED_HEADER // 2) for name, pieces in HEADERS.items()} | {
            "Cookie": QUOTED[place][:ALLOWED_HEADER]
        }


def queries(names: list[str], lengths: tuple[int, ...] = (1_000, HEADER)) -> Iterator[str]:
    """Queries of nonsense, and each known parameter with too much in it."""
    for length in lengths:
        yield from (filled(piece, length) for piece in QUERIES)
        yield from (f"{name}={filled('9', length)}" for name in names)
        yield from (filled(f"{name}=1&", length) for name in names)


def good(info: msgspec.inspect.Type, name: str = "") -> Any:
    """A small value of a type, so that what is beside it is looked at."""
    inspected = msgspec.inspect
    match info:
        case inspected.StructType(fields=fields):
            value = {
                field.encode_name: good(field.type, field.name)
                for field in fields
                if field.required or isinstance(field.type, inspected.LiteralType)
            }
            return {"type": info.tag, **value} if info.tag else value
        case inspected.UnionType(types=types):
            return good(next(one for one in types if not isinstance(one, inspected.NoneType)), name)
        case inspected.LiteralType(values=values):
            return KNOWN[name] if KNOWN.get(name) in values else values[0]
        case inspected.StrType():
            return KNOWN.get(name, "abc")
        case inspected.IntType():
            return 0
        case inspected.BoolType():
            return True
        case inspected.DictType():
            return {}
        case inspected.CollectionType(item_type=item):
            return [good(item, name)]
    return None


KNOWN = {"game": "parade", "kind": "me", "password": "12345678", "action": "play R3"}


def bodies(info: msgspec.inspect.Type) -> Iterator[Any]:
    """Values of a type that are as good as can be but in one place, where there is far too much."""
    inspected = msgspec.inspect
    match info:
        case inspected.StructType(fields=fields):
            plain = good(info)
            yield plain
            for field in fields:
                yield from ({**plain, field.encode_name: value} for value in bodies(field.type))
            yield {**plain, **{str(number): 0 for number in range(20_000)}}
        case inspected.UnionType(types=types):
            for one in types:
                yield from bodies(one)
        case inspected.StrType():
            yield from texts()
        case inspected.IntType():
            yield from (10**4_000, -(10**4_000), 2**63, -1)
        case inspected.DictType():
            yield {str(number): 0 for number in range(20_000)}
            yield {str(number): [] for number in range(30)}
            yield from ({text: text} for text in texts())
            yield {"errors": nested(30_000)}
        case inspected.CollectionType(item_type=item):
            yield [good(item)] * 50_000
            yield from ([good(item), value] for value in bodies(item))
        case inspected.AnyType():
            yield nested(30_000)


def nested(size: int) -> Any:
    """Lists within lists within lists, of about so many characters as JSON."""
    value: list[Any] = []
    length = 2
    while length < size:
        value, length = [value, value], 2 * length + 4
    for _ in range(400):
        value = [value]
    return value


def records() -> Iterator[Any]:
    """Bodies where a record of a game is expected."""
    for game in ("parade", "nimble"):
        plain = {"game": game, "version": 1, "players": ["Ann", "Bob"], "first": 0}
        for key in ("players", "deck", "moves", "discards", "packs", "setup", "events", "options", "round"):
            yield {**plain, key: ["R1"] * 45_000}
            yield {**plain, key: [[]] * 80_000}
            yield {**plain, key: [{}] * 80_000}
            yield {**plain, key: [["flip", 0]] * 4_990}
            yield {**plain, key: nested(200_000)}
        yield from ({**plain, "players": [text, "Bob"]} for text in texts())
        yield {**plain, **{str(number): number for number in range(20_000)}}
