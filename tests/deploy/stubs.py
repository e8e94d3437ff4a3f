"""Stand-ins for instances behind a proxy: each answers every request at once, with its own number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class StubInstance:
    """A web server on a port of its own. ``status`` is what it answers, to the proxy's health checks too."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.status = 200
        #: Close the connection in place of an answer, as an instance that is killed in the middle of a request.
        self.dies = False
        #: The paths that it was asked for, and of those the health checks apart.
        self.asked: list[str] = []
        self.checked = 0
        self.port = 0
        self.start()

    def start(self) -> None:
        stub = self

        # HTTP/1.0: a connection a request, so that none is left open by a stub that has stopped.
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer()

            def do_POST(self) -> None:
                self.answer()

            def answer(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                self.rfile.read(length)
                if self.path == "/readyz":
                    stub.checked += 1
                else:
                    stub.asked.append(self.path)
                    if stub.dies:
                        return
                body = json.dumps({"instance": stub.number}).encode()
                self.send_response(stub.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_port
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def stop(self) -> None:
        """Take no more connections; stopping twice does no harm."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def stub_instances(count: int) -> Iterator[list[StubInstance]]:
    with ExitStack() as stack:
        stubs = [StubInstance(number) for number in range(count)]
        for stub in stubs:
            stack.callback(stub.stop)
        yield stubs
