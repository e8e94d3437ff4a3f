"""A client of a table, as anybody would write one from docs/protocol.md."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, get_args

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from wonderland.core.changes import apply
from wonderland.server.wire.messages import AnyServerMessage

TIMEOUT_SECONDS = 60  #: seconds after which an answer counts as missing

told = msgspec.json.Decoder(AnyServerMessage)


class Client:
    """One connection; keeps the table view up to date and every answer."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table_view: dict[str, Any] = {}
        self.version = 0
        #: Every ``done`` and ``refused``, in order.
        self.answers: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any] | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def read(self) -> dict[str, Any]:
        """The next message, which must be one of those that the server may send."""
        text = self.socket.recv(TIMEOUT_SECONDS)
        assert isinstance(told.decode(text), get_args(AnyServerMessage))
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        match message["type"]:
            case "snapshot":
                self.table_view, self.version = message["table"], message["version"]
            case "event":
                # Whoever asks for what has happened since long ago is told again what it knows; a gap there never is.
                assert message["version"] <= self.version + 1
                if message["version"] > self.version:
                    apply(self.table_view, message["changes"])
                    self.version += 1
            case "accepted" | "refused":
                self.answers.append(message)
            case "ping":
                with suppress(ConnectionClosed):  # it was read only after the end had come
                    self.send({"type": "pong", "number": message["number"]})
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.read())["type"] != kind:
            pass
        return message

    def until_closed(self) -> int:
        """Why the server has ended the connection, as a number."""
        try:
            while True:
                self.read()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    def ask(self, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
        """Send, and wait for the answer."""
        count = len(self.answers)
        self.send(message)
        while len(self.answers) == count:
            self.read()
        return self.answers[-1]


class Visitor:
    """Somebody at an address, who is nobody there yet."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies: dict[str, str] = {}

    def post(self, path: str, data: Any = None) -> Any:
        answer = httpx.post(self.address + path, json=data, cookies=self.cookies)
        answer.raise_for_status()
        self.cookies.update(answer.cookies)
        return answer.json()

    @contextmanager
    def at(self, table: str, **query: object) -> Iterator[Client]:
        """A connection that has heard where the table stands."""
        with self.door(table, **query) as client:
            client.until("snapshot")
            yield client

    @contextmanager
    def door(self, table: str, **query: object) -> Iterator[Client]:
        """A connection, whatever comes of it."""
        words = "&".join(f"{key}={value}" for key, value in query.items())
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        url = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket?{words}"
        with connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
            yield Client(socket)


class Guest(Visitor):
    """Somebody with a name."""

    def __init__(self, address: str, name: str = "Ann") -> None:
        super().__init__(address)
        with httpx.Client(base_url=address) as http:
            http.post("/api/guest", json={"name": name}).raise_for_status()
            self.cookies = dict(http.cookies)
