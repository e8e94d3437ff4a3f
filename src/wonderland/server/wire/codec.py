"""Encoding and decoding of messages, and refusals for those that cannot be decoded."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from wonderland.core.cards import Card
from wonderland.core.errors import TooLate, Unreadable, WonderlandError, shown
from wonderland.server.errors import Limited, NotSaved
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage, Refused


class CardTexts(dict[Card, str]):
    """The cards seen so far as plain text: an event may hold fifty, and a look-up costs a third of a function call."""

    def __missing__(self, value: object) -> str:
        if not isinstance(value, Card):
            raise NotImplementedError(f"{type(value).__name__} does not belong in a message")
        text = self[value] = str(value)
        return text


_encoder = msgspec.json.Encoder(enc_hook=CardTexts().__getitem__)
_decoder = msgspec.json.Decoder(AnyClientMessage)
_raw = msgspec.json.Decoder()


def encode(message: AnyServerMessage) -> bytes:
    """A message as the text of one frame, in UTF-8."""
    return _encoder.encode(message)


def decode(text: str | bytes) -> AnyClientMessage:
    """Decode a client's message; raises ``Unreadable``."""
    try:
        asked: AnyClientMessage = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Unreadable("message_wrong", problem=shown(_words(str(problem)), 200).strip('"')) from None
    return asked


def id_of(text: str | bytes) -> str | None:
    """The id of a message that cannot be decoded otherwise, for its refusal."""
    try:
        data = _raw.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    found: Any = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and 0 < len(found) <= 40 else None


def refused(problem: WonderlandError, id: str | None, version: int, lang: str) -> Refused:
    """The refusal of a message, in the reader's language."""
    return Refused(id, kind_of(problem), key_of(problem), problem.say(lang), version)


def key_of(problem: WonderlandError) -> str:
    """The key of the innermost problem.

    >>> key_of(Unreadable("option_unknown", game="nimble", key="x").within("at_key", key="options"))
    'option_unknown'
    """
    inner = problem.values.get("problem")
    return key_of(inner) if isinstance(inner, WonderlandError) else problem.key


def kind_of(problem: WonderlandError) -> Any:
    """The kind of a refusal, by its type, most specific first."""
    for kind, name in (
        (Unreadable, "unreadable"),
        (NotSaved, "not_saved"),
        (Limited, "limited"),
        (TooLate, "too_late"),
    ):
        if isinstance(problem, kind):
            return name
    return "not_allowed"


def _words(problem: str) -> str:
    return re.sub(r" \(byte \d+\)", "", problem)
