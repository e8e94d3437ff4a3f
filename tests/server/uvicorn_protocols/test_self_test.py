"""A uvicorn that is not as we need it is noticed at the start, and its own classes serve then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from server.hosting.running import running
from server.process import WAYS
from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
from wonderland.server.sockets.channel import PendingWrites
from wonderland.server.uvicorn_protocols import choose, self_test
from wonderland.server.uvicorn_protocols.http import LimitedHttpProtocol
from wonderland.server.uvicorn_protocols.self_test import find_problem
from wonderland.server.uvicorn_protocols.websocket import DirectWebSocketProtocol

CONNECTIONS = OpenConnections(ConnectionLimits(100, 10, 10), RefusalLog())


async def test_the_installed_uvicorn_is_fit() -> None:
    assert await find_problem() is None
    options = await choose(CONNECTIONS, PendingWrites(), {})
    assert issubclass(options["http"], LimitedHttpProtocol)
    assert issubclass(options["ws"], DirectWebSocketProtocol)
    assert CONNECTIONS.total == 0


def _nothing(*_: Any) -> None: ...


@pytest.mark.parametrize(
    ("base", "name"),
    [
        (WebSocketsSansIOProtocol, "handle_ping"),
        (WebSocketsSansIOProtocol, "handle_cont"),
        (WebSocketsSansIOProtocol, "send_receive_event_to_app"),
        (WebSocketsSansIOProtocol, "handle_parser_exception"),
        (WebSocketsSansIOProtocol, "keepalive_timeout"),
        (HttpToolsProtocol, "handle_websocket_upgrade"),
        (HttpToolsProtocol, "on_headers_complete"),
    ],
)
async def test_a_method_that_is_no_more(base: type, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(base, name)
    with capture_logs() as logged:
        options = await choose(CONNECTIONS, PendingWrites(), {})
    assert options == {"http": "httptools", "ws": "websockets-sansio", "limit_concurrency": 100}
    (line,) = logged
    assert line["log_level"] == "warning"
    assert name in line["problem"]


@pytest.mark.parametrize(
    "attribute",
    ["queue", "writable", "close_sent", "conn", "disconnected", "read_paused", "close_timer"],
)
async def test_an_attribute_of_another_name(attribute: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would be after a release of uvicorn in which it was renamed: whoever reads it fails."""
    begin = WebSocketsSansIOProtocol.__init__

    def renamed(self: Any, *words: Any, **options: Any) -> None:
        begin(self, *words, **options)
        delattr(self, attribute)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", renamed)
    monkeypatch.setattr(self_test, "TIMEOUT_SECONDS", 0.5)  # some are found out by what does not happen
    assert await find_problem()


async def test_a_method_that_is_not_called_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uvicorn does the same in another way, and our limits would silently be gone."""
    handle = WebSocketsSansIOProtocol.handle_events

    def without_ours(self: Any) -> None:
        monkeypatch.setattr(DirectWebSocketProtocol, "handle_ping", WebSocketsSansIOProtocol.handle_ping)
        handle(self)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_events", without_ours)
    assert await find_problem() == "Unfit: control frames and fragments are not counted"


async def test_a_handshake_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HttpToolsProtocol, "handle_websocket_upgrade", _nothing)
    assert await find_problem()


def test_the_plain_way_is_said_in_the_log(tmp_path: Path) -> None:
    for way, warned in (("direct", False), ("asgi", True)):
        with running(tmp_path / way, environment=WAYS[way]) as server:
            assert server.stop() == 0
            assert server.process.stderr
            assert ("plain ASGI: slower, with fewer limits" in server.process.stderr.read()) == warned
