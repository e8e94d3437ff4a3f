"""Signing messages, and refusing those that are forged, replayed or old.

A key that derives from the server's secrets signs each message together with its channel, its sender, a number that
grows with every message of that sender, and the time. So a neighbour who can write to Redis can only withhold messages:
what they write themselves is refused, and so is a true message that they send again, later or elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from wonderland.server.bus.messages import AnyMessage

SIGNATURE_BYTES = 16
MAX_AGE_MS = 10_000  #: of a message, by the clock of the database
MAX_SENDERS = 1_000  #: whose numbers are remembered
MAX_MESSAGE_BYTES = 1_000_000


class Content(msgspec.Struct, frozen=True, array_like=True):
    """What is signed."""

    sender: str
    number: int
    at: int
    message: AnyMessage


class Received(NamedTuple):
    """A message that is true."""

    sender: str
    message: AnyMessage


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Content)


def derive_key(secret: bytes, purpose: str) -> bytes:
    """A key for one purpose, from which the secret cannot be found."""
    return hmac.digest(secret, f"wonderland {purpose}".encode(), hashlib.sha256)


class Envelopes:
    """Seals the messages of one instance, and opens those of the others. ``now`` gives milliseconds."""

    def __init__(self, key: bytes, sender: str, now: Callable[[], int]) -> None:
        self._key = key
        self._sender = sender
        self._now = now
        self._number = 0
        #: By sender, the number of the last message.
        self._heard: OrderedDict[str, int] = OrderedDict()
        #: How many messages were refused, because they were forged or replayed.
        self.refused = 0
        #: How many were true, but too old: whoever stood still for a while, or is slow, finds them waiting.
        self.late = 0

    def seal(self, channel: str, message: AnyMessage) -> bytes:
        self._number += 1
        content = _encoder.encode(Content(self._sender, self._number, self._now(), message))
        return self._sign(channel, content) + content

    def open(self, channel: str, data: bytes) -> Received | None:
        """The message; None if it is our own, is refused, or comes too late."""
        content = data[SIGNATURE_BYTES:]
        true = len(data) <= MAX_MESSAGE_BYTES and hmac.compare_digest(
            self._sign(channel, content), data[:SIGNATURE_BYTES]
        )
        if not true:
            self.refused += 1
            return None
        try:
            sender, number, at, message = msgspec.structs.astuple(_decoder.decode(content))
        except msgspec.DecodeError:  # of a later version of Wonderland, which tells more
            return None
        if sender == self._sender:
            return None
        if number <= self._heard.get(sender, 0):
            self.refused += 1
            return None
        if abs(self._now() - at) > MAX_AGE_MS:
            self.late += 1
            return None
        self._heard[sender] = number
        self._heard.move_to_end(sender)
        if len(self._heard) > MAX_SENDERS:
            self._heard.popitem(last=False)
        return Received(sender, message)

    def _sign(self, channel: str, content: bytes) -> bytes:
        # BLAKE2 takes a key by itself, and is faster than HMAC with SHA-2.
        name = channel.encode()
        parts = len(name).to_bytes(2) + name + content
        return hashlib.blake2b(parts, digest_size=SIGNATURE_BYTES, key=self._key).digest()
