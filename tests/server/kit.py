"""A context over a real database file, with time that stands still, people in it, and what each of them is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self

from server.direct import DirectSocket
from server.fakes import FakeClock, keep_tables
from server.stores import make_database
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.core.changes import apply
from wonderland.core.errors import NotAllowed
from wonderland.server.bot_processes.child_protocol import decision_seed
from wonderland.server.context import ServerContext
from wonderland.server.people import Person
from wonderland.server.people.credentials import Credential
from wonderland.server.settings import Settings
from wonderland.server.sockets.channel import CHANNEL_KEY, Listener
from wonderland.server.sockets.chat import ChatSender
from wonderland.server.sockets.connection import Connection
from wonderland.server.sockets.session import TableSession
from wonderland.server.tables import requests
from wonderland.server.tables.audience import MAX_RECENT_CHAT_LINES
from wonderland.server.tables.entries import AnyEntry, TimeLimit
from wonderland.server.tables.requests import Actor, NewSeat, NewTable
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Reply, Table
from wonderland.server.wire.codec import encode

UNHURRIED = TimeLimit()
ROUNDS = 300  #: more than anything of ours takes that ever ends
TURNS = 12  #: of the loop: more than any chain of callbacks of ours takes


class DirectBots:
    """The bots of the registry in this process: as ``BotProcesses``, without the child processes."""

    def __init__(self) -> None:
        self.asked = 0

    async def decide(self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Any = None) -> Any:
        self.asked += 1
        return registry.make(bot, decision_seed(seed, view), game).decide(view, budget)

    def expect(self, bot: str, players: int) -> None:
        return None


class TestContext(ServerContext):
    """A context whose chance and time are the test's."""

    __test__ = False
    clock: FakeClock
    database: Any  # of either kind; some tests look into it

    def __init__(self, folder: Path, clock: FakeClock, seed: int = 1, **settings: Any) -> None:
        self.bots = DirectBots()
        random = Random(seed)
        super().__init__(
            Settings(data=folder, durability="normal", **settings),
            clock,
            database=make_database(folder, shared="redis" in settings),
            bots=self.bots,
            random=lambda: random,
        )
        self.chat_senders: list[ChatSender] = []
        #: Whether clients come over the WebSocket protocol itself (protocols/), or over a channel of the test's own.
        self.direct = False
        #: Whether tables stay in memory, though nobody is there.
        self.keeps_tables = True

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        if self.keeps_tables:
            await keep_tables(self)
        return self

    def place(self) -> TestContext:
        """Where the next client connects to."""
        return self

    async def settle(self) -> None:
        """Until everything that was begun is on disk and told; nothing here waits for time to pass."""
        await self.settle_alone()

    async def settle_alone(self) -> None:
        quiet = rounds = 0
        while quiet < 2:
            rounds += 1
            assert rounds < ROUNDS, "something goes on and on"
            quiet = quiet + 1 if self.journal.idle else 0
            await self.journal.wait()
            assert not self.journal.failure, "the writer has stopped"
            while tasks := self.background_tasks.tasks.union(*(sender._tasks for sender in self.chat_senders)):
                quiet, rounds = 0, rounds + 1
                assert rounds < ROUNDS, "something goes on and on"
                await asyncio.wait(tasks)
            for _ in range(TURNS):
                await asyncio.sleep(0)  # lets others run; takes no time

    async def advance(self, milliseconds: int) -> None:
        """Let time pass, from alarm to alarm, with everything done that each of them sets off."""
        end = self.clock.now() + milliseconds
        await self.settle()
        while (due := self.clock.next) is not None and due <= end:
            self.clock.advance(max(0, due - self.clock.now()))
            await self.settle()
        self.clock.advance(end - self.clock.now())

    async def person(self, name: str) -> Person:
        return await self.people.guest(name)

    async def table(self, host: Person, game: str = "parade", seats: str = "me open", **choices: Any) -> Table:
        """A table with seats such as ``me open reserved hatter``."""
        new_table = NewTable(game, [new_seat(word) for word in seats.split()], **choices)
        table = await self.tables.create(actor(host), new_table)
        await self.settle()
        return table

    async def sit(self, table: Table, *people: Person, invite: str | None = None) -> None:
        for person in people:
            await self.ask(table, requests.sit(self.now(table).now, actor(person), None, invite))

    async def ask(self, table: Table, entries: list[AnyEntry]) -> None:
        await self.tables.append(self.now(table), entries)
        await self.settle()

    def now(self, table: Table) -> Table:
        """The same table, after a fault or a restart too."""
        return self.tables.find(table.now.id)

    async def seated(
        self,
        *names: str,
        game: str = "parade",
        bots: Iterable[str] = (),
        time_limit: TimeLimit = UNHURRIED,
        **more: Any,
    ) -> tuple[Table, list[Client]]:
        """A game that has begun, with a connected person for each name and the bots after them."""
        people = [await self.person(name) for name in names]
        seats = " ".join(["me", *["open"] * (len(names) - 1), *bots])
        table = await self.table(people[0], game, seats, time_limit=time_limit, **more)
        clients = [Client(self, table, person) for person in people]
        await self.sit(table, *people[1:])
        for client in clients:
            client.connect()
        await self.settle()
        if table.now.phase == "gathering":  # where all begin at the same moment, everybody says so first
            for client in clients:
                await client.do("ready")
        assert table.now.phase == "playing"
        if table.now.begins > self.clock.now():
            await self.advance(table.now.begins - self.clock.now())
        return table, clients


def actor(person: Person) -> Actor:
    return Actor(person.id, person.name, person.kind == "bot")


def new_seat(word: str) -> NewSeat:
    if word in ("me", "open", "reserved"):
        return NewSeat(word)  # type: ignore[arg-type]  # one of its kinds
    return NewSeat("bot", word)


class Socket:
    """As much of a WebSocket as a session needs, and its channel: what is sent is kept, and nothing comes in but the
    end.
    """

    def __init__(self, frames: list[str]) -> None:
        self.channel: Any = self
        self.scope = {"extensions": {CHANNEL_KEY: self}}
        self._frames = frames
        self._gone = asyncio.Event()
        self.code: int | None = None

    def put(self, text: bytes) -> bool:
        self._frames.append(text.decode())
        return True

    def listen(self, listener: Listener) -> None:
        """Nothing comes this way: ``Client.say`` tells the connection itself."""

    def stop_reading(self) -> None:
        """As above."""

    async def receive(self) -> Any:
        await self._gone.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int) -> None:
        self.code = code

    def pull(self) -> None:
        """Everything is in ``frames`` already."""

    def vanish(self) -> None:
        self._gone.set()


class QuietSession(TableSession):
    """One without pings: over the years that pass here there would be millions."""

    def _ping(self) -> None:
        pass


class Client:
    """Somebody's browser at one table: it has a table_view and a version, and changes them only by what it is sent."""

    def __init__(
        self,
        context: TestContext,
        table: Table,
        person: Person | None,
        *,
        explain: bool = False,
        plain: bool = False,
        pinged: bool = False,
        rate: int = 1_000_000,
        token: str | None = None,
    ) -> None:
        self.context = context.place()
        self.id = table.now.id
        self.person = person
        #: What the connection is opened with: a cookie, or for a bot the token of that id.
        self.credential = Credential(person=person, token=token) if person else None
        self.explain = explain
        self.wants_plain = plain
        #: The view as text and the legal actions, where this client asked for them.
        self.plain: Any = None
        self._rate = rate
        self._kind = TableSession if pinged else QuietSession
        self._frames: list[str] = []
        self._read = 0
        self.told: list[dict[str, Any]] = []
        self._answers: dict[str, list[dict[str, Any]]] = {}
        self.table_view: Any = None
        self.explanation: Any = None
        self.version = 0
        #: What was said, as far as this client knows: the latest fifty lines.
        self.chat: list[dict[str, Any]] = []
        self.present: tuple[list[int], int] = ([], 0)
        self._numbers = 0
        self._session: TableSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._socket: Socket | DirectSocket | None = None

    # ---- coming and going ---------------------------------------------------------------------------

    async def come(self) -> None:
        """Connect to a table that may not be in memory."""
        await self.context.tables.load(self.id)
        self.connect()
        await self.context.settle()

    def connect(self, version: int | None = None, seat: int | None = None, lang: str = "en") -> None:
        """Come, or come back, with the version that is there already."""
        assert not self.connected
        self.read()
        mine = self.context.tables.saved_state(self.id).seats_of(self.person.id if self.person else None)
        direct = DirectSocket(self.context, self._frames) if self.context.direct else None
        self._socket = socket = direct or Socket(self._frames)
        self.connection = Connection(
            lambda: self.context.tables.find(self.id),
            socket.channel,
            self.context.clock,
            actor(self.person) if self.person else None,
            seat if seat is not None else mine[0] if mine else None,
            lang=lang,
            explain=self.explain,
            plain=self.wants_plain,
            messages_per_second=self._rate,
            send_chat=self._chat(),
            metrics=self.context.metrics,
            search_log=partial(self.context.message_search.start, self.id),
        )
        self._session = session = self._kind(
            self.context.tables,
            self.id,
            self.context.socket_sessions,
            self.context.clock,
            self.connection,
            socket,
            self.credential,
            version=self.version if version is None else version,
        )
        self._task = asyncio.create_task(self._run(session))

    def _chat(self) -> Callable[[str, str, Reply], None] | None:
        if self.credential is None:
            return None
        sender = ChatSender(self.context.store.chat, self.context.clock, self.context.tables, self.id, self.credential)
        self.context.chat_senders.append(sender)
        return sender.send

    async def _run(self, session: TableSession) -> None:
        self.context.socket_sessions.add(session)
        try:
            await session.run()
        except NotAllowed:
            pass  # the table was closed before it came in
        except asyncio.CancelledError:
            if session._close_code is None:
                raise
        finally:
            self.context.socket_sessions.remove(session)

    @property
    def connected(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def code(self) -> int | None:
        """How the server has ended the connection."""
        self.read()
        return self._socket.code if self._socket else None

    def vanish(self) -> None:
        """Gone without a word."""
        if self._socket:
            self._socket.vanish()

    # ---- saying and hearing -------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        return self.connection.seat

    @property
    def frames(self) -> list[str]:
        """Everything received, byte for byte; ``told`` is the same, read."""
        if self._socket:
            self._socket.pull()
        return self._frames

    def say(self, message: str | bytes) -> None:
        """Send a message, whatever it is."""
        if isinstance(self._socket, DirectSocket):
            self._socket.say(message)
        else:
            self.connection.receive(message)

    def send(self, kind: str, **fields: Any) -> str:
        """Say something; the id of the message, which ``answer`` wants."""
        self._numbers += 1
        id = fields.pop("id", f"m{self._numbers}")
        self.say(json.dumps({"type": kind, "id": id, **fields}))
        return str(id)

    def act(self, action: object, id: str | None = None, version: int | None = None) -> str:
        self.read()
        fields = {"id": id} if id else {}
        return self.send("act", version=self.version if version is None else version, action=str(action), **fields)

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something, and hear what is answered once all is on disk."""
        id = self.send(kind, **fields)
        await self.context.settle()
        return self.answer(id)

    async def play(self, action: object, id: str | None = None, version: int | None = None) -> dict[str, Any]:
        id = self.act(action, id, version)
        await self.context.settle()
        return self.answer(id)

    def answers(self, id: str) -> list[dict[str, Any]]:
        self.read()
        return self._answers.get(id, [])

    def answer(self, id: str) -> dict[str, Any]:
        return self.answers(id)[-1]

    def heard(self, kind: str) -> list[dict[str, Any]]:
        self.read()
        return [message for message in self.told if message["type"] == kind]

    def read(self) -> None:
        """Do what every client does with what it is sent."""
        for frame in self.frames[self._read :]:
            message = json.loads(frame)
            self._read += 1
            self.told.append(message)
            if message.get("id"):
                self._answers.setdefault(message["id"], []).append(message)
            if message["type"] in ("snapshot", "event"):
                self.plain = message["plain"]
            match message["type"]:
                case "snapshot":
                    self.table_view, self.version, self.explanation = (
                        message["table"],
                        message["version"],
                        message["explanation"],
                    )
                    self.chat = message["chat"]
                case "said":
                    self.chat = [*self.chat, message["line"]][-MAX_RECENT_CHAT_LINES:]
                case "event":
                    assert message["version"] == self.version + 1, "no event is missed, none comes twice"
                    self.version, self.explanation = message["version"], message["explanation"]
                    apply(self.table_view, message["changes"])
                case "present":
                    self.present = message["seats"], message["spectators"]

    def check(self) -> None:
        """What this client has is what it would be sent if it came anew, byte for byte."""
        self.read()
        table = self.context.tables.find(self.id)
        fresh = json.loads(encode(table.snapshot(self.connection)))
        assert self.version == fresh["version"]
        assert json.dumps(self.table_view) == json.dumps(fresh["table"])
        assert self.chat == fresh["chat"]
        if self.explain:
            assert self.explanation == fresh["explanation"]
        if self.wants_plain:
            assert self.plain == fresh["plain"]


def legal(state: TableState, seat: int) -> list[Any]:
    return list(state.rules.legal(state.game_state, seat)) if state.phase == "playing" else []
