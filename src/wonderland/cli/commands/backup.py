"""``wonderland backup``: a copy of the database, also while a server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wonderland.cli.messages import tell
from wonderland.cli.options import Lang
from wonderland.cli.settings import Data, Database, some_settings


def backup(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=tell("cli_backup_file"))] = None,
    data: Data = None,
    database: Database = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.client import save_backup
    from wonderland.server.store.sqlite.backup import backup_name

    settings = some_settings(data=data, database=database)
    to = file or settings.data / "backups" / backup_name()
    print(tell("backup_done", file=save_backup(settings, to)))
