"""``wonderland serve`` as a process: starting, refusing to, and stopping."""

from __future__ import annotations

import re
import signal
import socket
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from commands import refusal
from server.hosting.running import TIMEOUT_SECONDS, Running, running

#: A request whose body never comes: the server has begun to answer, and cannot end.
UNFINISHED = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def closed(server: Running) -> None:
    """Return once nobody is let in any more."""
    while True:
        try:
            socket.create_connection(("127.0.0.1", server.port), TIMEOUT_SECONDS).close()
        except ConnectionError:
            return


def asking(server: Running) -> socket.socket:
    """A connection whose request the server is busy with."""
    client = socket.create_connection(("127.0.0.1", server.port), TIMEOUT_SECONDS)
    client.sendall(UNFINISHED)
    assert httpx.get(server.address + "/healthz").text == "ok"  # the loop has turned since
    return client


def test_it_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert httpx.get(server.address + "/healthz").text == "ok"
        assert httpx.get(server.address + "/readyz").json() == {"ready": True, "problems": []}
        headers = httpx.get(server.address + "/healthz").headers
        assert "server" not in headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert server.stop() == 0
        assert not (tmp_path / "serving.json").exists()
    for how in (signal.SIGINT, signal.SIGHUP):
        with running(tmp_path) as again:
            assert again.stop(how) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what another process ignores")
def test_what_is_ignored_at_the_start_stays_ignored(tmp_path: Path) -> None:
    """Nohup ignores SIGHUP, and a script the SIGINT of what it runs in the background."""
    with running(tmp_path, before=("sh", "-c", "trap '' HUP INT; exec \"$@\"", "sh")) as server:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        ignored = int(next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn")), 16)
        for number in (signal.SIGHUP, signal.SIGINT):
            assert ignored & 1 << number - 1
        assert server.stop() == 0


def test_it_stops_although_clients_do_not_go(tmp_path: Path) -> None:
    with running(tmp_path) as server, asking(server):
        assert server.stop() == 0


def test_half_a_request_is_nobodys_mistake(tmp_path: Path) -> None:
    with running(tmp_path, "--log-level", "info") as server:
        with asking(server):
            pass  # it goes away before its body is there
        assert httpx.get(server.address + "/healthz").text == "ok"
        with asking(server):
            assert server.stop() == 0
        assert server.process.stderr
        logged = server.process.stderr.read()
    assert "stopped" in logged
    for word in ("error", "warning", "Exception", "Traceback", "failed"):
        assert word not in logged


def test_whether_something_is_there(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        for path in ("/", "/healthz", "/readyz"):
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (200, b"")
            for name in ("content-type", "content-length", "content-security-policy"):
                assert head.headers[name] == whole.headers[name]


def test_whoever_is_at_a_table_is_told_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(base_url=server.address) as client:
        client.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        table = client.post("/api/play-now", json={"game": "parade"}).json()["id"]
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        with connect(address) as socket:
            said = [socket.recv(TIMEOUT_SECONDS)]
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                said.extend(socket)
            assert "restarting" in str(said[-1])
            assert socket.close_code == 1012  # "service restart"
        assert server.process.wait(TIMEOUT_SECONDS) == 0


def test_who_asks_twice_does_not_wait(tmp_path: Path) -> None:
    with running(tmp_path) as server, asking(server):
        server.process.send_signal(signal.SIGINT)
        closed(server)
        assert server.stop(signal.SIGINT) == 130
    with running(tmp_path) as again:
        assert again.stop() == 0


def test_one_server_a_folder(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        said = refusal("serve", "--data", tmp_path, "--port", "0")
        assert said == f"{tmp_path} is in use by process {server.process.pid}: one server a folder"
        assert httpx.get(server.address + "/readyz").status_code == 200


def test_a_server_that_was_killed_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    assert (tmp_path / "serving.json").exists()
    with running(tmp_path) as again:
        assert httpx.get(again.address + "/readyz").status_code == 200


def test_a_file_where_the_folder_should_be_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refusal("serve", "--data", tmp_path / "file", "--port", "0")
    assert said == f"{tmp_path / 'file'}: a part of the path is a file, not a folder"


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with running(tmp_path / "a") as server:
        said = refusal("serve", "--data", tmp_path / "b", "--port", str(server.port))
        assert said.startswith(f"port {server.port} is taken by another program")
        assert not (tmp_path / "b").exists()


def test_nothing_in_the_folder_is_for_others(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data) as server:
        httpx.post(server.address + "/api/guest", json={"name": "Ann"}).raise_for_status()
        modes = {path.name: path.stat().st_mode & 0o777 for path in data.iterdir()}
    assert data.stat().st_mode & 0o777 == 0o700
    assert {"secrets.json", "serving.json", "wonderland.db", "wonderland.db-wal"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_only_trusted_proxies_say_who_asks(tmp_path: Path) -> None:
    """Whoever comes through a proxy is not at this machine, and so may not see the figures."""
    forwarded = {"X-Forwarded-For": "198.51.100.7"}
    for words in ((), ("--trusted-proxies", "127.0.0.1")):
        with running(tmp_path, *words) as server:
            assert httpx.get(server.address + "/metrics").status_code == 200
            assert httpx.get(server.address + "/metrics", headers=forwarded).status_code == 403


def test_the_schema_needs_no_other_site(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        schema = httpx.get(server.address + "/api/schema").json()
        page = httpx.get(server.address + "/").text
    assert schema["info"]["title"] == "Wonderland"
    assert all(path.startswith("/api") for path in schema["paths"])
    assert "<script" in page
    # Pictures of links must be named by their whole address, which is our own.
    assert set(re.findall(r"https?://[^/\"]+", page)) == {server.address}
