"""``wonderland worker``: takes jobs, such as bots' decisions, off a server that uses the same database."""

from __future__ import annotations

from typing import Annotated

import typer

from wonderland.cli.messages import tell
from wonderland.cli.options import Lang, number
from wonderland.cli.settings import Data, some_settings
from wonderland.server.jobs import kinds as job_kinds

MAX_PROCESSES = 256


def worker(
    data: Data = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help=tell("setting_database"))] = None,
    processes: Annotated[
        int,
        typer.Option(parser=number("--processes", 1, MAX_PROCESSES), metavar="N", help=tell("cli_worker_processes")),
    ] = 1,
    kinds: Annotated[str | None, typer.Option(metavar="KIND,…", help=tell("cli_worker_kinds"))] = None,
    log_level: Annotated[str | None, typer.Option(metavar="LEVEL", help=tell("setting_log_level"))] = None,
    log_format: Annotated[str | None, typer.Option(metavar="FORMAT", help=tell("setting_log_format"))] = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.jobs.process import work
    from wonderland.server.store.database_url import database_url

    settings = some_settings(data=data, database=database, log_level=log_level, log_format=log_format)
    taken = job_kinds.in_order(word.strip() for word in kinds.split(",") if word.strip()) if kinds else ()
    taken = taken or tuple(job_kinds.KINDS)

    def started() -> None:
        print(
            tell("worker_started", kinds=", ".join(taken), place=database_url(settings), processes=processes),
            flush=True,
        )

    work(settings, taken, processes, started)
