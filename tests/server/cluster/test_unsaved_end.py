"""A game is archived once its end is on disk, also by an instance that has just begun to look after the table."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.games.quick import QuickContext
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table


async def test_an_end_that_is_still_being_written_is_not_archived(tmp_path: Path) -> None:
    """Another instance may have written something else in its place."""
    async with QuickContext(tmp_path) as context:
        table = await context.sit("parade", *[await context.people.guest(name) for name in ("Ann", "Bob")])
        scheduler = context.tables.scheduler(table.now.id)
        unsaved: list[int] = []

        def ended(table: Table, state: TableState) -> None:
            if table.saved is None or state.version > table.saved.version:
                unsaved.append(state.version)

        context.tables.on_game_end.append(ended)
        while table.now.phase == "playing":
            state = table.now
            (seat, *_) = state.rules.table.waiting(state.game_state)
            written = asyncio.Event()
            action = next(iter(state.rules.legal(state.game_state, seat)))
            table.act(seat, str(action), None, None, lambda *_, written=written: written.set())
            scheduler.lease_lost()
            scheduler.lease_gained(0)
            await written.wait()
        assert unsaved == []
        await context.settle()
        assert await context.store.games.archived_numbers(table.now.id) == {1}
