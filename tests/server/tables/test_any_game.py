"""Games that the server knows nothing of, registered by one line each, are played at its tables like ours."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select

from games.examples import example_games as example_games
from games.tricks.cards import DECK
from server.kit import Client, TestContext, legal
from server.rows import read_rows
from wonderland.records.reading import decode
from wonderland.server.store.sql.schema import games
from wonderland.server.tables.replay_pages import replay_page

pytestmark = pytest.mark.usefixtures("example_games")


async def at_a_table(context: TestContext, *bots: str) -> tuple[list[Client], Client]:
    """Ann and Bob, with clients that know nothing of the game, some bots, and somebody who watches."""
    people = [await context.person(name) for name in ("Ann", "Bob")]
    table = await context.table(people[0], "tricks", " ".join(["me", "open", *bots]), rated=not bots)
    clients = [Client(context, table, person, plain=True) for person in people]
    watcher = Client(context, table, None, plain=True)
    await context.sit(table, people[1])
    for client in (*clients, watcher):
        client.connect()
    await context.settle()
    for client in (*clients, watcher):
        client.read()
    return clients, watcher


async def play(context: TestContext, clients: list[Client]) -> None:
    """Everyone does the first of the actions that the server offers, until the game is over."""
    while clients[0].table_view["phase"] == "playing":
        waiting = [client for client in clients if client.seat in client.table_view["waiting"]]
        for client in waiting:
            offered = [one["action"] for one in client.plain["actions"]]
            assert offered == list(map(str, legal(context.tables.find(client.id).now, client.seat or 0)))
            assert (await client.play(offered[0]))["type"] == "accepted"
        if not waiting:
            await context.advance(5_000)
        for client in clients:
            client.read()


async def test_a_game_is_played_to_its_end_by_its_text_and_its_actions(context: TestContext) -> None:
    clients, watcher = await at_a_table(context, "random")
    assert clients[0].plain["text"].startswith("turn: 0\nhand: ")
    await play(context, clients)
    for client in (*clients, watcher):
        client.check()
    view = clients[0].table_view
    assert sum(view["result"]["tricks"]) == 4
    best = [seat for seat, standing in enumerate(view["standings"]) if standing["place"] == 1]
    assert best == view["result"]["winners"]
    assert watcher.plain["actions"] == []


async def test_every_action_tells_who_did_what(context: TestContext) -> None:
    clients, watcher = await at_a_table(context)
    await play(context, clients)
    done = [message["by"] for message in watcher.heard("event") if message["by"]]
    assert len(done) == 8
    assert {by["seat"] for by in done} == {0, 1}
    assert all(by["action"] in map(str, DECK) for by in done)


async def test_hands_stay_hidden(context: TestContext) -> None:
    """Nobody is sent a card that is neither theirs nor on the table."""
    clients, watcher = await at_a_table(context, "random")
    state = context.tables.find(watcher.id).now.game_state
    hands = [set(map(str, hand)) for hand in state.hands]
    for client in (*clients, watcher):
        client.read()
        said = "".join(client.frames)
        hidden = set(map(str, DECK)) - (hands[client.seat] if client.seat is not None else set())
        assert not [card for card in hidden if f'"{card}"' in said or f" {card} " in said]


async def test_another_world_that_looks_the_same_to_a_seat_is_told_the_same(context: TestContext) -> None:
    clients, watcher = await at_a_table(context)
    state = context.tables.find(watcher.id).now
    rules, random = state.rules, Random(1)
    for client in (*clients, watcher):
        other = rules.reshuffle(state.game_state, client.seat, random)
        assert other != state.game_state
        assert rules.view(other, client.seat) == rules.view(state.game_state, client.seat)


async def test_its_record_is_kept_replayed_and_rated(context: TestContext) -> None:
    clients, _ = await at_a_table(context)
    await play(context, clients)
    await context.advance(5_000)
    clients[0].read()
    assert clients[0].table_view["ratings"] is not None
    (row,) = await read_rows(context.store, select(games))
    page = replay_page(decode(row.record), "0", as_text=True)
    assert len(page.steps) == 8
    assert page.plain
    assert page.plain.text.startswith("turn: ")
    assert page.steps[-1].by.action in list(map(str, DECK))


async def test_a_live_game_is_driven_by_its_own_bots(context: TestContext) -> None:
    (client,) = (await context.seated("Ann", game="berries", bots=["squirrel", "squirrel"]))[1]
    await context.advance(60_000)
    client.check()
    assert client.table_view["phase"] == "over"
    assert client.table_view["view"]["stored"][0] == 0, "Ann did nothing"
    assert sum(client.table_view["view"]["stored"]) == 18
    times = [(message["at"], message["by"]["seat"]) for message in client.heard("event") if message["by"]]
    first = [at for at, seat in times if seat == 1]
    assert first[1] - first[0] == 400, "at its own pace"
