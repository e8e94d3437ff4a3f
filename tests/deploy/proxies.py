"""nginx and Caddy with the configurations of deploy/, on free ports of this machine."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
START_SECONDS = 20.0

#: What surrounds a file of conf.d on Debian, with everything it writes in one folder.
NGINX_MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/wonderland.conf;
}}
"""


def program(name: str) -> str:
    """The path of a program; skips the test where it is not installed."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def make_certificate(folder: Path) -> None:
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subject = ["-subj", "/CN=cards.example", "-days", "2"]
    command = [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)


def nginx_files(folder: Path, instances: Sequence[int], plain: int, tls: int, by_table: bool = True) -> Path:
    """The shipped configuration with these ports, and a certificate of its own; returns the main file."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    if not by_table:
        text = _replaced(text, r"hash \S+ consistent;", "least_conn;")
    ((server, options),) = set(re.findall(r"^( *server )127\.0\.0\.1:808\d( .*\n)", text, re.MULTILINE))
    servers = "".join(f"{server}127.0.0.1:{port}{options}" for port in instances)
    text = _replaced(text, r"(?: *server 127\.0\.0\.1:808\d .*\n)+", servers)
    text = re.sub(r"    listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace("listen 443 ", f"listen 127.0.0.1:{tls} ")
    text = text.replace("/etc/letsencrypt/live/cards.example", str(folder)).replace("/var/log/nginx", str(folder))
    (folder / "wonderland.conf").write_text(text)
    make_certificate(folder)
    main = folder / "nginx.conf"
    main.write_text(NGINX_MAIN.format(folder=folder))
    return main


def _replaced(text: str, pattern: str, by: str) -> str:
    changed, count = re.subn(pattern, by, text)
    assert count == 1, f"not once in the configuration: {pattern}"
    return changed


@contextmanager
def nginx(folder: Path, instances: Sequence[int], by_table: bool = True) -> Iterator[str]:
    """The address of an nginx in front of these ports. Unless ``by_table``, each connection goes anywhere."""
    executable, plain, tls = program("nginx"), free_port(), free_port()
    main = nginx_files(folder, instances, plain, tls, by_table)
    with _running([executable, "-p", str(folder), "-c", str(main)], tls):
        yield f"https://127.0.0.1:{tls}"


@contextmanager
def caddy(folder: Path, instances: Sequence[int], by_table: bool = True) -> Iterator[str]:
    """The same with Caddy, but without TLS: its own authority would be installed on this machine."""
    executable, port = program("caddy"), free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {
        "WONDERLAND_HOST_NAME": address,
        "WONDERLAND_INSTANCES": " ".join(f"127.0.0.1:{one}" for one in instances),
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    if not by_table:
        text = _replaced(text, r"lb_policy header \S+", "lb_policy least_conn")
    (folder / "Caddyfile").write_text(text)
    command = [executable, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with _running(command, port, environment):
        yield address


@contextmanager
def _running(command: list[str], port: int, environment: dict[str, str] | None = None) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
    )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(port):
            assert process.poll() is None, f"{command[0]} has ended"
            assert time.monotonic() < deadline, f"{command[0]} does not start"
        yield
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
