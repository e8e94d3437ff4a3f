"""Sending admin commands to the server that uses a folder: its address is in a file beside the database."""

from __future__ import annotations

import asyncio
import http.client
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

import msgspec
from msgspec.structs import replace

from wonderland.core.errors import NotAllowed
from wonderland.server import logs
from wonderland.server.admin.commands import AdminCommand, AdminResult, Restore
from wonderland.server.admin.execution import execute
from wonderland.server.context import ServerContext
from wonderland.server.hosting import server_secrets
from wonderland.server.hosting.lock import server_lock
from wonderland.server.settings import Settings
from wonderland.server.store.copies import restore, save
from wonderland.server.store.database_url import DatabaseUrl, database_url

ADDRESS_FILE = "serving.json"
RESPONSE_TIMEOUT_SECONDS = 600.0  #: restoring a big database takes a while


class RunningServer(msgspec.Struct, frozen=True):
    """The server that uses a folder."""

    pid: int
    address: str
    #: The address of its database, without a password.
    database: str = ""
    #: The folder of its secrets.
    secrets: str = ""


@contextmanager
def announce_address(settings: Settings, address: str, database: DatabaseUrl) -> Iterator[None]:
    """Write our address into the folder, for admin commands on this machine, until the server stops."""
    path = settings.data / ADDRESS_FILE
    secrets = (settings.secrets or settings.data).resolve()
    path.unlink(missing_ok=True)  # left by a server that was killed
    fresh = path.with_name(f".{ADDRESS_FILE}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    server = RunningServer(os.getpid(), address, str(database), str(secrets))
    server_secrets.write_private(fresh, msgspec.json.encode(server))
    fresh.rename(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def running_server(folder: Path) -> RunningServer | None:
    try:
        return msgspec.json.decode((folder / ADDRESS_FILE).read_bytes(), type=RunningServer)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def save_backup(settings: Settings, to: Path) -> Path:
    """Write a backup of the database that the settings name, whether a server uses it or not."""
    url = database_url(settings)
    server = running_server(settings.data)
    # After a move the old file may still be there.
    if url.file and server and server.database and DatabaseUrl.parse(server.database).file is None:
        raise NotAllowed("backup_elsewhere", folder=settings.data, database=server.database)
    return asyncio.run(save(url, to))


def run_command(settings: Settings, command: AdminCommand, lang: str) -> AdminResult:
    """Run a command: in the running server, or in this process if none runs."""
    logs.configure("warning", "console")
    try:
        if isinstance(command, Restore):
            return _restore(settings, Path(command.file))
        file = database_url(settings).file
        if file and not file.exists():
            raise NotAllowed("backup_nothing", file=file)
        return asyncio.run(_run_here(settings, command))
    except NotAllowed as problem:
        found = running_server(settings.data)
        # Without a file the server's database may be elsewhere, which only it knows.
        if problem.key not in ("folder_in_use", "backup_nothing") or found is None:
            raise
        secrets = settings.secrets or Path(found.secrets or settings.data)
        return _send(found.address, server_secrets.load(secrets).admin, command, lang)


def _restore(settings: Settings, file: Path) -> AdminResult:
    with server_lock(settings):
        try:
            kept = asyncio.run(restore(database_url(settings), file, settings.data / "backups"))
        except NotAllowed as problem:
            if problem.key == "database_in_use":
                raise NotAllowed("restore_in_use", **problem.values) from None
            raise
    return AdminResult(backup=str(kept) if kept else None)


async def _run_here(settings: Settings, command: AdminCommand) -> AdminResult:
    async with ServerContext(settings, offline=True) as context:
        result = await execute(context, command)
        told = context.cluster is None or not context.cluster.announcements.unanswered
        return replace(result, told=told)


def _send(address: str, key: str, command: AdminCommand, lang: str) -> AdminResult:
    request = Request(
        address + "/admin",
        data=msgspec.json.encode(command),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Accept-Language": lang},
    )
    try:
        # Straight to this machine, whatever proxy the environment names.
        with build_opener(ProxyHandler({})).open(request, timeout=RESPONSE_TIMEOUT_SECONDS) as response:
            return msgspec.json.decode(response.read(), type=AdminResult)
    except HTTPError as problem:
        with problem:
            raise NotAllowed("admin_refused", problem=_reason(problem.read())) from None
    except (URLError, TimeoutError, http.client.HTTPException):
        raise NotAllowed("admin_no_answer", address=address) from None


def _reason(body: bytes) -> str:
    try:
        return str(msgspec.json.decode(body)["error"]["text"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return body.decode("utf-8", "replace")[:200]
