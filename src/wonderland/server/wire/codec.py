"""Messages to bytes and back. Whatever a client sends, the answer to it is one of ours."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from wonderland.core.cards import Card
from wonderland.core.errors import TooLate, Unreadable, WonderlandError, shown
from wonderland.server.errors import Limited, NotSaved
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage, Refused


def _plain(value: object) -> str:
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} does not belong in a message")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_decoder = msgspec.json.Decoder(AnyClientMessage)
_raw = msgspec.json.Decoder()


def encode(message: AnyServerMessage) -> str:
    """A message as the text of one frame."""
    return _encoder.encode(message).decode()


def decode(text: str | bytes) -> AnyClientMessage:
    """What a client asked; ``Unreadable`` says what is wrong and where."""
    try:
        asked: AnyClientMessage = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Unreadable("message_wrong", problem=shown(_words(str(problem)), 200).strip('"')) from None
    return asked


def id_of(text: str | bytes) -> str | None:
    """The id of a message that cannot be read otherwise, so that the refusal finds its sender."""
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
    """The key of what is wrong itself, wherever it was found.

    >>> key_of(Unreadable("option_unknown", game="nimble", key="x").within("at_key", key="options"))
    'option_unknown'
    """
    inner = problem.values.get("problem")
    return key_of(inner) if isinstance(inner, WonderlandError) else problem.key


def kind_of(problem: WonderlandError) -> Any:
    """Which kind of refusal it is: the types of the errors, most special first."""
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
