"""Reviews of finished games and uploaded records: made beside the server, in a queue, kept, and gone with the game."""

from __future__ import annotations

import asyncio
import json
import os
import zlib
from pathlib import Path
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import select

from games.examples import example_games as example_games
from server.games.example_reviewer import reviewer as reviewer
from server.games.quick import TIMEOUT_SECONDS, QuickContext, app_of, visitor
from server.games.test_records import played
from wonderland.server.bot_processes.review_process import REVIEW_NICENESS, ReviewProcess
from wonderland.server.jobs.kinds import ReviewTools
from wonderland.server.jobs.review import EXACT_SETTINGS, QUICK_SETTINGS, with_names
from wonderland.server.jobs.worker import Worker
from wonderland.server.people import Person
from wonderland.server.rate_limits import RateLimits
from wonderland.server.reviews import reviews as reviewing
from wonderland.server.reviews.own_worker import KINDS
from wonderland.server.store.review_store import SeatSums
from wonderland.server.store.sql.schema import jobs, reviews
from wonderland.server.store.sql.schema import played as seats

pytestmark = pytest.mark.usefixtures("example_games")


class ReviewClient:
    """A browser that has a game reviewed."""

    def __init__(self, browser: AsyncClient, path: str) -> None:
        self.browser = browser
        self.path = path

    async def ask(self, **headers: str) -> Any:
        return (await self.browser.post(f"{self.path}/review", headers=headers)).json()

    async def status(self, **headers: str) -> Any:
        return (await self.browser.get(f"{self.path}/review", headers=headers)).json()

    async def report(self) -> Any:
        return (await self.browser.get(f"{self.path}/review/report")).json()

    async def until(self, **wanted: Any) -> Any:
        """The status, once it is like that."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                found = await self.status()
                if wanted.items() <= found.items():
                    return found
                assert found["state"] != "failed", found
                await asyncio.sleep(0.01)


async def finished(context: QuickContext, *people: Person) -> str:
    """The id of a game of tricks that is over."""
    context.clock.advance(1_000)
    table = await context.sit("tricks", *people)
    await context.finish(table)
    newest = await context.store.games.newest(table.now.id)
    assert newest
    return newest.id


@pytest.fixture
async def client(context: QuickContext, reviewer: Path, browser: AsyncClient, ann: Person, bob: Person) -> ReviewClient:
    return ReviewClient(browser, f"/api/games/{await finished(context, ann, bob)}")


async def test_a_quick_report_is_followed_by_the_exact_one(
    context: QuickContext, client: ReviewClient, reviewer: Path
) -> None:
    assert (await client.status())["state"] == "none"
    assert (await client.browser.get(f"{client.path}/review/report")).json()["error"]["key"] == "review_not_here"
    assert not context.own_reviews.running
    started = await client.ask()
    assert started["state"] in ("waiting", "running")
    await client.until(state="done")
    done = await client.until(refined=True)
    assert done == {"state": "done", "progress": 1.0, "before": 0, "refined": True, "problem": None}
    report = await client.report()
    assert (report["players"], report["worlds"]) == (["Ann", "Bob"], EXACT_SETTINGS.worlds)
    assert report["process"] != os.getpid()
    assert report["niceness"] == min(19, os.nice(0) + REVIEW_NICENESS)
    assert {file.name for file in reviewer.glob("reviewing-*")} == {
        f"reviewing-{QUICK_SETTINGS.worlds}",
        f"reviewing-{EXACT_SETTINGS.worlds}",
    }
    # Whoever asks now gets what there is.
    assert await client.ask() == done
    assert len(await context.rows(select(jobs.c.id))) == 2


async def test_its_progress_and_its_place_in_the_queue_are_told(
    context: QuickContext, client: ReviewClient, reviewer: Path, ann: Person, bob: Person
) -> None:
    (reviewer / "wait").touch()
    other = ReviewClient(client.browser, f"/api/games/{await finished(context, ann, bob)}")
    await client.ask()
    await client.until(state="running", progress=0.5)
    assert (await other.ask()) == {"state": "waiting", "progress": 0.0, "before": 1, "refined": False, "problem": None}
    async with visitor(app_of(context), context) as somebody:  # may look, but asks for none
        assert (await ReviewClient(somebody, other.path).status())["before"] == 1
        assert (await somebody.post(f"{other.path}/review")).status_code == 401
    (reviewer / "wait").unlink()
    # The quick report of the second comes before the exact one of the first.
    await other.until(state="done")
    await client.until(refined=True)


async def test_the_server_leaves_reviews_to_workers_while_there_are_any(
    context: QuickContext, client: ReviewClient, reviewer: Path
) -> None:
    jobs, process = context.store.jobs, ReviewProcess()
    await jobs.see_worker("elsewhere", KINDS)
    assert (await client.ask())["state"] == "waiting"
    assert not context.own_reviews.running
    worker = Worker(jobs, KINDS, 0, context.bot_processes, ReviewTools(context.store.reviews, process))
    running = asyncio.create_task(worker.run())
    await client.until(refined=True)
    assert not context.own_reviews.process.alive
    worker.stop()
    await running
    await process.close()
    assert worker.outcomes == {"done": 2}


async def test_a_process_that_crashes_once_is_replaced(client: ReviewClient, reviewer: Path) -> None:
    (reviewer / "crash").touch()
    await client.ask()
    await client.until(refined=True)
    assert not list(reviewer.glob("crash*"))


async def test_one_that_crashes_again_is_given_up_with_a_sentence(client: ReviewClient, reviewer: Path) -> None:
    for number in range(4):  # two attempts at each of the two reports
        (reviewer / f"crash{number}").touch()
    await client.ask()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (found := await client.status(**{"Accept-Language": "fr"}))["state"] != "failed":
            await asyncio.sleep(0.01)
    assert "échoué deux fois" in found["problem"]
    assert "failed twice" in (await client.status())["problem"]
    assert not list(reviewer.glob("crash*"))
    again = await client.ask()
    assert again["state"] in ("waiting", "running", "done")
    await client.until(refined=True)


@pytest.mark.one_process("what one instance counts the others know a moment later")
async def test_one_may_have_only_so_many_made_at_once_and_in_a_day(
    context: QuickContext,
    client: ReviewClient,
    reviewer: Path,
    ann: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewing, "MAX_UNFINISHED_REVIEWS", 1)
    other = ReviewClient(client.browser, f"/api/games/{await finished(context, ann, bob)}")
    (reviewer / "wait").touch()
    await client.ask()
    refused = await other.browser.post(f"{other.path}/review", headers={"Accept-Language": "fr"})
    assert (refused.status_code, refused.json()["error"]["key"]) == (429, "reviews_unfinished")
    assert "analyses sont en cours" in refused.json()["error"]["text"]
    assert (await client.ask())["state"] in ("waiting", "running")  # the one that is being made may be asked for
    (reviewer / "wait").unlink()
    await client.until(refined=True)
    context.limits = RateLimits()
    monkeypatch.setattr(context.limits._windows["reviews"], "_amount", 1)
    context.limits.take("reviews", ann.id)
    refused = await other.browser.post(f"{other.path}/review")
    assert (refused.status_code, refused.json()["error"]["key"]) == (429, "reviews_too_many")


async def test_a_game_without_a_reviewer_says_so(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    answer = await browser.post(f"/api/games/{await finished(context, ann, bob)}/review")
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "review_unknown_game")
    assert (await browser.post("/api/games/nothing/review")).status_code == 404


async def test_a_review_goes_with_its_record(context: QuickContext, browser: AsyncClient, reviewer: Path) -> None:
    id = (await browser.post("/api/records", json=played("tricks"))).json()["id"]
    client = ReviewClient(browser, f"/api/records/{id}")
    await client.ask()
    await client.until(refined=True)
    assert (await client.report())["players"] == ["Ann", "Bob", "Cy"]
    assert await context.rows(select(reviews.c.id)) == [(id,)]
    assert (await browser.delete(f"/api/records/{id}")).status_code == 204
    assert await context.rows(select(reviews.c.id)) == []
    assert (await browser.get(f"/api/records/{id}/review")).status_code == 404


async def test_a_record_that_goes_meanwhile_leaves_nothing(
    context: QuickContext, browser: AsyncClient, reviewer: Path
) -> None:
    id = (await browser.post("/api/records", json=played("tricks"))).json()["id"]
    client = ReviewClient(browser, f"/api/records/{id}")
    (reviewer / "wait").touch()
    await client.ask()
    await client.until(state="running", progress=0.5)
    await browser.delete(f"/api/records/{id}")
    (reviewer / "wait").unlink()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await context.rows(select(jobs.c.id).where(jobs.c.finished.is_(None))):
            await asyncio.sleep(0.01)
    assert await context.rows(select(reviews.c.id)) == []


async def test_who_is_deleted_leaves_no_name_in_reviews(
    context: QuickContext, client: ReviewClient, reviewer: Path, ann: Person
) -> None:
    (reviewer / "wait").touch()
    await client.ask()
    assert await context.rows(select(reviews.c.person)) == [(ann.id,)]
    await context.people.delete(ann)
    assert await context.rows(select(reviews.c.person)) == [(None,)]
    (reviewer / "wait").unlink()
    await client.until(refined=True)
    assert (await client.report())["players"] == ["Player 1", "Bob"]


async def test_a_game_is_compared_with_ones_own_earlier_ones(
    context: QuickContext, client: ReviewClient, reviewer: Path, ann: Person, bob: Person
) -> None:
    (reviewer / "figures").touch()
    first = client.path.split("/")[-1]
    second, third = await finished(context, ann, bob), await finished(context, bob, ann)
    later = ReviewClient(client.browser, f"/api/games/{third}")

    async def earlier(browser: AsyncClient, id: str) -> list[tuple[str, Any]]:
        found = (await browser.get(f"/api/games/{id}/review/earlier")).json()["games"]
        return [(one["game"], one["figures"]) for one in found]

    assert await earlier(client.browser, third) == []
    # Nobody has asked for the earlier ones: they are looked at with this one.
    await later.ask()
    await later.until(state="done")
    found = await earlier(client.browser, third)
    assert [game for game, _ in found] == [first, second]
    assert all(figures["cards"] > 0 and figures["unknown"] is None for _, figures in found)
    assert [game for game, _ in await earlier(client.browser, second)] == [first]
    assert (await ReviewClient(client.browser, f"/api/games/{second}").status())["state"] == "none"
    async with visitor(app_of(context), context) as somebody:
        assert (await somebody.get(f"/api/games/{third}/review/earlier")).status_code == 401
    async with visitor(app_of(context), context, bob) as other:
        assert len(await earlier(other, third)) == 2
    await later.until(refined=True)

    exported = (await client.browser.get("/api/me/export")).json()["games"]
    assert [game["figures"] for game in exported[:2]] == [figures for _, figures in found]
    await context.people.delete(ann)
    kept = select(seats.c.person, seats.c.figures, seats.c.play_decisions)
    for person, figures, decisions in await context.rows(kept):
        assert (figures is None, decisions is None) == (person == ann.id, person == ann.id)
    await context.store.reviews.keep_sums(first, [SeatSums(seat, 1.0, 1.0, 1, "{}") for seat in range(2)])
    gone = select(seats.c.figures).where(seats.c.person == ann.id)
    assert {figures for (figures,) in await context.rows(gone)} == {None}


def test_sentences_of_a_report_have_the_names_of_now() -> None:
    report = {"players": ["Player 1", "Player 2"], "why": "with 3 cards Player 2 takes nothing; Player 10 is nobody"}
    named = json.loads(with_names(zlib.compress(json.dumps(report).encode()), ["Player 2", 'A "B" \\ é']))
    assert named["players"] == ["Player 2", 'A "B" \\ é']
    assert named["why"] == 'with 3 cards A "B" \\ é takes nothing; Player 10 is nobody'


async def test_it_goes_on_after_a_restart(tmp_path: Path, store: str, reviewer: Path) -> None:
    (reviewer / "wait").touch()
    async with QuickContext(tmp_path / "data") as context:
        people = [await context.people.guest(name) for name in ("Ann", "Bob")]
        path = f"/api/games/{await finished(context, *people)}"
        async with visitor(app_of(context), context, people[0]) as browser:
            await ReviewClient(browser, path).ask()
            await ReviewClient(browser, path).until(state="running", progress=0.5)
    (reviewer / "wait").unlink()
    async with QuickContext(tmp_path / "data") as context, visitor(app_of(context), context) as browser:
        await ReviewClient(browser, path).until(refined=True)
