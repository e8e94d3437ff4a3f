"""``wonderland migrate-database FROM TO``: everything moved into another database, and proved to be the same there."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.messages import tell
from wonderland.cli.options import Lang
from wonderland.core.errors import WonderlandError

if TYPE_CHECKING:
    from wonderland.server.admin.migrate_database import Step
    from wonderland.server.store.database_url import DatabaseUrl

SECONDS_BETWEEN_LINES = 5  #: of progress, where the output is no terminal
MAX_NOTES = 20  #: of the same kind


def migrate_database(
    source: Annotated[str, typer.Argument(metavar="FROM", help=tell("cli_migrate_from"))],
    to: Annotated[str, typer.Argument(metavar="TO", help=tell("cli_migrate_to"))],
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.migrate_database import migrate_database as migrate

    progress = _Progress()
    addresses = _address(source), _address(to)
    try:
        done = asyncio.run(migrate(*addresses, progress))
    finally:
        progress.end()
    print(tell("migrate_done", database=addresses[1], rows=done.rows, logs=done.logs, games=done.games))


def _address(text: str) -> DatabaseUrl:
    """A database's address; a plain path is a file of SQLite."""
    from wonderland.server.store.database_url import DatabaseUrl

    return DatabaseUrl.parse(text) if "://" in text else DatabaseUrl(Path(text).expanduser())


class _Progress:
    """How far it has come, on stderr: one line that changes on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._width = 0
        self._last = monotonic()
        self._notes: dict[str, int] = {}

    def progress(self, step: Step, table: str, done: int, total: int) -> None:
        now = monotonic()
        if now - self._last < (0.1 if self._terminal else SECONDS_BETWEEN_LINES):
            return
        self._last = now
        line = tell(f"migrate_{step}", table=table, done=done, total=total)
        print(
            f"\r{line:{self._width}}" if self._terminal else line, end="" if self._terminal else "\n", file=sys.stderr
        )
        sys.stderr.flush()
        self._width = len(line)

    def note(self, fact: WonderlandError) -> None:
        self.end()
        seen = self._notes[fact.key] = self._notes.get(fact.key, 0) + 1
        if seen <= MAX_NOTES:
            messages.print_error(fact.say(messages.language))
        elif seen == MAX_NOTES + 1:
            messages.print_error("…")

    def end(self) -> None:
        """Leave a line that changes."""
        if self._terminal and self._width:
            print(file=sys.stderr)
        self._width = 0
