"""Bots that are compiled first: in the background, out of everybody's way, and answered for meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import wonderland.sim
from server.bot_processes.positions import QUICK, hatter, number, open_gate, opening
from wonderland.bots import registry
from wonderland.core.errors import NotInstalled
from wonderland.games.parade import Play
from wonderland.server.bot_processes.processes import BotProcesses, offered
from wonderland.server.bot_processes.warmups import Kernel, can_compile

Make = Callable[..., BotProcesses]


@pytest.fixture
def without_fast(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a machine where the extra is not installed."""
    monkeypatch.setattr(wonderland.sim, "find_spec", lambda name: None)
    can_compile.cache_clear()
    yield
    can_compile.cache_clear()


async def test_the_hatter_answers_until_it_is_compiled_and_others_are_not_held_up(make: Make, folder: Path) -> None:
    bot_processes, view = make(1, loading=0), opening()
    compiling = bot_processes.expect("compiled", 2)
    assert compiling is not None
    await number(folder)
    assert await bot_processes.decide("compiled", "parade", view, 1, QUICK) == hatter(view)
    assert await bot_processes.decide("last", "parade", view, 1, QUICK) == Play(view.hand[-1])
    await open_gate(folder)
    assert await compiling
    assert await bot_processes.decide("compiled", "parade", view, 1, QUICK) == Play(view.hand[-1])
    assert not bot_processes.faults
    assert bot_processes.alive == 1, "whoever compiles is gone when it is done"


async def test_what_is_soon_ready_is_waited_for(make: Make, folder: Path) -> None:
    (folder / "compiled").touch()
    bot_processes, view = make(1, loading=60), opening()
    assert await bot_processes.decide("compiled", "parade", view, 1, QUICK) == Play(view.hand[-1])


async def test_what_cannot_be_compiled_is_answered_for_and_counted(make: Make) -> None:
    bot_processes, view = make(1, loading=60), opening()
    for _ in range(3):
        assert await bot_processes.decide("compilednever", "parade", view, 1, QUICK) == hatter(view)
    assert bot_processes.faults == {("compilednever", "crashed"): 3}


def test_a_bot_is_warmed_up_with_its_options_and_shares_what_is_compiled_without() -> None:
    """With options it may need code that it does not need without."""

    def kernel(bot: str, players: int = 2) -> Kernel:
        return Kernel.of(bot, registry.find(bot), players)

    assert kernel("cat") == kernel("queen")
    assert len({kernel(bot) for bot in ("queen", "alice", "alice:net", "alice:level=3")}) == 4
    assert kernel("alice:net") == kernel("alice:net") != kernel("alice:net", 3)


async def test_closing_while_something_is_compiled(make: Make, folder: Path) -> None:
    bot_processes = make(1, loading=0)
    bot_processes.expect("compiled", 2)
    await number(folder)
    await bot_processes.close()
    assert bot_processes.alive == 0


async def test_whoever_compiles_steps_back(make: Make, folder: Path) -> None:
    """What plays runs as ever; the same bot made ready in the background tells how far it stepped back."""
    bot_processes, view = make(1, loading=0), opening()
    bot_processes.expect("compiled", 2)
    pid = await number(folder)
    assert nice(pid) > nice("self")
    assert await bot_processes.decide("polite", "parade", view, 1, QUICK) == Play(view.hand[0])


def nice(process: int | str) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[16])


# ---- without the extra -----------------------------------------------------------------------------


def test_everyone_is_offered_where_everything_is_installed() -> None:
    assert offered("parade") == ["dormouse", "rabbit", "hatter", "cat", "queen", "alice"]


@pytest.mark.usefixtures("without_fast")
def test_without_the_extra_only_those_are_offered_that_can_play() -> None:
    assert offered("parade") == ["dormouse", "rabbit", "hatter"]
    assert offered("nimble") == list(registry.ladder("nimble"))


@pytest.mark.usefixtures("without_fast")
@pytest.mark.parametrize("bot", ["queen", "alice:level=3"])
async def test_without_the_extra_the_hatter_plays_for_others(make: Make, bot: str) -> None:
    bot_processes, view = make(), opening()
    assert await bot_processes.decide(bot, "parade", view, 1, QUICK) == hatter(view)
    assert bot_processes.expect(bot, 2) is None
    assert not bot_processes.faults


@pytest.mark.usefixtures("without_fast")
def test_the_list_of_those_that_are_compiled_is_complete() -> None:
    def needs_fast(bot: str) -> bool:
        try:
            registry.make(bot, 0)
        except NotInstalled:
            return True
        return False

    assert {bot for bot in registry.BOTS if needs_fast(bot)} == {
        bot for bot, entry in registry.BOTS.items() if entry.compiled
    }
