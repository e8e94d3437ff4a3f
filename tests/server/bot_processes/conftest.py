"""BotProcesses that know clumsy bots besides ours, closed at the end of each test."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from wonderland.bots.options import NumberOption
from wonderland.bots.registry import BotEntry
from wonderland.server.bot_processes.processes import BotProcesses

BOTS = {
    name.lower(): BotEntry("parade", f"clumsy:{name}", compiled=name.startswith("Compiled"))
    for name in (
        "Last", "Raising", "Dying", "Talking", "Cheating", "Mumbling", "Hanging", "HangingOnce", "Gated", "Compiled",
        "CompiledNever", "Polite", "Light",
    )
}  # fmt: skip
BOTS["choosing"] = BotEntry("parade", "clumsy:Choosing", options=(NumberOption("place", 0, 4, default=4),))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the clumsy bots live."""
    shutil.copy(Path(__file__).with_name("clumsy.py"), tmp_path)
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "gate")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.fixture
async def make(folder: Path) -> AsyncIterator[Callable[..., BotProcesses]]:
    made: list[BotProcesses] = []

    def make(number: int = 1, **options: Any) -> BotProcesses:
        made.append(BotProcesses(number, bots=BOTS, **options))
        return made[-1]

    yield make
    for bot_processes in made:
        await bot_processes.close()
        assert not bot_processes.alive
