"""People and programs as the server meets them: over HTTP and sockets, by docs/protocol.md alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from itertools import count
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.protocol import State

from server.process import TIMEOUT_SECONDS, Reachable
from wonderland.core.changes import apply

Message = dict[str, Any]

_names = count(1)

#: What can become of a connection to a server that stops, is killed, or has dropped us.
GONE = (OSError, EOFError, ConnectionClosed, InvalidHandshake, InvalidMessage)


class Person:
    """A guest: a name and a cookie."""

    def __init__(self, server: Reachable, id: str, cookie: str) -> None:
        self.server = server
        self.id = id
        self.cookie = cookie

    @classmethod
    async def guest(cls, server: Reachable, name: str = "Ann") -> Self:
        response = await server.http.post(server.address + "/api/guest", json={"name": name})
        response.raise_for_status()
        return cls(server, response.json()["id"], response.headers["set-cookie"].partition(";")[0])

    async def ask(self, path: str, **data: Any) -> Any:
        """What the answer to a POST holds; raises when it is refused."""
        headers = {"Cookie": self.cookie}
        response = await self.server.http.post(self.server.address + path, json=data, headers=headers)
        response.raise_for_status()
        return response.json()

    async def open(self, game: str, *seats: str, **choices: Any) -> str:
        """Open a table with seats of these kinds, rated where it can be: its id."""
        wanted = [{"kind": kind} for kind in seats]
        choices.setdefault("rated", seats.count("me") == 1 and "bot" not in seats)
        table: str = (await self.ask("/api/tables", game=game, seats=wanted, **choices))["id"]
        return table

    async def sit(self, table: str) -> None:
        await self.ask(f"/api/tables/{table}/sit")


class Client:
    """One connection to a table. It knows the table as it was told, and comes back by itself with what it has.

    What it has sent and got no answer to it sends again, under the same id.
    """

    def __init__(self, server: Reachable, table: str, person: Person | None = None, seat: int | None = None) -> None:
        self.server = server
        #: Begins the ids of its messages: several clients may play for one seat.
        self._name = next(_names)
        self.table = table
        self.person = person
        self.wanted = seat
        self.version = 0
        self.table_view: Any = None
        #: What was done by which message, and what became of it: the version it made, or the refusal.
        self.sent: dict[str, str] = {}
        self.done: dict[str, int] = {}
        self.refused: dict[str, Message] = {}
        self.present: Message = {}
        #: Why we were told to go, each time we were; how often we came in, and were told everything anew.
        self.byes: list[str] = []
        self.sessions = self.snapshots = 0
        #: Called with every acknowledgement.
        self.on_done: Callable[[], object] = lambda: None
        self._waiting: dict[str, tuple[str, asyncio.Future[Message]]] = {}
        self._socket: ClientConnection | None = None
        self._news: asyncio.Future[None] | None = None
        self._life: asyncio.Task[None] | None = None
        #: Cleared, the client stays away.
        self.wants = asyncio.Event()
        self.wants.set()

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self._live())
        await self.until(lambda _: self.table_view is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._life
        self._life.cancel()
        await asyncio.wait([self._life])
        if not self._life.cancelled() and (problem := self._life.exception()):
            raise problem

    @property
    def seat(self) -> int | None:
        return None if self.table_view is None else self.table_view["seat"]

    @property
    def view(self) -> Any:
        return self.table_view["view"]

    @property
    def over(self) -> bool:
        return bool(self.table_view["phase"] == "over")

    @property
    def settled(self) -> bool:
        """Over, and nothing more comes: a game at a rated table is rated."""
        return self.over and self.table_view["ratings"] is not None

    async def until(self, condition: Callable[[Self], object]) -> None:
        """Wait for the message after which something is so of this client.

        Each return begins the patience anew: a server that is killed again and again needs time to start.
        """
        while not condition(self):
            sessions = self.sessions
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    while self.sessions == sessions and not condition(self):
                        await self._told()
            except TimeoutError as problem:
                raise AssertionError(f"nothing came of it: {self!r}") from problem

    async def _told(self) -> None:
        """Wait for the next message."""
        assert self._life
        self._news = self._news or asyncio.get_running_loop().create_future()
        await asyncio.wait([self._news, self._life], return_when=asyncio.FIRST_COMPLETED)
        if self._life.done():
            self._life.result()
            raise AssertionError("the client has been closed")

    def __repr__(self) -> str:
        waiting = {id: text for id, (text, _) in self._waiting.items()}
        connected = "connected" if self._socket else "not connected"
        state = f"{connected}, {self.sessions} sessions, version {self.version}"
        return f"client {self._name}, {state}, {waiting=}, {self.table_view}"

    async def gone(self) -> None:
        """Wait for the end of the connection."""
        if self._socket:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await self._socket.wait_closed()

    async def act(self, action: str, id: str | None = None) -> Message:
        """Do something: the acknowledgement, once we also know what it changed; or the refusal."""
        message = await self.answered(self.begin(action, id))
        if message["type"] == "accepted":
            await self.reached(message["version"])
        return message

    async def answered(self, answer: asyncio.Future[Message]) -> Message:
        """Wait for what becomes of something that was sent."""
        await self.until(lambda _: answer.done())
        return answer.result()

    async def reached(self, version: int) -> None:
        await self.until(lambda _: self.version >= version)

    async def started(self) -> None:
        await self.until(lambda _: self.table_view["phase"] == "playing")

    def begin(self, action: str, id: str | None = None) -> asyncio.Future[Message]:
        """Send an action without waiting for what becomes of it."""
        id = id or f"{self._name}.{len(self.sent)}"
        self.sent[id] = action
        self.refused.pop(id, None)
        return self.send({"type": "act", "id": id, "version": self.version, "action": action})

    def send(self, message: Message) -> asyncio.Future[Message]:
        """Send something with an id; again after every return, until it is answered."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        text = json.dumps(message)
        self._waiting[message["id"]] = text, answer
        if self._socket:
            self._write(self._socket, text)
        return answer

    def deafen(self) -> None:
        """Read nothing more from this connection."""
        assert self._socket
        self._socket.transport.pause_reading()

    def leave(self) -> None:
        """Vanish, and stay away: no goodbye, the connection is reset."""
        self.wants.clear()
        self.vanish()

    def vanish(self) -> None:
        """Lose the connection all of a sudden; back at once if we want to be."""
        if self._socket:
            self._socket.transport.abort()
            self._socket = None

    # ---- the connection -----------------------------------------------------------------------------

    def _write(self, socket: ClientConnection, text: str) -> None:
        """Without waiting: what several clients send in one turn of the loop, they send in the same instant."""
        if socket.state is State.OPEN and not socket.transport.is_closing():
            socket.protocol.send_text(text.encode())
            socket.send_data()

    async def _live(self) -> None:
        while True:
            await self.server.up.wait()
            await self.wants.wait()
            seat = "" if self.wanted is None else f"&seat={self.wanted}"
            path = f"/api/tables/{self.table}/socket?version={self.version}{seat}"
            headers = {"Cookie": self.person.cookie} if self.person else {}
            address = self.server.address.replace("http", "ws", 1) + path
            try:
                async with connect(
                    address, additional_headers=headers, compression=None, proxy=None, ping_interval=None
                ) as socket:
                    await self._stay(socket)
            except GONE:
                pass
            finally:
                self._socket = None
            await self._pause()

    async def _pause(self) -> None:
        """Before coming back: at once."""

    async def _stay(self, socket: ClientConnection) -> None:
        self.sessions += 1
        self._socket = socket
        for text, _ in list(self._waiting.values()):
            self._write(socket, text)
        async for frame in socket:
            self._hear(socket, json.loads(frame))
            if self._news:
                self._news.set_result(None)
                self._news = None

    def _hear(self, socket: ClientConnection, message: Message) -> None:
        match message["type"]:
            case "snapshot":
                self.snapshots += 1
                self.table_view, self.version = message["table"], message["version"]
            case "event":
                assert message["version"] == self.version + 1, "one after the other, none missing, none twice"
                self.table_view, self.version = apply(self.table_view, message["changes"]), message["version"]
            case "accepted":
                assert self.done.get(message["id"], message["version"]) == message["version"], "it never acts twice"
                self.done[message["id"]] = message["version"]
                self._answer(message)
                self.on_done()
            case "refused":
                assert message["id"] is not None, message
                self.refused[message["id"]] = message
                self._answer(message)
            case "ping":
                self._write(socket, json.dumps({"type": "pong", "number": message["number"]}))
            case "present":
                self.present = message
            case "bye":
                self.byes.append(message["why"])

    def _answer(self, message: Message) -> None:
        if message["id"] in self._waiting:
            self._waiting.pop(message["id"])[1].set_result(message)
