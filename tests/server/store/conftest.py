"""Databases for the tests of the store: one with something in every table, and an empty one of PostgreSQL."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.store.full_database import Played, play_and_fill
from server.stores import empty
from wonderland.server.store.database_url import DatabaseUrl


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Played]:
    """A file with something in every table, made once: no test changes it."""
    folder = tmp_path_factory.mktemp("full")
    with ThreadPoolExecutor(1) as thread:  # a test's event loop may run in this one
        return folder / "wonderland.db", thread.submit(asyncio.run, play_and_fill(folder)).result()


@pytest.fixture
async def postgres(postgres_url: str) -> DatabaseUrl:
    """An empty database of PostgreSQL."""
    await empty(postgres_url)
    return DatabaseUrl.parse(postgres_url)
