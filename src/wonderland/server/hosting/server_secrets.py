"""The secrets of a server: created at its first start, readable by its owner only."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

import msgspec

from wonderland.core.errors import NotAllowed
from wonderland.server.logs import logger
from wonderland.server.store.sqlite.backup import publish

SECRETS_FILE = "secrets.json"
SECRET_BYTES = 24


class ServerSecrets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Secrets that never leave this machine. ``repr`` hides them."""

    #: Signs the cookies of people.
    session: str
    #: Lets ``wonderland admin`` in.
    admin: str

    def __repr__(self) -> str:
        return "ServerSecrets(…)"


def load_or_create(folder: Path) -> ServerSecrets:
    """The secrets of this folder; created if there are none. A file that others could read is made private."""
    private_folder(folder)
    path = folder / SECRETS_FILE
    if not path.exists():
        _create(path)
    return load(folder)


def load(folder: Path) -> ServerSecrets:
    """The secrets of this folder; without any it is refused."""
    path = folder / SECRETS_FILE
    if not path.exists():
        raise NotAllowed("secrets_missing", folder=folder)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)
        logger.warning("secrets were open to others", file=path.name)
    try:
        return msgspec.json.decode(path.read_bytes(), type=ServerSecrets)
    except msgspec.DecodeError:
        raise NotAllowed("secrets_broken", file=path) from None


def private_folder(folder: Path) -> None:
    """A folder for its owner alone; one that is there already stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _create(path: Path) -> None:
    made = ServerSecrets(secrets.token_urlsafe(SECRET_BYTES), secrets.token_urlsafe(SECRET_BYTES))
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    write_private(fresh, msgspec.json.encode(made))
    try:
        publish(fresh, path)
    except NotAllowed:
        pass  # another process was faster; its secrets count
    finally:
        fresh.unlink(missing_ok=True)


def write_private(path: Path, content: bytes) -> None:
    """Write and sync a new file that only its owner can read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
