"""No request and no message holds the loop: the worst that we know of is sent to every route and as every message.

The bound is far above what anything of ours takes, and far below what it took where work grew with the square of the
input, or where a text of any length was worked on: seconds. It is counted in CPU time (``watching.py``).
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple, get_args

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import ClientConnection, connect

from server.games.quick import QuickContext
from server.games.test_records import played
from server.http import worst
from server.http.watching import LoopWatch
from server.people.small import quick
from wonderland.server.app import make_app
from wonderland.server.people import Person
from wonderland.server.people.passwords import Passwords
from wonderland.server.protocols.web_server import WebServer
from wonderland.server.sockets.connection import CHAT_WINDOW_MS
from wonderland.server.wire.messages import AnyClientMessage

HELD = 0.25  #: CPU seconds
TIMEOUT_SECONDS = 60  #: seconds after which an answer counts as missing
SHORT, LONG = 1_300, 15_000  #: characters of a message: every one of these is read, and a frame with so many is


_numbers = count(1)


@pytest.fixture
def calm() -> Iterator[None]:
    """Let nobody look for garbage among everything that the other tests have left: that is no work of the server's."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


class Place(NamedTuple):
    """A server in the loop of the test, and what its addresses can lead to."""

    context: QuickContext
    port: int
    routes: list[HTTPRoute]
    ids: dict[str, str]

    async def visitor(self) -> tuple[Person, dict[str, str]]:
        """Somebody with an account, a bot and a table; and the ids of those."""
        people = self.context.people
        ann = await people.claim(await people.guest("Ann"), f"ann.{next(_numbers):b}", "12345678")
        bot = await people.make_bot(ann, "Bill")
        token, _ = await people.make_token(ann, bot.id)
        table = await self.context.sit("parade", ann, "rabbit")
        return ann, {**self.ids, "bot_id": bot.id, "token_id": token.id, "table_id": table.now.id}


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Place]:
    async with QuickContext(folder) as context:
        context.settings = msgspec.structs.replace(context.settings, messages_per_second=1_000_000)
        context.people.passwords = Passwords(quick())
        ann = await context.people.guest("Ann")
        table = await context.sit("parade", ann, "rabbit")
        await context.finish(table)
        app = make_app(context)
        server = WebServer(app, context.connections, context.writes)
        with socket.create_server(("127.0.0.1", 0)) as door:
            await server.listen(door)
            port = door.getsockname()[1]
            routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
            place = Place(context, port, routes, {})
            cookie = {"Cookie": f"wonderland={context.people.cookie(ann)}"}
            record = {**played("nimble", 0), "events": [["flip", 0], ["back", 0]] * 2_490}
            body = json.dumps(record).encode()
            answer = await asyncio.to_thread(ask, port, "POST", "/api/records", cookie, body)
            games = await asyncio.to_thread(ask, port, "GET", f"/api/tables/{table.now.id}/games", cookie)
            place.ids.update(
                {
                    "record_id": json.loads(answer.body)["id"],
                    "game_id": json.loads(games.body)[0]["id"],
                    "person_id": ann.id,
                    "game": "parade",
                    "code": "gjITd6zrjSl5",
                    "seat": "1",
                    "path": "index.html",
                }
            )
            try:
                yield place
            finally:
                await server.close(seconds=1)


class Answer(NamedTuple):
    status: int
    body: bytes


def ask(port: int, method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> Answer:
    """One request, byte for byte as it is given; status 0 when the server has cut it off."""
    lines = {"Host": f"127.0.0.1:{port}", "Connection": "close", **headers}
    if body is not None:
        lines = {"Content-Type": "application/json", "Content-Length": str(len(body)), **lines}
    head = "".join([f"{method} {path} HTTP/1.1\r\n", *(f"{key}: {value}\r\n" for key, value in lines.items()), "\r\n"])
    answer = b""
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS) as connection, suppress(ConnectionError):
        connection.sendall(head.encode("latin-1") + (body or b""))
        while piece := connection.recv(65_536):
            answer += piece
    first, _, rest = answer.partition(b"\r\n\r\n")
    return Answer(int(first.split()[1]) if first else 0, rest)


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes | None = None


def requests(route: HTTPRoute, handler: HTTPRouteHandler, ids: dict[str, str], cookie: str) -> Iterator[Request]:
    """The worst requests for one route and method."""
    missing = {name for name in route.path_parameters if name not in ids}
    assert not missing, f"say what {missing} could be, so that {route.path} is tried too"
    path = "/" + "/".join(part if isinstance(part, str) else ids[part.name] for part in route.path_components)
    someone = {"Cookie": cookie}
    data = handler.parsed_data_field
    plain = json.dumps(worst.good(msgspec.inspect.type_info(data.annotation))).encode() if data else None
    yield Request(path, someone, plain)
    for headers in worst.headers():
        yield Request(path, {**someone, **headers}, plain)
    names = [name for name in handler.parsed_fn_signature.parameters if name not in ("data", "context", "person")]
    for query in worst.queries(names):
        yield Request(f"{path}?{query}", someone, plain)
    for name in route.path_parameters:
        for text in ("a" * 30, "a" * 1_000, "9" * 1_000, "%00", "%cc%95%cc%80" * 80, "a" * worst.HEADER, "a/" * 500):
            yield Request(path.replace(ids[name], text), someone, plain)
    if data:
        found = worst.records() if handler.operation_id == "importRecord" else None
        for body in found or worst.bodies(msgspec.inspect.type_info(data.annotation)):
            yield Request(path, someone, json.dumps(body, ensure_ascii=False).encode())


async def test_no_request_holds_the_loop(tmp_path: Path, calm: None) -> None:
    async with serving(tmp_path) as place, LoopWatch() as watch:
        sent = 0
        for route in place.routes:
            for handler in route.route_handlers:
                ann, ids = await place.visitor()
                cookie = f"wonderland={place.context.people.cookie(ann)}"
                worst_of_all = await asyncio.to_thread(list, requests(route, handler, ids, cookie))
                for method in handler.http_methods:
                    await watch.take()
                    for request in worst_of_all if method != "OPTIONS" else worst_of_all[:1]:
                        answer = await asyncio.to_thread(ask, place.port, method, *request)
                        held = await watch.take()
                        what = f"{method} {request.path[:60]} {str(request.headers)[-80:]} {str(request.body)[:200]}"
                        assert held < HELD, f"held for {held:.3f} s by {what}"
                        assert answer.status < 500, what
                        sent += 1
        assert sent > 1_000


def messages() -> Iterator[str]:
    """The worst of each kind of message that is read at all, and as much of the longer ones as is."""
    for message in get_args(AnyClientMessage):
        for body in worst.bodies(msgspec.inspect.type_info(message)):
            text = json.dumps(body, ensure_ascii=False)
            yield from (text[:SHORT], text[:LONG])
    for text in worst.texts():
        yield json.dumps({"type": "say", "id": "1", "text": text[:900]}, ensure_ascii=False)


def test_every_message_is_tried() -> None:
    tags = {str(message.__struct_config__.tag) for message in get_args(AnyClientMessage)}
    assert {text.split('"')[3] for text in messages()} == tags


async def test_no_message_holds_the_loop(tmp_path: Path, calm: None) -> None:
    async with serving(tmp_path) as place, LoopWatch() as watch:
        ann, ids = await place.visitor()
        client = Client(f"ws://127.0.0.1:{place.port}/api/tables/{ids['table_id']}/socket", place.context, ann)
        for query in worst.queries(["seat", "version", "at", "lang", "explain"], lengths=(1_000, 2_000)):
            await asyncio.to_thread(client.say, "", query)
            held = await watch.take()
            assert held < HELD, f"held for {held:.3f} s by {query[:60]}"
        for headers in worst.long_headers():
            await asyncio.to_thread(client.say, "", "", headers)
            held = await watch.take()
            assert held < HELD, f"held for {held:.3f} s by {str(headers)[:200]}"
        everything = await asyncio.to_thread(list, messages())
        for text in everything:
            place.context.clock.advance(CHAT_WINDOW_MS)  # so that every line of talk is looked at
            await watch.take()
            await asyncio.to_thread(client.say, text)
            held = await watch.take()
            assert held < HELD, f"held for {held:.3f} s by {text[:200]}"
        await asyncio.to_thread(client.leave)
        assert client.answers > len(everything) / 2


class Client:
    """Somebody at a table, for a thread: it comes again whenever it was sent away."""

    def __init__(self, address: str, context: QuickContext, person: Person) -> None:
        self._address = address
        self._cookie = {"Cookie": f"wonderland={context.people.cookie(person)}"}
        self._open = ExitStack()
        self._socket: ClientConnection | None = None
        #: How often what was said was answered.
        self.answers = 0

    def say(self, text: str, query: str = "", headers: dict[str, str] | None = None) -> None:
        """Say something and wait until it has been read. With a query or headers, by a connection of its own."""
        with suppress(ConnectionClosed, InvalidHandshake, InvalidMessage, ConnectionError):
            if query or headers or self._socket is None:
                self.leave()
                headers = headers or self._cookie
                self._socket = self._open.enter_context(connect(f"{self._address}?{query}", additional_headers=headers))
            self._socket.send(text)
            self._socket.send('{"type": "say", "id": "the end"}')  # refused, since it says nothing
            while json.loads(self._socket.recv(TIMEOUT_SECONDS)).get("id") != "the end":
                pass
            self.answers += 1
            return
        self.leave()

    def leave(self) -> None:
        self._open.close()
        self._socket = None
