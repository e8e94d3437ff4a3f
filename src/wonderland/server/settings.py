"""The server's settings, by flag (``--port``) or environment variable (``WONDERLAND_PORT``).

A setting is one line here and one message ``setting_<name>`` in each language; its flag, its variable and how it is
read follow from its type (``hosting/choosing.py``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

LOOPBACK = "127.0.0.1"

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server's settings; each has a flag and an environment variable of its name."""

    #: The folder of the database, the secrets and the backups.
    data: Path = Path("wonderland-data")
    #: Where the database is (store/database_url.py); empty: a file of SQLite in the folder ``data``.
    database: str = ""
    #: The Redis over which several instances on one PostgreSQL hear of each other; empty: there is one process.
    redis: str = ""
    #: The folder of the secrets, if not beside the database.
    secrets: Path | None = None
    host: str = LOOPBACK
    #: 0: any free port.
    port: Port = 8080
    #: The URL under which others reach this server; empty: detected (``--lan``), else loopback.
    public_url: str = ""
    lan: bool = False
    #: Addresses of proxies whose X-Forwarded-For is trusted.
    trusted_proxies: tuple[str, ...] = ()
    #: What a commit waits for (store/database.py).
    durability: Literal["full", "normal"] = "full"
    #: Child processes in which bots decide.
    bot_processes: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    #: How many times faster than people the bots of turn-based games move.
    bot_speedup: Count = 1
    #: The folder of the web app, if not the one in the package.
    web: Path | None = None

    # ---- logs ----
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    # ---- limits ----
    message_bytes: Annotated[int, msgspec.Meta(ge=256, le=65_536)] = 4_096
    messages_per_second: Count = 40
    connections_per_person: Count = 16
    connections_per_address: Count = 64
    tables_per_person: Count = 16
    #: Factor for all rate limits (guests, passwords, tables …).
    limit_factor: Count = 1
    #: Seconds for which others wait for somebody who is not on the site before they may agree to let a bot play.
    away_after: Count = 120
