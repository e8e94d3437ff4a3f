"""How alembic runs our migrations: on the connection that ``migration.py`` passes."""

from __future__ import annotations

from alembic import context

from wonderland.server.store.sql.schema import metadata


def run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,  # SQLite changes a table by making another
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while Alembic runs it, not when it is imported
    run()
