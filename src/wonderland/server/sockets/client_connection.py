"""What every socket of ours does: sends without waiting, limits and decodes messages, measures the round trip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from wonderland.core.errors import Unreadable, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.errors import Limited
from wonderland.server.metrics import Metrics
from wonderland.server.sockets.channel import Channel
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables.requests import Actor
from wonderland.server.wire import messages as wire
from wonderland.server.wire.codec import decode, encode, id_of, refused

#: Messages over the rate limit that are refused one by one within this window; more close the connection.
MAX_EXCESS_MESSAGES, EXCESS_WINDOW_MS = 200, 10_000


class ClientConnection:
    """One client's connection. Subclasses add ``handlers`` for the messages that they understand."""

    #: By the type of a message, what is called with it.
    handlers: ClassVar[Mapping[type, Callable[[Any, Any], None]]] = {}

    def __init__(
        self,
        channel: Channel,
        clock: Clock,
        actor: Actor | None,
        *,
        lang: str = "en",
        message_bytes: int = 4_096,
        messages_per_second: int = 40,
        metrics: Metrics | None = None,
    ) -> None:
        self._clock = clock
        self.actor = actor
        self.lang = lang
        self._channel = channel
        #: Closes the session, with a reason; set by the session, which is made after its connection.
        self.dismiss: Callable[[str], None] = lambda reason: None
        self._max_message_length = message_bytes
        self._message_bucket = TokenBucket(clock, messages_per_second, 1_000, burst=3)
        self._excess_bucket = TokenBucket(clock, MAX_EXCESS_MESSAGES, EXCESS_WINDOW_MS)
        self._metrics = metrics or Metrics()
        #: ``bye`` has been sent: nothing more is sent, and nothing more received.
        self.closing = False
        self._pinged: dict[int, int] = {}
        self._pings = 0
        #: The last measured round trip, in milliseconds.
        self.rtt: int | None = None

    @property
    def person(self) -> str | None:
        return self.actor.id if self.actor else None

    # ---- to the client ----------------------------------------------------------------------------------

    def send(self, message: wire.AnyServerMessage) -> None:
        self._put(encode(message))

    def _put(self, text: bytes) -> None:
        """Never waits: a client that does not read is disconnected, and can catch up later."""
        if not self.closing and not self._channel.put(text):
            self.closing = True
            self.dismiss("slow")

    def ping(self) -> None:
        """Measure the round-trip time, by the client's pong."""
        now = self._clock.now()
        self._pings += 1
        self._pinged = {self._pings: now}
        self.send(wire.Ping(self._pings, now, self.rtt))

    def refuse(self, problem: WonderlandError, id: str | None) -> None:
        message = refused(problem, id, self._version(), self.lang)
        self._metrics.refused.labels(message.kind).inc()
        self.send(message)

    def _version(self) -> int:
        """The version that a refusal names."""
        return 0

    def close(self) -> None:
        self.closing = True

    # ---- from the client --------------------------------------------------------------------------------

    def receive(self, text: str | bytes) -> None:
        """Handle one message. A bad one is refused with an answer; no content can close the connection."""
        if self.closing:
            return  # it came after our ``bye``: the sender may have been logged out or banned
        id: str | None = None
        try:
            if not self._within_limit():
                id = id_of(text) if len(text) <= self._max_message_length else None
                raise Limited("message_too_many", seconds=self._message_bucket.seconds_until_next)
            if len(text) > self._max_message_length:
                raise Unreadable("message_too_long", most=self._max_message_length)
            if isinstance(text, bytes):
                raise Unreadable("message_binary")
            try:
                message = decode(text)
            except Unreadable:
                id = id_of(text)
                raise
            id = getattr(message, "id", None)
            self._handle(message)
        except WonderlandError as problem:
            self.refuse(problem, id)

    def _handle(self, message: wire.AnyClientMessage) -> None:
        handler = self.handlers.get(type(message))
        if handler is None:
            raise Unreadable("message_wrong", problem=f"no {type(message).__name__.lower()} here")
        handler(self, message)

    def count_frame(self) -> None:
        """Count a control frame or fragment like a message: it costs as much to read."""
        if not self.closing:
            self._within_limit()

    def _within_limit(self) -> bool:
        """Whether one more message is allowed now; a client that keeps flooding is disconnected."""
        if self._message_bucket.take():
            return True
        if not self._excess_bucket.take():
            self.dismiss("flood")
        return False

    def _pong(self, message: wire.Pong) -> None:
        sent = self._pinged.pop(message.number, None)
        if sent is not None:
            self.rtt = max(0, self._clock.now() - sent)
            self._metrics.round_trip_seconds.observe(self.rtt / 1_000)
