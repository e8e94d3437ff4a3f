"""Bots and processes that fail: tried once more, then answered for; counted, and told by name only."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.bot_processes.positions import QUICK, asked, dealt, hatter, number, open_gate, opening
from wonderland.bots.running import Fault
from wonderland.games.parade import Play, game
from wonderland.server.bot_processes.child_protocol import StartWorker
from wonderland.server.bot_processes.process import BotProcess
from wonderland.server.bot_processes.processes import BotProcesses

Make = Callable[..., BotProcesses]


@pytest.mark.parametrize(
    ("bot", "kind"), [("raising", "crashed"), ("dying", "crashed"), ("mumbling", "unreadable"), ("cheating", "illegal")]
)
async def test_a_bot_that_fails_twice_is_answered_for(make: Make, bot: str, kind: str) -> None:
    bot_processes = make()
    for seed in range(3):
        view = game.view(state := dealt(3, seed), seat := asked(state))
        action = await bot_processes.decide(bot, "parade", view, 1, QUICK, check=partial(game.check, state, seat))
        assert action == hatter(view)
    assert bot_processes.faults == {(bot, kind): 6}
    assert bot_processes.decisions == 3


async def test_a_process_killed_in_the_middle_of_a_thought_is_replaced(make: Make, folder: Path) -> None:
    bot_processes, view = make(), opening()
    thinking = asyncio.create_task(bot_processes.decide("hangingonce", "parade", view, 1, QUICK))
    os.kill(await number(folder), signal.SIGKILL)
    assert await thinking == Play(view.hand[-1])
    assert bot_processes.faults == {("hangingonce", "crashed"): 1}
    assert bot_processes.alive == 1


async def test_a_process_killed_while_it_rests_harms_nobody(make: Make, folder: Path) -> None:
    bot_processes, view = make(), opening()
    resting = asyncio.create_task(bot_processes.decide("gated", "parade", view, 1, QUICK))
    pid = await number(folder)
    await open_gate(folder)
    await resting
    os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert await bot_processes.decide("last", "parade", view, 1, QUICK) == Play(view.hand[-1])
    assert not bot_processes.faults


async def test_a_bot_that_hangs_is_ended_and_answered_for(make: Make) -> None:
    bot_processes, view = make(grace=0.5), opening()
    assert await bot_processes.decide("hanging", "parade", view, 1, QUICK) == hatter(view)
    assert bot_processes.faults["hanging", "late"] == 2


async def test_the_hanging_one_is_gone_before_the_answer(make: Make, folder: Path) -> None:
    bot_processes, view = make(grace=0.5), opening()
    thinking = asyncio.create_task(bot_processes.decide("hangingonce", "parade", view, 1, QUICK))
    pid = await number(folder)
    assert await thinking in (Play(view.hand[-1]), hatter(view))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_the_others_go_on_while_one_fails(make: Make) -> None:
    bot_processes, view = make(2), opening()
    bots = ["raising", "last", "dying", "last"] * 5
    actions = await asyncio.gather(*(bot_processes.decide(bot, "parade", view, 1, QUICK) for bot in bots))
    assert actions == [Play(view.hand[-1]) if bot == "last" else hatter(view) for bot in bots]
    assert bot_processes.faults == {("raising", "crashed"): 10, ("dying", "crashed"): 10}


async def test_where_no_process_can_be_had_a_game_still_goes_on(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    bot_processes, view = make(), opening()
    assert await bot_processes.decide("last", "parade", view, 1, QUICK) == hatter(view)
    assert bot_processes.faults == {("last", "crashed"): 2, ("hatter", "crashed"): 1}


async def test_a_bot_that_nobody_knows_is_answered_for(make: Make) -> None:
    bot_processes, view = make(), opening()
    for bot in ("jabberwock", "engine:/bin/cat"):
        assert await bot_processes.decide(bot, "parade", view, 1, QUICK) == hatter(view)
    assert not bot_processes.faults


async def test_a_fault_is_told_by_name_and_kind_without_a_card(make: Make) -> None:
    with capture_logs() as told:
        await make().decide("raising", "parade", opening(), 1, QUICK)
    fault = {"event": "bot_fault", "log_level": "warning", "bot": "raising", "kind": "crashed", "problem": "ValueError"}
    assert told == [fault, fault]


async def test_a_question_that_cannot_be_asked_does_not_end_the_thread() -> None:
    process = BotProcess()
    with pytest.raises(Fault) as fault:
        await process.ask(lambda: None, 30.0)  # type: ignore[arg-type]  # no process can be sent this
    assert fault.value.kind == "crashed"
    await process.wait_until_ready(StartWorker({}, {}, {}, (), 0))
    await process.close()
