"""From bytes to the JSON object of a record, in bounded memory; every error says where and what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from wonderland.core.errors import Unreadable, WonderlandError, shown
from wonderland.core.fields import Data

MAX_RECORD_BYTES = 8 * 1024 * 1024  #: bytes of one record; a larger one is refused
_BOM = b"\xef\xbb\xbf"


def read_whole(stream: BinaryIO) -> bytes:
    """The whole of a file, if it is no larger than a record may be."""
    raw = stream.read(MAX_RECORD_BYTES + 1)
    if len(raw) > MAX_RECORD_BYTES:
        raise Unreadable("record_too_large")
    return raw.removeprefix(_BOM)


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | WonderlandError]]:
    """The lines that are not blank, numbered from 1. One too long is an error; those after it still come."""
    number = 0
    while raw := stream.readline(MAX_RECORD_BYTES + 2):
        number += 1
        line = raw.rstrip(b"\r\n")
        if len(line) > MAX_RECORD_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_RECORD_BYTES)
            yield number, Unreadable("record_too_large")
        elif line.strip():
            yield number, line.removeprefix(_BOM) if number == 1 else line


def text_of(raw: bytes) -> str:
    """Bytes as UTF-8 text, or the place where they are not."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = raw[: problem.start].decode("utf-8")
        raise _at(before, Unreadable("not_utf8", byte=f"0x{raw[problem.start]:02x}")) from None


def decode(raw: bytes) -> Data:
    """The JSON object of a record."""
    text = text_of(raw)
    if not text.strip():
        raise Unreadable("record_empty")
    try:
        data = msgspec.json.decode(raw)
    except RecursionError:
        raise Unreadable("json_deep") from None
    except msgspec.MsgspecError:
        data = _decode_with_json(text)
    if not isinstance(data, dict):
        raise _at("", Unreadable("not_object", value=shown(data)))
    return data


def _decode_with_json(text: str) -> object:
    """Decode with the standard library, which accepts larger integers and reports the position of an error."""
    try:
        data: object = json.loads(text, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded again
    except RecursionError:
        raise Unreadable("json_deep") from None
    except json.JSONDecodeError as known:
        raise _at(text[: known.pos], Unreadable("not_json")) from None
    except ValueError:
        raise _at(text[: _invalid_token_start(text)], Unreadable("not_json")) from None
    return data


def _no_constant(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")


def _invalid_token_start(text: str) -> int:
    """The position of what the standard library accepts and JSON does not: NaN, huge integers, lone surrogates."""
    for token in re.finditer(r'"(?:\\.|[^"\\])*"|NaN|-?Infinity|\d{4000,}', text):
        if not token[0].startswith('"'):
            return token.start()
        try:
            json.loads(token[0]).encode()
        except UnicodeEncodeError:
            return token.start()
    return 0


def _at(before: str, problem: Unreadable) -> Unreadable:
    """The problem with its place, given the text before it."""
    column = len(before) - (before.rfind("\n") + 1) + 1
    return problem.within("at_place", line=before.count("\n") + 1, column=column)
