"""Whoever floods a real server with frames is cut off, everybody else plays on, and nobody can fill the log."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.direct import masked
from server.hosting.running import TIMEOUT_SECONDS, Running, running
from server.wire.client import Client, Guest, Visitor
from wonderland.server.bounds import MAX_HEAD_BYTES, MAX_HEADER_BYTES

PING, PONG, EMPTY, PART = masked(0x9), masked(0xA), masked(0x1), masked(0x0, last=False)
FLOODS = {"pings": PING, "pongs": PONG, "empty messages": EMPTY, "empty parts": masked(0x1, last=False) + PART}
FLOODED = ({"type": "bye", "why": "flood", "retry": 60_000}, 4429)
MANY = 20_000  #: frames; a few hundred are too many already


class Place:
    """A server with a table at which Ann waits."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.ann = Guest(server.address)
        new_table = {"game": "parade", "seats": [{"kind": "me"}, {"kind": "open"}]}
        self.table: str = self.ann.post("/api/tables", new_table)["id"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield Place(server)


def flood(client: Client, frames: bytes) -> tuple[dict[str, Any], int]:
    """Send all that, and read: the last message, and the code of the end."""
    with suppress(OSError):  # it may be cut off before everything has been taken
        client.socket.socket.sendall(frames)
    last: dict[str, Any] = {}
    try:
        while True:
            last = json.loads(client.socket.recv(TIMEOUT_SECONDS))
    except ConnectionClosed as closed:
        return last, closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_ends_the_connection(place: Place, kind: str) -> None:
    frame = FLOODS[kind][-6:]
    with place.ann.at(place.table) as player, Visitor(place.server.address).at(place.table) as client:
        assert flood(client, FLOODS[kind] + MANY * frame) == FLOODED
        assert player.ask({"type": "resign", "id": "z"})["key"] == "table_not_begun"
    # Others at the same address have done nothing.
    with Visitor(place.server.address).at(place.table) as other:
        assert other.ask({"type": "resign", "id": "z"})["key"] == "table_not_seated"


def test_a_flood_of_messages_ends_the_connection(place: Place) -> None:
    with Visitor(place.server.address).at(place.table) as client:
        assert flood(client, MANY * EMPTY) == FLOODED
    eve = Guest(place.server.address, "Eve")
    with eve.at(place.table) as client:
        assert flood(client, MANY * EMPTY) == FLOODED
    with eve.door(place.table) as client:
        assert client.until_closed() == 4403
        assert client.heard[-1]["key"] == "message_too_many"


def test_who_pings_now_and_then_is_answered(place: Place) -> None:
    with place.ann.at(place.table) as client:
        for _ in range(50):
            assert client.socket.ping().wait(TIMEOUT_SECONDS)
        assert client.ask({"type": "resign", "id": "z"})["key"] == "table_not_begun"


def test_a_refused_client_that_does_not_go_is_cut_off(place: Place) -> None:
    """It does not answer the close frame, and goes on to send."""
    with closing(socket.create_connection(("127.0.0.1", place.server.port), TIMEOUT_SECONDS)) as client:
        client.sendall(upgrade(place.server, "/api/tables/nowhere/socket"))
        received = b""
        with suppress(ConnectionResetError):
            while piece := client.recv(65_536):
                received += piece
        assert b"table_unknown" in received
        assert (4403).to_bytes(2) in received


def answer_to(place: Place, head: bytes) -> bytes:
    """The first line that is answered."""
    with closing(socket.create_connection(("127.0.0.1", place.server.port), TIMEOUT_SECONDS)) as client:
        client.sendall(head)
        return client.recv(65_536).partition(b"\r\n")[0]


def head_of(size: int) -> bytes:
    """A request whose head has so many bytes, in headers that are each short enough."""
    begin, header, last, end = b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"X-Long: %b\r\n", b"X-Last: ", b"\r\n\r\n"
    long = header % (8_000 * b"x")
    many, rest = divmod(size - len(begin) - len(last) - len(end), len(long))
    return begin + many * long + last + rest * b"x" + end


def test_a_head_is_as_long_as_we_say_and_no_longer(place: Place) -> None:
    assert answer_to(place, head_of(MAX_HEAD_BYTES)) == b"HTTP/1.1 200 OK"
    assert answer_to(place, head_of(MAX_HEAD_BYTES + 1)).startswith(b"HTTP/1.1 431 ")


def test_a_header_is_as_long_as_we_say_and_no_longer(place: Place) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: %b\r\n\r\n"
    assert answer_to(place, request % (MAX_HEADER_BYTES * b"x")) == b"HTTP/1.1 200 OK"
    assert answer_to(place, request % ((MAX_HEADER_BYTES + 1) * b"x")).startswith(b"HTTP/1.1 431 ")


def test_a_header_of_a_handshake_is_as_long_as_we_say_and_no_longer(place: Place) -> None:
    handshake = upgrade(place.server, f"/api/tables/{place.table}/socket")
    long = b"X-Long: " + 9_000 * b"x" + b"\r\n\r\n"
    assert answer_to(place, handshake.removesuffix(b"\r\n") + long).startswith(b"HTTP/1.1 431 ")


def test_a_request_for_two_hosts_is_refused(place: Place) -> None:
    assert answer_to(place, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") == b"HTTP/1.1 200 OK"
    twice = b"GET /healthz HTTP/1.1\r\nHost: x\r\nHost: %b\r\n\r\n"
    for host in (b"x", b"y"):
        assert answer_to(place, twice % host) == b"HTTP/1.1 400 Bad Request"


def test_nobody_can_fill_the_log(tmp_path: Path) -> None:
    get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with running(tmp_path) as server:
        table = Place(server).table
        for sent in (2_000 * get, 20 * get, b"what?\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n"):
            address = "127.0.0.1", server.port
            with closing(socket.create_connection(address, TIMEOUT_SECONDS)) as client, suppress(ConnectionError):
                client.sendall(sent)
                while client.recv(65_536):
                    pass
        with Visitor(server.address).at(table) as visitor:
            visitor.socket.socket.sendall(masked(0x1, b"\xff\xfe"))
            assert visitor.until_closed() == 1007
        assert server.stop() == 0
        assert server.process.stderr
        logged = server.process.stderr.read()
    assert "serving" in logged
    for word in ("error", "warning", "Exception", "Traceback"):
        assert word not in logged, logged


def upgrade(server: Running, path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
