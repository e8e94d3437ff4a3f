"""What a message costs on its way through a web server, without any game: ours beside uvicorn, picows and granian.

scripts/bench sockets [--quick] [NAME …]

Every server answers an action's message with a text as long as an event of a table. Each runs on the first core, in a
process of its own; the load, on the second core, keeps one message under way on each of its connections. All servers
take turns, several times. ``bare`` is no web server at all: it answers whatever it reads, so it costs what the event
loop and the system calls cost.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import monotonic, process_time, sleep
from typing import Any, NamedTuple

import uvloop

PORT = 8462
CONNECTIONS = 100
STEPS = 20_000  #: how often a step is measured
MESSAGE = b'{"type":"act","id":"m17","version":42,"action":"play R3"}'
ANSWER = '{"type":"event","version":43,' + '"changes":[["view","line",["R3","B4"]]]' * 7 + "}"
ANSWER_FRAME = b"\x81\x7e" + len(ANSWER).to_bytes(2) + ANSWER.encode()
MESSAGE_FRAME = b"\x81" + bytes((0x80 | len(MESSAGE),)) + bytes(4) + MESSAGE
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: " + b64encode(bytes(16)) + b"\r\n\r\n"
)
SWITCHED = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


# ---- the servers ----------------------------------------------------------------------------------------------------


class Bare(asyncio.Protocol):
    """Answers without reading: the first time with a handshake."""

    def connection_made(self, transport: Any) -> None:
        self.transport, self.answer = transport, SWITCHED

    def data_received(self, data: bytes) -> None:
        self.transport.write(self.answer)
        self.answer = ANSWER_FRAME


async def serve_bare() -> None:
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", PORT)
    await server.serve_forever()


async def answer_by_asgi(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": ANSWER})


def serve_uvicorn(ws: str) -> Callable[[], Any]:
    def serve() -> Any:
        import uvicorn

        config = uvicorn.Config(
            answer_by_asgi,
            port=PORT,
            http="httptools",
            ws=ws,
            ws_per_message_deflate=False,
            ws_max_size=65_536,
            lifespan="off",
            log_config=None,
            access_log=False,
        )
        return uvicorn.Server(config).serve()

    return serve


async def answer_directly(scope: Any, receive: Any, send: Any) -> None:
    from wonderland.server.sockets.channel import channel_of

    await receive()
    await send({"type": "websocket.accept"})
    channel, answer = channel_of(scope), ANSWER.encode()

    class Listener:
        def receive(self, text: str | bytes) -> None:
            channel.put(answer)

        def count_frame(self) -> None:
            pass

    channel.listen(Listener())
    await receive()  # until it disconnects


async def serve_ours() -> None:
    from wonderland.server.connection_limits import ConnectionLimits, OpenConnections, RefusalLog
    from wonderland.server.protocols.web_server import WebServer
    from wonderland.server.sockets.channel import PendingWrites

    limits = ConnectionLimits(total=1_000, per_address=1_000, sockets_per_address=1_000)
    server = WebServer(answer_directly, OpenConnections(limits, RefusalLog()), PendingWrites())
    await server.listen(socket.create_server(("127.0.0.1", PORT)))
    await asyncio.Event().wait()


async def serve_picows() -> None:
    from picows import WSListener, WSMsgType, ws_create_server

    answer = ANSWER.encode()

    class Answering(WSListener):  # type: ignore[misc]  # mypy does not look at picows
        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            frame.get_payload_as_utf8_text()
            transport.send(WSMsgType.TEXT, answer)

    server: Any = await ws_create_server(lambda _: Answering(), "127.0.0.1", PORT)
    await server.serve_forever()


async def answer_by_rsgi(scope: Any, protocol: Any) -> None:
    websocket = await protocol.accept()
    while (await websocket.receive()).kind:
        await websocket.send_str(ANSWER)


def serve_granian(interface: str) -> Callable[[], None]:
    def serve() -> None:
        from granian import Granian

        app = {"rsgi": "answer_by_rsgi", "asgi": "answer_by_asgi"}[interface]
        settings: Any = {"interface": interface, "loop": "uvloop", "log_enabled": False}
        Granian(f"sockets:{app}", port=PORT, workers=1, runtime_threads=1, **settings).serve()

    return serve


class Contender(NamedTuple):
    serve: Callable[[], Any]
    needs: str  #: the module without which it is left out


CONTENDERS = {
    "bare": Contender(serve_bare, "uvloop"),
    "picows": Contender(serve_picows, "picows"),
    "ours": Contender(serve_ours, "httptools"),
    "uvicorn, websockets-sansio": Contender(serve_uvicorn("websockets-sansio"), "uvicorn"),
    "uvicorn, wsproto": Contender(serve_uvicorn("wsproto"), "wsproto"),
    "granian, RSGI": Contender(serve_granian("rsgi"), "granian"),
    "granian, ASGI": Contender(serve_granian("asgi"), "granian"),
}


# ---- the load -------------------------------------------------------------------------------------------------------


class Client(asyncio.Protocol):
    """Sends the next message as soon as the last is answered."""

    answered = 0

    def connection_made(self, transport: Any) -> None:
        self.transport, self.missing, self.head = transport, len(ANSWER_FRAME), b""
        transport.write(UPGRADE)

    def data_received(self, data: bytes) -> None:
        if self.head is not None:
            self.head += data
            if b"\r\n\r\n" not in self.head:
                return
            assert b" 101 " in self.head, self.head
            self.head = None  # type: ignore[assignment]
        else:
            self.missing -= len(data)
            if self.missing:
                return
            Client.answered += 1
        self.missing = len(ANSWER_FRAME)
        self.transport.write(MESSAGE_FRAME)


async def load(seconds: float, group: int) -> None:
    """Prints messages a second, and the processor time of the servers for each, in microseconds."""
    loop = asyncio.get_running_loop()
    for _ in range(CONNECTIONS):
        await loop.create_connection(Client, "127.0.0.1", PORT)
    await asyncio.sleep(0.5)
    before, busy, start = Client.answered, processor_seconds(group), monotonic()
    await asyncio.sleep(seconds)
    answered, elapsed = Client.answered - before, monotonic() - start
    print(answered / elapsed, 1e6 * (processor_seconds(group) - busy) / answered)


def processor_seconds(group: int) -> float:
    """User and system time of all processes of a group."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


# ---- where the time goes --------------------------------------------------------------------------------------------


def parts() -> dict[str, Callable[[], Any]]:
    """Steps of a message's way that differ between the servers, each done ``STEPS`` times."""
    from websockets.protocol import OPEN
    from websockets.server import ServerProtocol

    from wonderland.server.protocols.frames import frame, read_frame

    theirs, answer = ServerProtocol(state=OPEN), ANSWER.encode()

    def read_theirs() -> None:
        for _ in range(STEPS):
            theirs.receive_data(MESSAGE_FRAME)
            theirs.events_received()

    def read_ours() -> None:
        for _ in range(STEPS):
            read_frame(MESSAGE_FRAME, 0, 65_536)

    def write_theirs() -> None:
        for _ in range(STEPS):
            theirs.send_text(answer)
            b"".join(theirs.data_to_send())

    def write_ours() -> None:
        for _ in range(STEPS):
            frame(answer)

    async def through_queue() -> None:
        there: asyncio.Queue[int] = asyncio.Queue()
        back: asyncio.Queue[int] = asyncio.Queue()

        async def app() -> None:
            while True:
                back.put_nowait(await there.get())

        task = asyncio.create_task(app())
        for number in range(STEPS // 2):  # each wakes two tasks
            there.put_nowait(number)
            await back.get()
        task.cancel()

    return {
        "a frame read by websockets": read_theirs,
        "a frame read by ours": read_ours,
        "a frame written by websockets": write_theirs,
        "a frame written by ours": write_ours,
        "a queue that wakes a task": lambda: uvloop.run(through_queue()),
    }


def show_parts() -> None:
    print(f"\n{'Of that, in memory':60}{'µs each':>9}")
    for name, step in parts().items():
        times = []
        for _ in range(7):
            start = process_time()
            step()
            times.append(process_time() - start)
        print(f"{name:60}{1e6 * min(times) / STEPS:>9.1f}")


# ---- taking turns ---------------------------------------------------------------------------------------------------


def pinned(core: int, *words: str) -> list[str]:
    command = [sys.executable, __file__, *words]
    return ["taskset", "-c", str(core), *command] if shutil.which("taskset") else command


def measure(name: str, seconds: float) -> tuple[float, float]:
    here = Path(__file__).parent
    with subprocess.Popen(pinned(0, "--serve", name), cwd=here, start_new_session=True) as server:
        try:
            wait_for_port(listening=True)
            words = pinned(1, "--load", str(seconds), str(server.pid))
            rate, cost = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
            return float(rate), float(cost)
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            wait_for_port(listening=False)


def wait_for_port(listening: bool) -> None:
    """Until somebody listens there, or nobody any more: granian has a child process, which ends later."""
    deadline = monotonic() + 30
    while monotonic() < deadline:
        with socket.socket() as client:
            if (client.connect_ex(("127.0.0.1", PORT)) == 0) == listening:
                return
        sleep(0.05)
    raise SystemExit(f"{'no' if listening else 'still a'} server at port {PORT} after 30 s")


def compare(names: list[str], seconds: float, turns: int) -> None:
    seen: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(turns):
        for name in names:
            seen[name].append(measure(name, seconds))
    print(f"{'':30}{'messages/s':>12}{'from':>9}{'to':>9}{'µs each':>9}")
    for name, runs in seen.items():
        rates = [rate for rate, _ in runs]
        cost = median(cost for _, cost in runs)
        print(f"{name:30}{median(rates):>12,.0f}{min(rates):>9,.0f}{max(rates):>9,.0f}{cost:>9.1f}")


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--quick"]
    if words[:1] == ["--serve"]:
        started = CONTENDERS[words[1]].serve()
        if started is not None:
            uvloop.run(started)
        return
    if words[:1] == ["--load"]:
        uvloop.run(load(float(words[1]), int(words[2])))
        return
    unknown = [name for name in words if name not in CONTENDERS]
    if unknown:
        raise SystemExit(f"no server {unknown[0]!r}; there are: {'; '.join(CONTENDERS)}")
    here = [name for name, contender in CONTENDERS.items() if importlib.util.find_spec(contender.needs)]
    for name in CONTENDERS.keys() - here:
        print(f"{name} is left out: {CONTENDERS[name].needs} is not installed")
    seconds, turns = (1.0, 1) if "--quick" in sys.argv else (3.0, 5)
    compare([name for name in here if not words or name in words], seconds, turns)
    show_parts()


if __name__ == "__main__":
    main()
