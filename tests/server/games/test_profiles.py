"""Profile, history, statistics and leaderboard, against figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import insert

from server.games.quick import QuickContext
from server.rows import write_rows
from wonderland.server.people import Person
from wonderland.server.store.sql.schema import games, people, played, ratings

#: Somebody's seat: person or bot, place, score and, maybe, why a bot held it.
Seat = tuple[Any, ...]


async def put(context: QuickContext, number: int, *seats: Seat, game: str = "parade", rated: bool = False) -> None:
    """A finished game, as one line of a score book: its number says when it ended."""
    values = {"id": f"g{number}", "table_id": f"t{number}", "number": 1, "game": game, "record": b"{}", "result": b"{}"}
    rows = [
        {
            "game_id": f"g{number}",
            "seat": seat,
            "game": game,
            "ended": number,
            "person": who.id if isinstance(who, Person) else None,
            "bot": None if isinstance(who, Person) else who,
            "name": who.name if isinstance(who, Person) else who,
            "place": place,
            "score": score,
            "second": 9,
            "left": left[0] if left else None,
        }
        for seat, (who, place, score, *left) in enumerate(seats)
    ]
    game_row = insert(games).values(**values, started=number, ended=number, rated=rated)
    await write_rows(context.store, game_row, (insert(played), rows))


@pytest.fixture
async def book(context: QuickContext, ann: Person, bob: Person, cy: Person) -> None:
    account = await context.people.claim(cy, "cyril", "12345678")
    robot = await context.people.make_bot(account, "Robot")
    await put(context, 1, (ann, 1, 10), (bob, 2, 20))
    await put(context, 2, (ann, 3, 31), (bob, 1, 5), (cy, 2, 6))
    await put(context, 3, (bob, 1, 3), (ann, 2, 12))
    await put(context, 4, (ann, 1, 8), ("rabbit", 2, 9))
    await put(context, 5, (robot, 2, 14), (ann, 1, 14), ("rabbit", 3, 40), (bob, 4, 50))
    # A bot held Ann's seat at the end; its points are not hers.
    await put(context, 6, (ann, 2, 0, "resigned"), (bob, 1, 60))
    # One device went round; and another game.
    await put(context, 7, (ann, 1, 1), (ann, 2, 2))
    await put(context, 8, (ann, 1, 4), (bob, 2, 7), game="nimble")


async def test_statistics(context: QuickContext, book: None, browser: AsyncClient, ann: Person, bob: Person) -> None:
    answer = await browser.get(f"/api/people/{ann.id}/statistics", params={"game": "parade"})
    assert answer.json() == {
        "game": "parade",
        "all": {"games": 6, "wins": 3, "mean_place": (1 + 3 + 2 + 1 + 1 + 2) / 6},
        "mean_score": (10 + 31 + 12 + 8 + 14) / 5,
        "best": 8,
        "worst": 31,
        "streak": -1,
        "by_players": [
            {"players": 2, "totals": {"games": 4, "wins": 2, "mean_place": 1.5}},
            {"players": 3, "totals": {"games": 1, "wins": 0, "mean_place": 3.0}},
            {"players": 4, "totals": {"games": 1, "wins": 1, "mean_place": 1.0}},
        ],
        "against": [
            {"who": "people", "totals": {"games": 4, "wins": 1, "mean_place": 2.0}},
            {"who": "bots", "totals": {"games": 1, "wins": 1, "mean_place": 1.0}},
            {"who": "both", "totals": {"games": 1, "wins": 1, "mean_place": 1.0}},
        ],
    }
    theirs = (await browser.get(f"/api/people/{bob.id}/statistics?game=parade")).json()
    assert (theirs["all"]["games"], theirs["all"]["wins"], theirs["streak"]) == (5, 3, 1)
    nimble = (await browser.get(f"/api/people/{ann.id}/statistics?game=nimble")).json()
    assert (nimble["all"]["games"], nimble["streak"], nimble["best"]) == (1, 1, 4)


async def test_statistics_of_somebody_who_has_not_played(
    context: QuickContext, browser: AsyncClient, cy: Person
) -> None:
    answer = (await browser.get(f"/api/people/{cy.id}/statistics?game=parade")).json()
    nothing = {"games": 0, "wins": 0, "mean_place": None}
    assert answer == {
        "game": "parade", "all": nothing, "mean_score": None, "best": None, "worst": None, "streak": 0,
        "by_players": [], "against": [],
    }  # fmt: skip


async def test_history_comes_in_pages_newest_first(
    context: QuickContext, book: None, browser: AsyncClient, ann: Person
) -> None:
    found: list[str] = []
    before: str | None = None
    pages = 0
    while True:
        query = "limit=3" + (f"&before={before}" if before else "")
        page = (await browser.get(f"/api/people/{ann.id}/games?{query}")).json()
        found += [game["id"] for game in page["games"]]
        pages += 1
        if not (before := page["next"]):
            break
    assert found == ["g8", "g7", "g6", "g5", "g4", "g3", "g2", "g1"]
    assert pages == 3
    (game,) = (await browser.get(f"/api/people/{ann.id}/games?game=nimble")).json()["games"]
    assert [(player["name"], player["place"], player["score"]) for player in game["players"]] == [
        ("Ann", 1, 4),
        ("Bob", 2, 7),
    ]


async def test_a_profile(context: QuickContext, browser: AsyncClient, ann: Person, bob: Person) -> None:
    table = await context.sit("parade", ann, bob)
    await context.finish(table)
    assert table.now.ratings
    profile = (await browser.get(f"/api/people/{ann.id}")).json()
    rating = {"game": "parade", "rating": int(table.now.ratings[0][1]), "games": 1, "established": False}
    assert profile == {
        "id": ann.id, "name": "Ann", "kind": "guest", "since": ann.created, "ratings": [rating], "games": {"parade": 1},
        "play": [],
    }  # fmt: skip
    (game,) = (await browser.get(f"/api/people/{bob.id}/games")).json()["games"]
    assert [player["rating"] for player in game["players"]] == [list(map(int, pair)) for pair in table.now.ratings]


async def test_a_guest_keeps_the_rating_as_an_account(context: QuickContext, ann: Person, bob: Person) -> None:
    await context.finish(await context.sit("parade", ann, bob))
    await context.people.claim(ann, "ann", "12345678")
    kept = await context.rows(ratings.select().where(ratings.c.person == ann.id))
    assert [row.games for row in kept] == [1]


async def test_the_leaderboard(context: QuickContext, browser: AsyncClient) -> None:
    lines: list[tuple[str, str, float, float, int, bool]] = [
        # name, kind, mu, sigma, games, banned; the rating is 1000 + 40 (mu - 3 sigma)
        ("first", "account", 30.0, 5.0, 20, False),  # 1600
        ("second", "account", 35.0, 7.0, 5, False),  # 1560
        ("also second", "account", 29.0, 5.0, 6, False),  # 1560
        ("fourth", "account", 20.0, 3.0, 50, False),  # 1440
        ("guest", "guest", 40.0, 2.0, 50, False),
        ("bot", "bot", 40.0, 2.0, 50, False),
        ("banned", "account", 40.0, 2.0, 50, True),
        ("new", "account", 40.0, 7.0, 4, False),
        ("unsure", "account", 60.0, 7.3, 9, False),
    ]
    for name, kind, mu, sigma, number, banned in lines:
        row = {"id": name, "kind": kind, "name": name, "epoch": 0, "created": 1, "seen": 1}
        rating = {"person": name, "mu": mu, "sigma": sigma, "games": number, "updated": 1}
        await write_rows(
            context.store,
            insert(people).values(**row, banned=banned, muted=False),
            insert(ratings).values(**rating, game="parade"),
        )
    board = (await browser.get("/api/leaderboards/parade")).json()
    assert [(line["place"], line["name"], line["rating"]) for line in board] == [
        (1, "first", 1600),
        (2, "also second", 1560),
        (2, "second", 1560),
        (4, "fourth", 1440),
    ]
    assert (await browser.get("/api/leaderboards/nimble")).json() == []


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/api/people/nobody", 404, "person_gone"),
        ("/api/people/nobody/games", 404, "person_gone"),
        ("/api/people/%F0%9F%A6%8A/statistics?game=parade", 404, "person_gone"),
        ("/api/people/{ann}/statistics?game=chess", 400, "http_unreadable"),
        ("/api/people/{ann}/statistics", 400, "http_unreadable"),
        ("/api/people/{ann}/games?before=yesterday", 400, "cursor_wrong"),
        ("/api/people/{ann}/games?limit=1000", 400, "http_unreadable"),
        ("/api/people/{ann}/games?game=chess", 400, "http_unreadable"),
        ("/api/leaderboards/chess", 400, "http_unreadable"),
    ],
)
async def test_what_is_refused(browser: AsyncClient, ann: Person, path: str, status: int, key: str) -> None:
    answer = await browser.get(path.replace("{ann}", ann.id))
    assert (answer.status_code, answer.json()["error"]["key"]) == (status, key)


async def test_who_is_gone_has_no_profile_and_no_name_in_the_others_history(
    context: QuickContext, browser: AsyncClient, ann: Person, bob: Person
) -> None:
    await context.finish(await context.sit("parade", ann, bob))
    await context.people.delete(bob)
    assert (await browser.get(f"/api/people/{bob.id}")).status_code == 404
    (game,) = (await browser.get(f"/api/people/{ann.id}/games")).json()["games"]
    assert [(player["name"], player["person"]) for player in game["players"]] == [("Ann", ann.id), ("Player 2", None)]
