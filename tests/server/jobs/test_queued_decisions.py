"""Bots' decisions by workers, and by the server itself whenever a worker does not give one."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.walks import deals, walk
from server.bot_processes.positions import QUICK, asked, dealt
from server.jobs.conftest import TIMEOUT_SECONDS, Place, Workers
from server.kit import DirectBots, actor, legal
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.games.parade import game
from wonderland.records.writing import encode
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.context import ServerContext
from wonderland.server.jobs import queued_decisions
from wonderland.server.jobs.decide import DecideJob, Decision, handle, read_view
from wonderland.server.jobs.kinds import JobRefused, JobTools
from wonderland.server.jobs.queued_decisions import QueuedDecisions
from wonderland.server.store.job_store import JobStore, TakenJob
from wonderland.server.tables.requests import NewSeat, NewTable
from wonderland.server.tables.table import Table

LEASES = {"decide": 60_000}


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays the worker here may be slow, on a busy machine."""
    monkeypatch.setattr(queued_decisions, "TAKE_TIMEOUT_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr(queued_decisions, "LOOK_INTERVAL_SECONDS", TIMEOUT_SECONDS)


class Asked:
    """A decision that is wanted in an opening, and the one that the server itself would make."""

    def __init__(self, decisions: QueuedDecisions, own: DirectBots) -> None:
        self.decisions = decisions
        self.own = own
        self.state = dealt(3)
        self.seat = asked(self.state)
        self.view = game.view(self.state, self.seat)

    def ask(self) -> asyncio.Task[Any]:
        check = partial(game.check, self.state, self.seat)
        return asyncio.create_task(self.decisions.decide("hatter", "parade", self.view, 1, QUICK, check))


@pytest.fixture
async def wanted(queue: JobStore, unhurried: None) -> AsyncIterator[Asked]:
    background, own = BackgroundTasks(), DirectBots()
    decisions = QueuedDecisions(queue, own, background)
    yield Asked(decisions, own)
    await background.wait()
    await decisions.close()


async def taken(queue: JobStore) -> TakenJob:
    """The next job that comes, taken as a worker takes it."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            mark = queue.changes.mark()
            if job := await queue.take("alice", ["decide"], lease_ms=LEASES):
                return job
            await queue.changes.wait(mark, 1)


async def test_without_workers_nothing_is_queued(
    queue: JobStore, wanted: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    workers = queue.workers

    async def count(*, within_ms: int) -> Any:
        nonlocal looks
        looks += 1
        return await workers(within_ms=within_ms)

    monkeypatch.setattr(queue, "workers", count)
    monkeypatch.setattr(queue, "add", None)
    await queue.see_worker("bob", ["analyse"])  # takes other jobs only
    for _ in range(10):
        await wanted.ask()
    assert wanted.own.asked == 10
    assert looks == 1


async def test_the_action_of_a_worker_counts(queue: JobStore, wanted: Asked) -> None:
    await queue.see_worker("alice", ["decide"])
    asking = wanted.ask()
    job = await taken(queue)
    payload = msgspec.json.decode(job.payload, type=DecideJob)
    assert read_view("parade", payload.view) == wanted.view
    action = game.legal(wanted.state, wanted.seat)[-1]
    assert await queue.finish(job, msgspec.json.encode(Decision(str(action))))
    assert await asking == action
    assert (wanted.own.asked, wanted.decisions.decisions) == (0, 1)


@pytest.mark.parametrize(
    "answer", [b'{"action": "play Z9"}', b'{"action": "parade"}', b"[]", None], ids=["card", "word", "shape", "error"]
)
async def test_an_answer_that_is_no_move_is_replaced_by_the_servers_own(
    queue: JobStore, wanted: Asked, answer: bytes | None
) -> None:
    await queue.see_worker("alice", ["decide"])
    asking = wanted.ask()
    assert await queue.finish(await taken(queue), answer, None if answer else "ValueError")
    assert not game.check(wanted.state, wanted.seat, await asking)
    assert wanted.own.asked == 1


async def test_an_answer_that_the_rules_refuse_is_replaced_by_the_servers_own(queue: JobStore, wanted: Asked) -> None:
    await queue.see_worker("alice", ["decide"])
    asking = wanted.ask()
    foreign = f"play {wanted.view.parade[0]}"
    assert await queue.finish(await taken(queue), msgspec.json.encode(Decision(foreign)))
    assert str(await asking) != foreign
    assert wanted.own.asked == 1


async def test_a_worker_that_takes_nothing_is_not_waited_for_again(
    queue: JobStore, wanted: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queued_decisions, "TAKE_TIMEOUT_SECONDS", 0.1)
    await queue.see_worker("alice", ["decide"])
    await wanted.ask()
    assert wanted.own.asked == 1
    monkeypatch.setattr(queue, "add", None)
    monkeypatch.setattr(queued_decisions, "LOOK_INTERVAL_SECONDS", 0.0)  # it looks, and finds the same heartbeat
    await wanted.ask()
    assert wanted.own.asked == 2
    await wanted.decisions._background_tasks.wait()
    assert await queue.take("bob", ["decide"], lease_ms=LEASES) is None, "nobody does it in vain"


async def test_a_decision_that_is_no_longer_wanted_is_removed(queue: JobStore, wanted: Asked) -> None:
    await queue.see_worker("alice", ["decide"])
    asking = wanted.ask()
    job = await taken(queue)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await wanted.decisions._background_tasks.wait()
    assert not await queue.finish(job, b"")


def decided(game: str, view: Any, seed: int) -> list[str]:
    """What each bot of the game does."""
    quick = [name for name in registry.ladder(game) if not registry.find(name).compiled]
    return [str(registry.make(bot, seed, game).decide(view, Budget(milliseconds=1))) for bot in quick]


@given(deals(), st.integers(0, 2**32), st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_view_from_the_queue_is_the_view_that_went_in(deal: Any, choices: int, seed: int) -> None:
    rules, first = deal
    *_, (state, _) = walk(rules, first, Random(choices), choices % 60)
    for seat in range(len(state.players)):
        view = rules.view(state, seat)
        again = read_view(rules.name, msgspec.Raw(encode(view)))
        assert again == view
        assert encode(again) == encode(view)
        if rules.legal(state, seat):
            assert decided(rules.name, again, seed) == decided(rules.name, view, seed)


# ---- at a table, with a real worker ---------------------------------------------------------------------


async def play(table: Table, until: Callable[[], bool]) -> None:
    """Ann plays the first card that she may, whenever it is her turn; the bots play through whoever decides."""
    changed = asyncio.Event()
    table.on_change.append(lambda before, after: changed.set())
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while table.now.phase == "playing" and not until():
            changed.clear()
            if (moves := legal(table.now, 0)) and table.saved is table.now:
                table.act(0, str(moves[0]), None, None)
            await changed.wait()


async def table_with_bots(context: ServerContext) -> Table:
    ann = await context.people.guest("Ann")
    seats = [NewSeat("me"), NewSeat("bot", "hatter"), NewSeat("bot", "rabbit")]
    return await context.tables.create(actor(ann), NewTable("parade", seats))


def bots_actions(table: Table) -> int:
    return sum(act.seat != 0 for _, act in table.actions)


async def test_a_table_plays_a_whole_game_through_a_worker(place: Place, workers: Workers, unhurried: None) -> None:
    await workers.start()
    async with ServerContext(msgspec.structs.replace(place.settings, bot_speedup=1000)) as context:
        table = await table_with_bots(context)
        await play(table, lambda: False)
        assert table.now.phase == "over"
        assert context.decisions.decisions == bots_actions(table)


async def test_a_table_goes_on_when_the_worker_is_killed(
    place: Place, workers: Workers, unhurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = await workers.start()
    async with ServerContext(msgspec.structs.replace(place.settings, bot_speedup=1000)) as context:
        table = await table_with_bots(context)
        await play(table, lambda: context.decisions.decisions == 4)
        await asyncio.to_thread(worker.stop, signal.SIGKILL)
        monkeypatch.setattr(queued_decisions, "TAKE_TIMEOUT_SECONDS", 0.1)
        await play(table, lambda: False)
        assert table.now.phase == "over"
        assert 4 <= context.decisions.decisions < bots_actions(table)


async def test_a_worker_leaves_bots_that_it_does_not_have_to_the_server(bots: BotProcesses) -> None:
    view = game.view(state := dealt(3), asked(state))
    tools = JobTools(bots, lambda progress: None)
    for name in ("jabberwock", "engine:touch oops"):
        job = DecideJob(name, "parade", msgspec.Raw(encode(view)), 1, QUICK)
        with pytest.raises(JobRefused, match="bot_not_ready"):
            await handle(job, tools)
    decision = await handle(DecideJob("rabbit", "parade", msgspec.Raw(encode(view)), 1, QUICK), tools)
    assert decision.action in map(str, game.legal(state, asked(state)))
