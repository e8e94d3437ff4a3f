"""One client at one table: handles its messages, one after the other, and answers each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.server.clock import Clock
from wonderland.server.errors import Limited, NotSaved
from wonderland.server.sockets.channel import Channel
from wonderland.server.sockets.client_connection import ClientConnection
from wonderland.server.sockets.token_bucket import TokenBucket
from wonderland.server.tables import requests
from wonderland.server.tables.entries import AnyEntry
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply, Table
from wonderland.server.tables.updates import ChatLine, Delivery
from wonderland.server.wire import messages as wire
from wonderland.server.wire.codec import encode

#: Between two measurements of the round-trip time, in a live game and in a turn-based one.
LIVE_PING_INTERVAL_MS, TURN_PING_INTERVAL_MS = 5_000, 15_000
MAX_MUTED_PEOPLE = 200
MAX_CHAT_LINES, CHAT_WINDOW_MS = 5, 10_000  #: chat lines of a person within the window
#: Messages of earlier games that are searched for in the log within the window: each search reads the whole log.
MAX_LOG_SEARCHES, LOG_SEARCH_WINDOW_MS = 10, 5_000

Entries = list[AnyEntry]
#: What a seat asks for besides acting in the game.
Request = wire.Resign | wire.Back | wire.Agree | wire.Ready
#: Performs a message at a table, for a seat; raises the refusal.
Perform = Callable[[Table, int, Reply], None]
#: Finds the version that a person's message made in an earlier game.
SearchLog = Callable[[str, str, Callable[[int | None], None]], None]


class Connection(ClientConnection):
    """The :class:`wonderland.server.tables.audience.Watcher` of one socket, and the handler of its messages."""

    def __init__(
        self,
        table: Callable[[], Table],
        channel: Channel,
        clock: Clock,
        actor: Actor | None,
        seat: int | None,
        *,
        explain: bool = False,
        plain: bool = False,
        send_chat: Callable[[str, str, Reply], None] | None = None,
        chat_bucket: TokenBucket | None = None,
        search_log: SearchLog | None = None,
        **client: Any,
    ) -> None:
        super().__init__(channel, clock, actor, **client)
        #: Called each time: a table that could not be saved is replaced by one rebuilt from the disk.
        self._table = table
        self.seat = seat
        self.explain = explain
        self.plain = plain
        self._chat_bucket = chat_bucket or TokenBucket(clock, MAX_CHAT_LINES, CHAT_WINDOW_MS)
        self._send_chat = send_chat
        self._search_log = search_log or (lambda person, id, then: then(None))
        self._search_bucket = TokenBucket(clock, MAX_LOG_SEARCHES, LOG_SEARCH_WINDOW_MS)
        self._muted: set[str] = set()

    # ---- as a watcher -------------------------------------------------------------------------------

    def deliver(self, delivery: Delivery) -> None:
        if self.closing:
            return
        if delivery.text is None:
            delivery.text = encode(delivery.update)
        self._put(delivery.text)

    def wants_chat_line(self, line: ChatLine) -> bool:
        return line.person not in self._muted

    # ---- messages from the client -----------------------------------------------------------------------

    def _version(self) -> int:
        try:
            saved = self._table().saved
        except NotAllowed:  # closed meanwhile
            return 0
        return saved.version if saved else 0

    def _reply(self, id: str) -> Reply:
        def reply(version: int, problem: WonderlandError | None) -> None:
            if problem:
                self.refuse(problem, id)
            else:
                self.send(wire.Accepted(id, version))

        return reply

    def _seat(self, table: Table) -> int:
        """The seat this client plays. An entry that is being written may have given it to somebody else."""
        seats, seat = table.now.seats, self.seat
        if seat is None or seat >= len(seats) or seats[seat].person != self.person:
            raise NotAllowed("table_not_seated")
        return seat

    def _once(self, message: wire.Act | Request, perform: Perform) -> None:
        """Perform a message, unless it was accepted before: then it gets the same answer again, whatever has happened
        since.
        """
        table = self._table()
        reply = partial(self._answer, message)
        if table.answer_again(self.person, self.seat, message.id, reply):
            return
        try:
            perform(table, self._seat(table), reply)
        except WonderlandError as problem:
            self._refuse_new(message, problem)

    def _answer(self, message: wire.Act | Request, version: int, problem: WonderlandError | None) -> None:
        if problem is None or isinstance(problem, NotSaved):
            self._reply(message.id)(version, problem)
        else:  # it was decided again, and what came before it has changed what is to be said
            self._refuse_new(message, problem)

    def _refuse_new(self, message: wire.Act | Request, problem: WonderlandError) -> None:
        """Refuse a message, unless it was accepted in a game that is no longer in memory."""
        if self.person is None or self._remembers(message.version):
            self.refuse(problem, message.id)
        elif self._search_bucket.take():
            self._search_log(self.person, message.id, partial(self._reply_found, message.id, problem))
        else:
            self.refuse(Limited("message_too_many", seconds=self._search_bucket.seconds_until_next), message.id)

    def _remembers(self, version: int | None) -> bool:
        try:
            return self._table().remembers(version)
        except NotAllowed:  # closed meanwhile
            return True

    def _reply_found(self, id: str, problem: WonderlandError, version: int | None) -> None:
        self._reply(id)(version or 0, None if version else problem)

    def _act(self, message: wire.Act) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.act(seat, message.action, message.id, message.version, reply),
        )

    def _request(self, message: Request, request: Callable[[TableState, int], Entries]) -> None:
        self._once(
            message,
            lambda table, seat, reply: table.ask(request, seat, message.id, message.version, reply),
        )

    def _resign(self, message: wire.Resign) -> None:
        self._request(message, lambda state, seat: requests.resign(state, seat, message.id))

    def _back(self, message: wire.Back) -> None:
        self._request(message, lambda state, seat: requests.come_back(state, seat, message.id))

    def _agree(self, message: wire.Agree) -> None:
        audience = self._table().audience
        self._request(
            message,
            lambda state, seat: requests.agree(
                state,
                seat,
                message.seat,
                message.agree,
                online=audience.online,
                long_away=audience.away,
                id=message.id,
            ),
        )

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

    handlers: ClassVar = {
        wire.Act: _act,
        wire.Say: _say,
        wire.Resign: _resign,
        wire.Back: _back,
        wire.Agree: _agree,
        wire.Ready: _ready,
        wire.Mute: _mute,
        wire.Sync: _sync,
        wire.Pong: ClientConnection._pong,
    }
