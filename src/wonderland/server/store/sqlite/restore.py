"""Restoring a backup: checked and migrated in a copy before the database is touched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wonderland.server.store.migration import check_revision, migrate
from wonderland.server.store.sqlite import backup


@contextmanager
def prepared_copy(file: Path, path: Path) -> Iterator[Path]:
    """A checked and migrated copy of ``file`` beside the database ``path``."""
    backup.check_backup(file)
    check_revision(file, backup.revision(file))
    with backup.unfinished(path) as fresh:
        backup.copy(file, fresh)
        migrate(fresh, backups=None)
        yield fresh


def restore(file: Path, path: Path, backups: Path) -> Path | None:
    """Overwrite the database with a backup. Returns a backup of the previous one."""
    with prepared_copy(file, path) as fresh:
        kept = backup.save(path, backups / backup.backup_name("before-restore")) if path.exists() else None
        backup.copy(fresh, path)
        return kept
