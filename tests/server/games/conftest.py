"""A context that opens quickly, and people in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import AsyncClient

from server.games.quick import QuickContext, app_of, visitor
from server.games.spread import make_quick_context
from wonderland.server.people import Person


@pytest.fixture
async def context(store: str, tmp_path: Path) -> AsyncIterator[QuickContext]:
    async with make_quick_context(tmp_path / "data") as context:
        yield context


@pytest.fixture
async def ann(context: QuickContext) -> Person:
    return await context.people.guest("Ann")


@pytest.fixture
async def bob(context: QuickContext) -> Person:
    return await context.people.guest("Bob")


@pytest.fixture
async def cy(context: QuickContext) -> Person:
    return await context.people.guest("Cy")


@pytest.fixture
async def browser(context: QuickContext, ann: Person) -> AsyncIterator[AsyncClient]:
    """Ann's."""
    async with visitor(app_of(context), context, ann) as client:
        yield client
