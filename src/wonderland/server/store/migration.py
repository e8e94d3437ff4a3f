"""Bringing a database to the schema of this version; a backup is made before one is changed.

After ``schema.py`` has changed, ``python -m wonderland.server.store.migration "what changes"`` writes the next revision
into ``migrations/versions``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, create_engine, event, pool
from sqlalchemy.exc import OperationalError

from wonderland.core.errors import NotAllowed, shown
from wonderland.server.store.sqlite import backup

if TYPE_CHECKING:
    # Alembic takes a while to load: it is, only when something has to be changed.
    from alembic.config import Config

MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"


def revisions() -> list[str]:
    """Every revision that this version of Wonderland knows; the files are named and numbered after them."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS_FOLDER / "versions").glob("[0-9]*_*.py"))


def newest_revision() -> str:
    """The revision that this version of Wonderland works with."""
    return revisions()[-1]


def check_revision(path: object, found: str | None) -> None:
    """Refuse a database whose revision is not one of ours: of a later version, or written by somebody else."""
    known = revisions()
    if found is None or found in known:
        return
    if found.isdigit() and int(found) > int(known[-1]):
        raise NotAllowed("database_newer", file=path, found=found, known=known[-1])
    raise NotAllowed("database_unknown", file=path, found=shown(found), first=known[0], known=known[-1])


def check_current(found: str | None, place: object) -> None:
    """Refuse a database of any other revision than ours, and one that is empty or not there (None)."""
    if found is None:
        raise NotAllowed("database_none", database=place)
    check_revision(place, found)
    if found != newest_revision():
        raise NotAllowed("database_older", database=place, found=found, known=newest_revision())


def migrate(path: Path, backups: Path | None, to: str | None = None) -> Path | None:
    """Bring the database to the newest revision, or to the revision ``to``, making it if it is not there.

    Gives the backup that was made before, in the folder ``backups``, if anything had to be changed. A database of a
    later version of Wonderland, or a file that is none of ours, is refused and left as it is.
    """
    found = backup.revision(path)
    if found == newest_revision():
        return None
    check_revision(path, found)
    from alembic import command

    kept = None
    if found is not None and backups is not None:
        kept = backup.save(path, backups / backup.backup_name(f"before-{newest_revision()}"))
    try:
        with _transaction(path) as connection:
            command.upgrade(alembic_config(connection), to or "head")
            connection.exec_driver_sql(f"PRAGMA application_id = {backup.APPLICATION_ID}")
    except OperationalError as problem:
        raise backup.backup_error(path, problem.orig or problem) from None
    return kept


def schema_differences(path: Path) -> list[Any]:
    """What ``schema.py`` says that the database does not have, or has otherwise."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from wonderland.server.store.sql.schema import metadata

    with _transaction(path) as connection:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))


def write_revision(message: str) -> None:
    """Write the revision that leads from the newest one to what ``schema.py`` says now."""
    from alembic import command

    number = len(revisions()) + 1
    with TemporaryDirectory() as folder, _transaction(Path(folder) / "empty.db") as connection:
        config = alembic_config(connection)
        if number > 1:
            command.upgrade(config, "head")
        command.revision(config, message, autogenerate=True, rev_id=f"{number:04}")


@contextmanager
def _transaction(path: Path) -> Iterator[Connection]:
    """A connection in one transaction of its own: a migration happens whole or not at all."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=pool.NullPool)

    @event.listens_for(engine, "connect")
    def prepare(raw: Any, _: object) -> None:
        raw.isolation_level = None  # the driver would commit before every change of a table
        with closing(raw.cursor()) as cursor:
            cursor.execute("PRAGMA busy_timeout = 5000")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        yield connection


def alembic_config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


if __name__ == "__main__":
    write_revision(" ".join(sys.argv[1:]) or f"{datetime.now(UTC):%Y %m %d}")
