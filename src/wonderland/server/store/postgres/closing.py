"""Closing a connection to PostgreSQL."""

from __future__ import annotations

import asyncpg

CLOSE_SECONDS = 2.0


async def close_connection(connection: asyncpg.Connection) -> None:
    """As politely as a lost connection allows."""
    try:
        await connection.close(timeout=CLOSE_SECONDS)
    except (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError):
        connection.terminate()
