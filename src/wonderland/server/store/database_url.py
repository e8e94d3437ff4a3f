"""Where a database is: ``sqlite:///FILE`` or ``postgresql://user:password@host:port/name?…``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from wonderland.core.errors import Unreadable, shown
from wonderland.server.settings import Settings

SQLITE = "sqlite:///"
POSTGRESQL_SCHEMES = ("postgresql", "postgres")
DATABASE_FILE = "wonderland.db"  #: in the data folder, when no other database is chosen
HIDDEN = "***"  #: in place of a password


@dataclass(frozen=True)
class DatabaseUrl:
    """An address of a database. Its text never shows a password.

    >>> DatabaseUrl.parse("sqlite:////srv/cards/wonderland.db").file
    PosixPath('/srv/cards/wonderland.db')
    >>> str(DatabaseUrl.parse("postgresql://alice:secret@db.example/wonderland"))
    'postgresql://alice:***@db.example/wonderland'
    """

    #: The file of SQLite; None for PostgreSQL.
    file: Path | None
    #: What PostgreSQL's driver connects to, with the password in it; empty for SQLite.
    dsn: str = field(default="", repr=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Refuses everything else with one message, which does not show a password either."""
        if text.startswith(SQLITE):
            name = text.removeprefix(SQLITE)
            # Every connection to ":memory:" would have a database of its own, gone at the end.
            if name and name != ":memory:" and "\0" not in name:
                return cls(Path(name).expanduser())
        elif _is_postgresql(text):
            return cls(None, text)
        raise Unreadable("setting_wrong_database", value=shown(without_password(text)))

    def __str__(self) -> str:
        return without_password(self.dsn) if self.file is None else f"{SQLITE}{self.file}"


def database_url(settings: Settings) -> DatabaseUrl:
    """Where the settings say that the database is."""
    if settings.database:
        return DatabaseUrl.parse(settings.database)
    return DatabaseUrl(settings.data / DATABASE_FILE)


def _is_postgresql(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in POSTGRESQL_SCHEMES and len(parts.path) > 1 and not parts.fragment


def without_password(url: str) -> str:
    """An address that may be shown.

    >>> without_password("postgresql://alice@/wonderland?host=/run/postgresql&password=secret")
    'postgresql://alice@/wonderland?host=/run/postgresql&password=***'
    """
    url = re.sub(r"(://[^/:@?]*:).*@", rf"\1{HIDDEN}@", url)
    head, mark, query = url.partition("?")
    if "password" not in query.lower():
        return url
    options = [(name, HIDDEN if "password" in name.lower() else value) for name, value in parse_qsl(query)]
    return head + mark + urlencode(options, safe="/*")
