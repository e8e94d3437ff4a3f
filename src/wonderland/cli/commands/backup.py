"""``wonderland backup``: a copy of the database, also while a server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wonderland.cli.messages import tell
from wonderland.cli.options import Lang
from wonderland.cli.settings import Data, some_settings


def backup(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=tell("cli_backup_file"))] = None,
    data: Data = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.store.sqlite import backup as copies

    folder = some_settings(data=data).data
    kept = copies.save(folder / "wonderland.db", file or folder / "backups" / copies.backup_name())
    print(tell("backup_done", file=kept))
