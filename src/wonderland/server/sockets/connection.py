"""One client at one table: reads its messages, one after the other, and answers each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wonderland.core.errors import NotAllowed, Unreadable, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.hosting.metrics import Metrics
from wonderland.server.http.limits import Limited
from wonderland.server.sockets.sending import Outbox, Send
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply, Table
from wonderland.server.wire import messages as wire
from wonderland.server.wire.codec import decode, encode, id_of, refused

#: Milliseconds between two measurements of the round trip: where every moment counts, and where somebody thinks.
PING, CALM_PING = 5_000, 15_000
#: Messages beyond what is allowed that are refused one by one, in so many milliseconds; more end the connection.
MAX_EXCESS, EXCESS_WITHIN = 200, 10_000
MUTED_MOST = 200  #: people one can mute at a time
SAY_MOST, SAY_WITHIN = 5, 10_000  #: lines of talk a person may say in so many milliseconds
#: Messages of long ago that are looked up in the log in so many milliseconds: that means reading all of it.
LOOK_BACKS, LOOK_BACKS_WITHIN = 10, 5_000

Entries = list[AnyEntry]
#: Does what a message asks for at a table, for a seat; raises why not.
Follow = Callable[[Table, int, Reply], None]
#: Finds the version that a message of a person made in an earlier game.
LookBack = Callable[[str, str, Callable[[int | None], None]], None]


class Connection:
    """A :class:`wonderland.server.tables.table.Watcher` with somebody behind it."""

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
        talk: Callable[[str, str, Reply], None] | None = None,
        metrics: Metrics | None = None,
        at_once: Callable[[str], bool] | None = None,
        chat_bucket: TokenBucket | None = None,
        look_back: LookBack | None = None,
    ) -> None:
        #: Asked anew each time: a table that could not be saved is replaced by one as it is on disk.
        self._table = table
        self._clock = clock
        self.actor = actor
        self.seat = seat
        self.lang = lang
        self.explain = explain
        self.plain = plain
        self._outbox = Outbox(send, lambda: self.dismiss("slow"), at_once)
        #: How the connection is ended, with a word why.
        self.dismiss: Callable[[str], None] = lambda why: None
        self._bytes = message_bytes
        self._message_bucket = TokenBucket(clock, messages_per_second, 1_000, burst=3)
        self._excess = TokenBucket(clock, MAX_EXCESS, EXCESS_WITHIN)
        self._chat_bucket = chat_bucket or TokenBucket(clock, SAY_MOST, SAY_WITHIN)
        self._talk = talk
        self._look_back = look_back or (lambda person, id, then: then(None))
        self._look_back_bucket = TokenBucket(clock, LOOK_BACKS, LOOK_BACKS_WITHIN)
        self._metrics = metrics or Metrics()
        self._muted: set[str] = set()
        #: Goodbye has been said: nothing is sent after it, and nothing heard.
        self.quiet = False
        self._pinged: dict[int, int] = {}
        self._pings = 0
        #: The last measured round trip, in milliseconds.
        self.rtt: int | None = None

    # ---- as a watcher -------------------------------------------------------------------------------

    @property
    def person(self) -> str | None:
        return self.actor.id if self.actor else None

    def send(self, text: str) -> None:
        if not self.quiet:
            self._outbox.put(text)

    def hears(self, line: wire.ChatLine) -> bool:
        return line.person not in self._muted

    def tell(self, message: wire.AnyServerMessage) -> None:
        self.send(encode(message))

    def ping(self) -> None:
        """Ask for an answer at once; the time it takes is the round trip."""
        now = self._clock.now()
        self._pings += 1
        self._pinged = {self._pings: now}
        self.tell(wire.Ping(self._pings, now, self.rtt))

    def close(self) -> None:
        self._outbox.close()

    # ---- what the client says -----------------------------------------------------------------------

    def hear(self, text: str | bytes) -> None:
        """One message. Whatever is wrong with it is answered; nothing it holds can end the connection."""
        if self.quiet:
            return  # it came after our goodbye: whoever sent it may not be who they were any more
        id: str | None = None
        try:
            if not self._spend():
                id = id_of(text) if len(text) <= self._bytes else None
                raise Limited("message_too_many", seconds=self._message_bucket.wait)
            if len(text) > self._bytes:
                raise Unreadable("message_too_long", most=self._bytes)
            if isinstance(text, bytes):
                raise Unreadable("message_binary")
            try:
                message = decode(text)
            except Unreadable:
                id = id_of(text)
                raise
            id = getattr(message, "id", None)
            _ANSWERS[type(message)](self, message)
        except WonderlandError as problem:
            self.refuse(problem, id)

    def count_frame(self) -> None:
        """A frame that is no message: it takes as much work as one, so it counts as one."""
        if not self.quiet:
            self._spend()

    def _spend(self) -> bool:
        """Whether one more message is allowed now; whoever goes on and on regardless has to go."""
        if self._message_bucket.spend():
            return True
        if not self._excess.spend():
            self.dismiss("flood")
        return False

    def refuse(self, problem: WonderlandError, id: str | None) -> None:
        try:
            saved = self._table().saved
        except NotAllowed:  # closed while this was on its way
            saved = None
        message = refused(problem, id, saved.version if saved else 0, self.lang)
        self._metrics.refused.labels(message.kind).inc()
        self.tell(message)

    def _reply(self, id: str) -> Reply:
        def reply(version: int, problem: WonderlandError | None) -> None:
            if problem:
                self.refuse(problem, id)
            else:
                self.tell(wire.Accepted(id, version))

        return reply

    def _seat(self) -> int:
        """The seat this client plays. What is on its way to the disk may have given it to somebody else by now."""
        seats, seat = self._table().now.seats, self.seat
        if seat is None or seat >= len(seats) or seats[seat].person != self.person:
            raise NotAllowed("table_not_seated")
        return seat

    def _once(self, message: wire.Act | wire.Resign | wire.Back | wire.Ready, follow: Follow) -> None:
        """Follow a message, unless it was followed before: then it is answered as it was then, whatever has happened
        since. What was done is never refused.
        """
        table, reply = self._table(), self._reply(message.id)
        if table.answer_again(self.person, self.seat, message.id, reply):
            return
        try:
            follow(table, self._seat(), reply)
        except WonderlandError as problem:
            if self.person is None or table.remembers(message.version):
                raise
            if not self._look_back_bucket.spend():
                raise Limited("message_too_many", seconds=self._look_back_bucket.wait) from None
            self._look_back(self.person, message.id, partial(self._reply_as_found, message.id, problem))

    def _reply_as_found(self, id: str, problem: WonderlandError, version: int | None) -> None:
        self._reply(id)(version or 0, None if version else problem)

    def _act(self, message: wire.Act) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.act(seat, message.action, message.id, message.version, reply),
        )

    def _ask(
        self, message: wire.Resign | wire.Back | wire.Ready, request: Callable[[TableState, int], Entries]
    ) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.ask(request(table.now, seat), seat, message.id, message.version, reply),
        )

    def _resign(self, message: wire.Resign) -> None:
        self._ask(message, lambda state, seat: requests.resign(state, seat, message.id))

    def _back(self, message: wire.Back) -> None:
        self._ask(message, lambda state, seat: requests.come_back(state, seat, message.id))

    def _ready(self, message: wire.Ready) -> None:
        self._ask(message, lambda state, seat: requests.make_ready(state, seat, message.ready, message.id))

    def _say(self, message: wire.Say) -> None:
        if self.actor is None or self._talk is None:
            raise NotAllowed("chat_nobody")
        if not self._chat_bucket.spend():
            raise Limited("chat_too_many", seconds=self._chat_bucket.wait)
        self._talk(message.text, message.id, self._reply(message.id))

    def _mute(self, message: wire.Mute) -> None:
        if message.mute and len(self._muted) < MUTED_MOST:
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


_ANSWERS: dict[type, Callable[[Connection, Any], None]] = {
    wire.Act: Connection._act,
    wire.Say: Connection._say,
    wire.Resign: Connection._resign,
    wire.Back: Connection._back,
    wire.Ready: Connection._ready,
    wire.Mute: Connection._mute,
    wire.Sync: Connection._sync,
    wire.Pong: Connection._pong,
}
