"""One client at one table: handles its messages, one after the other, and answers each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.errors import Limited
from wonderland.server.metrics import Metrics
from wonderland.server.sockets.outbox import Outbox, Send
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply, Table
from wonderland.server.tables.updates import ChatLine, Delivery
from wonderland.server.wire import messages as wire
from wonderland.server.wire.codec import decode, encode, id_of, refused

#: Between two measurements of the round-trip time, in a live game and in a turn-based one.
LIVE_PING_INTERVAL_MS, TURN_PING_INTERVAL_MS = 5_000, 15_000
#: Messages over the rate limit that are refused one by one within this window; more close the connection.
MAX_EXCESS_MESSAGES, EXCESS_WINDOW_MS = 200, 10_000
MAX_MUTED_PEOPLE = 200
MAX_CHAT_LINES, CHAT_WINDOW_MS = 5, 10_000  #: chat lines of a person within the window
#: Messages of earlier games that are searched for in the log within the window: each search reads the whole log.
MAX_LOG_SEARCHES, LOG_SEARCH_WINDOW_MS = 10, 5_000

Entries = list[AnyEntry]
#: Performs a message at a table, for a seat; raises the refusal.
Perform = Callable[[Table, int, Reply], None]
#: Finds the version that a person's message made in an earlier game.
SearchLog = Callable[[str, str, Callable[[int | None], None]], None]


class Connection:
    """The :class:`wonderland.server.tables.audience.Watcher` of one socket, and the handler of its messages."""

    def __init__(
        self,
        table: Callable[[], Table],
        send: Send,
        clock: Clock,
        actor: Actor | None,
        seat: int | None,
        *,
        lang: str = "en",
        explain: bool = False,
        plain: bool = False,
        message_bytes: int = 4_096,
        messages_per_second: int = 40,
        send_chat: Callable[[str, str, Reply], None] | None = None,
        metrics: Metrics | None = None,
        send_now: Callable[[str], bool] | None = None,
        chat_bucket: TokenBucket | None = None,
        search_log: SearchLog | None = None,
    ) -> None:
        #: Called each time: a table that could not be saved is replaced by one rebuilt from the disk.
        self._table = table
        self._clock = clock
        self.actor = actor
        self.seat = seat
        self.lang = lang
        self.explain = explain
        self.plain = plain
        self._outbox = Outbox(send, lambda: self.dismiss("slow"), send_now)
        #: Closes the session, with a reason; set by the session, which is made after its connection.
        self.dismiss: Callable[[str], None] = lambda reason: None
        self._max_message_length = message_bytes
        self._message_bucket = TokenBucket(clock, messages_per_second, 1_000, burst=3)
        self._excess_bucket = TokenBucket(clock, MAX_EXCESS_MESSAGES, EXCESS_WINDOW_MS)
        self._chat_bucket = chat_bucket or TokenBucket(clock, MAX_CHAT_LINES, CHAT_WINDOW_MS)
        self._send_chat = send_chat
        self._search_log = search_log or (lambda person, id, then: then(None))
        self._search_bucket = TokenBucket(clock, MAX_LOG_SEARCHES, LOG_SEARCH_WINDOW_MS)
        self._metrics = metrics or Metrics()
        self._muted: set[str] = set()
        #: ``bye`` has been sent: nothing more is sent, and nothing more received.
        self.closing = False
        self._pinged: dict[int, int] = {}
        self._pings = 0
        #: The last measured round trip, in milliseconds.
        self.rtt: int | None = None

    # ---- as a watcher -------------------------------------------------------------------------------

    @property
    def person(self) -> str | None:
        return self.actor.id if self.actor else None

    def deliver(self, delivery: Delivery) -> None:
        if self.closing:
            return
        if delivery.text is None:
            delivery.text = encode(delivery.update)
        self._outbox.put(delivery.text)

    def wants_chat_line(self, line: ChatLine) -> bool:
        return line.person not in self._muted

    def send(self, message: wire.AnyServerMessage) -> None:
        if not self.closing:
            self._outbox.put(encode(message))

    def ping(self) -> None:
        """Measure the round-trip time, by the client's pong."""
        now = self._clock.now()
        self._pings += 1
        self._pinged = {self._pings: now}
        self.send(wire.Ping(self._pings, now, self.rtt))

    def close(self) -> None:
        self._outbox.close()

    # ---- messages from the client -----------------------------------------------------------------------

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
            _HANDLERS[type(message)](self, message)
        except WonderlandError as problem:
            self.refuse(problem, id)

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

    def refuse(self, problem: WonderlandError, id: str | None) -> None:
        try:
            saved = self._table().saved
        except NotAllowed:  # closed meanwhile
            saved = None
        message = refused(problem, id, saved.version if saved else 0, self.lang)
        self._metrics.refused.labels(message.kind).inc()
        self.send(message)

    def _reply(self, id: str) -> Reply:
        def reply(version: int, problem: WonderlandError | None) -> None:
            if problem:
                self.refuse(problem, id)
            else:
                self.send(wire.Accepted(id, version))

        return reply

    def _seat(self) -> int:
        """The seat this client plays. An entry that is being written may have given it to somebody else."""
        seats, seat = self._table().now.seats, self.seat
        if seat is None or seat >= len(seats) or seats[seat].person != self.person:
            raise NotAllowed("table_not_seated")
        return seat

    def _once(self, message: wire.Act | wire.Resign | wire.Back | wire.Ready, perform: Perform) -> None:
        """Perform a message, unless it was accepted before: then it gets the same answer again, whatever has happened
        since.
        """
        table, reply = self._table(), self._reply(message.id)
        if table.answer_again(self.person, self.seat, message.id, reply):
            return
        try:
            perform(table, self._seat(), reply)
        except WonderlandError as problem:
            if self.person is None or table.remembers(message.version):
                raise
            if not self._search_bucket.take():
                raise Limited("message_too_many", seconds=self._search_bucket.seconds_until_next) from None
            self._search_log(self.person, message.id, partial(self._reply_found, message.id, problem))

    def _reply_found(self, id: str, problem: WonderlandError, version: int | None) -> None:
        self._reply(id)(version or 0, None if version else problem)

    def _act(self, message: wire.Act) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.act(seat, message.action, message.id, message.version, reply),
        )

    def _request(
        self, message: wire.Resign | wire.Back | wire.Ready, request: Callable[[TableState, int], Entries]
    ) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.append_request(
                request(table.now, seat), seat, message.id, message.version, reply
            ),
        )

    def _resign(self, message: wire.Resign) -> None:
        self._request(message, lambda state, seat: requests.resign(state, seat, message.id))

    def _back(self, message: wire.Back) -> None:
        self._request(message, lambda state, seat: requests.come_back(state, seat, message.id))

    def _ready(self, message: wire.Ready) -> None:
        self._request(message, lambda state, seat: requests.set_ready(state, seat, message.ready, message.id))

    def _say(self, message: wire.Say) -> None:
        if self.actor is None or self._send_chat is None:
            raise NotAllowed("chat_nobody")
        if not self._chat_bucket.take():
            raise Limited("chat_too_many", seconds=self._chat_bucket.seconds_until_next)
        self._send_chat(message.text, message.id, self._reply(message.id))

    def _mute(self, message: wire.Mute) -> None:
        if message.mute and len(self._muted) < MAX_MUTED_PEOPLE:
            self._muted.add(message.person)
        elif not message.mute:
            self._muted.discard(message.person)

    def _sync(self, message: wire.Sync) -> None:
        self._table().catch_up(self, message.version, message.at)

    def _pong(self, message: wire.Pong) -> None:
        sent = self._pinged.pop(message.number, None)
        if sent is not None:
            self.rtt = max(0, self._clock.now() - sent)
            self._metrics.round_trip_seconds.observe(self.rtt / 1_000)


_HANDLERS: dict[type, Callable[[Connection, Any], None]] = {
    wire.Act: Connection._act,
    wire.Say: Connection._say,
    wire.Resign: Connection._resign,
    wire.Back: Connection._back,
    wire.Ready: Connection._ready,
    wire.Mute: Connection._mute,
    wire.Sync: Connection._sync,
    wire.Pong: Connection._pong,
}
