"""``wonderland restore FILE``: put a backup back, also while a server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.messages import tell
from wonderland.cli.options import Lang
from wonderland.cli.settings import Data, Database, Secrets, some_settings


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=tell("cli_restore_file"))],
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.client import run_command
    from wonderland.server.admin.commands import Restore
    from wonderland.server.store.sqlite.backup import check_backup

    check_backup(file)
    settings = some_settings(data=data, database=database, secrets=secrets)
    answer = run_command(settings, Restore(str(file.resolve())), messages.language)
    print(tell("restore_done", file=file))
    if answer.backup:
        print(tell("restore_kept", file=answer.backup))
