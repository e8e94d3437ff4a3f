"""How alembic runs our migrations: on the connection that ``migrating.py`` hands it."""

from __future__ import annotations

from alembic import context

from wonderland.server.store.schema import metadata


def run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,  # SQLite changes a table by making another
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only while alembic is at work; whoever merely imports this file wants nothing done
    run()
