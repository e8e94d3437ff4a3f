"""A house that opens quickly, and people in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import AsyncClient

from server.games.quick import QuickHouse, app_of, visitor
from wonderland.server.people import Person


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[QuickHouse]:
    async with QuickHouse(tmp_path / "data") as house:
        yield house


@pytest.fixture
async def ann(house: QuickHouse) -> Person:
    return await house.people.guest("Ann")


@pytest.fixture
async def bob(house: QuickHouse) -> Person:
    return await house.people.guest("Bob")


@pytest.fixture
async def cy(house: QuickHouse) -> Person:
    return await house.people.guest("Cy")


@pytest.fixture
async def browser(house: QuickHouse, ann: Person) -> AsyncIterator[AsyncClient]:
    """Ann's."""
    async with visitor(app_of(house), house, ann) as client:
        yield client
