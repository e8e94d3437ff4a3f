"""Reaching the server that runs on a folder: where it listens is written beside the database while it does."""

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

from wonderland.core.errors import NotAllowed
from wonderland.server.context import ServerContext
from wonderland.server.hosting import keys, logs
from wonderland.server.hosting.admin import carry_out
from wonderland.server.hosting.admin_commands import Answer, Order, Restore
from wonderland.server.hosting.lock import Lock
from wonderland.server.settings import Settings
from wonderland.server.store.restoring import restore

NAME = "serving.json"
WAIT = 120.0  #: seconds; a big database takes its time to be put back


class Serving(msgspec.Struct, frozen=True):
    """Who serves a folder, and where."""

    pid: int
    address: str


@contextmanager
def announced(folder: Path, address: str) -> Iterator[None]:
    """Tell the commands of this machine where we are, as long as we are."""
    path = folder / NAME
    path.unlink(missing_ok=True)  # of a server that ended all of a sudden
    fresh = path.with_name(f".{NAME}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    keys.write_private(fresh, msgspec.json.encode(Serving(os.getpid(), address)))
    fresh.rename(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def serving(folder: Path) -> Serving | None:
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Serving)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def give(settings: Settings, order: Order, lang: str) -> Answer:
    """Have an order carried out: by the server that runs, else by ourselves."""
    logs.configure("warning", "console")
    try:
        if isinstance(order, Restore):
            return _restore(settings, Path(order.file))
        if not (settings.data / "wonderland.db").exists():
            raise NotAllowed("backup_nothing", file=settings.data / "wonderland.db")
        return asyncio.run(_alone(settings, order))
    except NotAllowed as problem:
        found = serving(settings.data)
        if problem.key != "folder_in_use" or found is None:
            raise
        return _ask(found.address, keys.keep(settings.secrets or settings.data).admin, order, lang)


def _restore(settings: Settings, file: Path) -> Answer:
    path = settings.data / "wonderland.db"
    with Lock(settings.data):
        kept = restore(file, path, path.parent / "backups")
    return Answer(backup=str(kept) if kept else None)


async def _alone(settings: Settings, order: Order) -> Answer:
    async with ServerContext(settings, asleep=True) as context:
        return await carry_out(context, order)


def _ask(address: str, key: str, order: Order, lang: str) -> Answer:
    request = Request(
        address + "/admin",
        data=msgspec.json.encode(order),
        headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Accept-Language": lang},
    )
    try:
        # Straight to this machine, whatever proxy the environment names.
        with build_opener(ProxyHandler({})).open(request, timeout=WAIT) as response:
            return msgspec.json.decode(response.read(), type=Answer)
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
