"""Decisions in other processes: the bot's own, in the order of asking, many at once, and nothing left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from server.bot_processes.positions import QUICK, asked, dealt, number, open_gate, opening, positions
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.games.parade import Play, game
from wonderland.server.bot_processes.child_protocol import decision_seed
from wonderland.server.bot_processes.processes import BotProcesses

Make = Callable[..., BotProcesses]

ROLLOUTS = Budget(rollouts=50)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


# ---- whose idea it is ------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", registry.ladder("parade"))
async def test_a_bot_decides_there_as_it_does_here(make: Make, bot: str) -> None:
    bot_processes = make()
    if compiling := bot_processes.expect(bot, 2):
        assert await compiling
    for state, seat in list(positions(2, seed=5))[::4]:
        view = game.view(state, seat)
        here = registry.make(bot, decision_seed(7, view)).decide(view, ROLLOUTS)
        there = await bot_processes.decide(bot, "parade", view, 7, ROLLOUTS)
        assert repr(there) == repr(here)
    assert not bot_processes.faults


async def test_a_bot_gets_the_options_of_its_name_there_too(make: Make) -> None:
    bot_processes, view = make(), opening()
    for name, card in (("choosing:place=0", view.hand[0]), ("choosing", view.hand[4])):
        assert await bot_processes.decide(name, "parade", view, 1, QUICK) == Play(card)
    assert not bot_processes.faults


def test_every_moment_and_every_seed_has_its_own_luck() -> None:
    views = [game.view(state, seat) for state, seat in positions(3, seed=1)]
    assert len({decision_seed(seed, view) for view in views for seed in range(5)}) == 5 * len(views)
    assert decision_seed(1, views[0]) == decision_seed(1, views[0])


async def test_the_dormouse_slips_at_some_moments_and_not_at_others(make: Make) -> None:
    bot_processes, greedy = make(), registry.make("greedy", 0)
    views = [game.view(state, seat) for state, seat in positions(2, seed=2) if state.phase == "play"]
    same = [
        await bot_processes.decide("dormouse", "parade", view, 1, QUICK) == greedy.decide(view, QUICK) for view in views
    ]
    assert len(views) / 4 < sum(same) < len(views)


# ---- processes -------------------------------------------------------------------------------------


async def test_no_process_starts_before_it_is_needed_and_never_more_than_told(make: Make) -> None:
    bot_processes = make(2)
    assert bot_processes.alive == 0
    views = [game.view(state, seat) for state, seat in positions(2, seed=1)]
    await asyncio.gather(*(bot_processes.decide("rabbit", "parade", view, 1, QUICK) for view in views))
    assert bot_processes.alive == 2
    assert bot_processes.decisions == len(views)
    assert bot_processes.seconds > 0
    assert bot_processes.waiting == 0


async def test_a_process_loads_nothing_that_its_bots_do_not_need(make: Make) -> None:
    view = opening()
    assert await make().decide("light", "parade", view, 1, QUICK) == Play(view.hand[-1])


async def test_what_a_bot_prints_disturbs_nobody(make: Make, capfd: pytest.CaptureFixture[str]) -> None:
    bot_processes, view = make(), opening()
    assert await bot_processes.decide("talking", "parade", view, 1, QUICK) == Play(view.hand[-1])
    assert not bot_processes.faults
    assert capfd.readouterr() == ("", "")


async def test_many_tables_play_at_once_what_each_would_play_alone(make: Make) -> None:
    bot_processes, bots = make(2), ("rabbit", "hatter", "dormouse")

    async def table(seed: int) -> str:
        state = dealt(3, seed)
        while not state.over:
            seat = asked(state)
            view, check = game.view(state, seat), partial(game.check, state, seat)
            state = game.apply(state, seat, await bot_processes.decide(bots[seat], "parade", view, seed, QUICK, check))
        return str(state)

    def alone(seed: int) -> str:
        state = dealt(3, seed)
        while not state.over:
            view = game.view(state, seat := asked(state))
            state = game.apply(state, seat, registry.make(bots[seat], decision_seed(seed, view)).decide(view, QUICK))
        return str(state)

    seeds = range(20)
    assert await asyncio.gather(*map(table, seeds)) == list(map(alone, seeds))
    assert not bot_processes.faults


async def test_first_come_first_served(make: Make, folder: Path) -> None:
    bot_processes, view, order = make(1), opening(), list[str]()

    async def ask(bot: str, who: str) -> None:
        await bot_processes.decide(bot, "parade", view, 1, QUICK)
        order.append(who)

    async with asyncio.TaskGroup() as asking:
        asking.create_task(ask("gated", "first"))
        await number(folder)
        for who in ("busy", "busy", "quiet", "busy", "quiet"):
            asking.create_task(ask("rabbit", who))
        await asyncio.sleep(0)
        assert bot_processes.waiting == 5
        await open_gate(folder)
    assert order == ["first", "busy", "busy", "quiet", "busy", "quiet"]


async def test_told_after_every_decision(make: Make) -> None:
    told = list[str]()
    bot_processes = make(on_decision=lambda bot, seconds: told.append(bot))
    await bot_processes.decide("rabbit", "parade", opening(), 1, QUICK)
    assert told == ["rabbit"]


# ---- nobody needs the answer any more --------------------------------------------------------------


async def test_a_table_that_goes_away_leaves_its_process_to_others(make: Make, folder: Path) -> None:
    bot_processes, view = make(1), opening()
    thinking = asyncio.create_task(bot_processes.decide("gated", "parade", view, 1, QUICK))
    pid = await number(folder)
    waiting = asyncio.create_task(bot_processes.decide("dying", "parade", view, 1, QUICK))
    await asyncio.sleep(0)
    thinking.cancel()
    waiting.cancel()
    await asyncio.wait([thinking, waiting])
    assert thinking.cancelled()
    assert waiting.cancelled()
    await open_gate(folder)
    assert await bot_processes.decide("last", "parade", view, 1, QUICK) == Play(view.hand[-1])
    assert not gone(pid)
    assert bot_processes.alive == 1
    assert not bot_processes.faults


async def test_closing_ends_every_process_and_whoever_waits(make: Make, folder: Path) -> None:
    bot_processes, view = make(2), opening()
    await bot_processes.decide("rabbit", "parade", view, 1, QUICK)
    tasks = [asyncio.create_task(bot_processes.decide("hanging", "parade", view, 1, QUICK))]
    thinking = await asyncio.to_thread((folder / "pipe").open)
    pid = int(thinking.readline())
    tasks += [asyncio.create_task(bot_processes.decide("rabbit", "parade", view, 1, QUICK)) for _ in range(5)]
    await asyncio.sleep(0)
    await bot_processes.close()
    assert gone(pid)
    thinking.close()
    await asyncio.wait(tasks)
    assert all(task.cancelled() for task in tasks)
    assert bot_processes.alive == 0
    with pytest.raises(asyncio.CancelledError):
        await bot_processes.decide("rabbit", "parade", view, 1, QUICK)
    await bot_processes.close()


async def test_closing_while_a_process_starts(make: Make) -> None:
    bot_processes = make(1)
    task = asyncio.create_task(bot_processes.decide("rabbit", "parade", opening(), 1, QUICK))
    await asyncio.sleep(0)
    await bot_processes.close()
    await asyncio.wait([task])
    assert task.cancelled()


# ---- signals, and the death of the server ----------------------------------------------------------


async def test_ctrl_c_is_none_of_its_business(make: Make, folder: Path) -> None:
    bot_processes, view = make(), opening()
    thinking = asyncio.create_task(bot_processes.decide("gated", "parade", view, 1, QUICK))
    os.kill(await number(folder), signal.SIGINT)
    await open_gate(folder)
    assert await thinking == Play(view.hand[-1])
    assert not bot_processes.faults


SERVER = """
import asyncio, sys
from server.bot_processes.conftest import BOTS
from server.bot_processes.positions import QUICK, opening
from wonderland.server.bot_processes.processes import BotProcesses

async def main():
    await BotProcesses(1, bots=BOTS, grace=600).decide("hanging", "parade", opening(), 1, QUICK)

asyncio.run(main())
"""


async def test_a_killed_server_leaves_no_thinking_process_behind(folder: Path) -> None:
    path = os.pathsep.join(sys.path)
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVER, env={**os.environ, "PYTHONPATH": path})
    thinking = await asyncio.to_thread((folder / "pipe").open)
    pid = int(await asyncio.to_thread(thinking.readline))
    assert not gone(pid)
    server.kill()
    await server.wait()
    # The pipe ends when the process does that holds its other end.
    assert await asyncio.to_thread(thinking.read) == ""
    thinking.close()


def test_on_the_loop_of_the_server_too(folder: Path) -> None:
    import uvloop

    from server.bot_processes.conftest import BOTS

    async def play() -> None:
        bot_processes, view = BotProcesses(1, bots=BOTS), opening()
        try:
            thinking = asyncio.create_task(bot_processes.decide("hangingonce", "parade", view, 1, QUICK))
            with await asyncio.to_thread((folder / "pipe").open) as pipe:
                pid = int(await asyncio.to_thread(pipe.readline))
            os.kill(pid, signal.SIGKILL)
            assert await thinking == Play(view.hand[-1])
            assert bot_processes.faults == {("hangingonce", "crashed"): 1}
        finally:
            await bot_processes.close()
        assert gone(pid)

    uvloop.run(play())
