"""The moves of the running game, for those who come late: public, from the first on, with the bots' among them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.kit import Client, TestContext, legal
from wonderland.core.changes import apply
from wonderland.server.tables import past_moves as module
from wonderland.server.tables.entries import AwayEntry
from wonderland.server.tables.past_moves import PastMoves, past_moves
from wonderland.server.tables.table import Table


def told(table: Table, after: int = 0) -> PastMoves:
    return past_moves(*table.saved_moves(), after)


async def play_turns(context: TestContext, table: Table, clients: list[Client], turns: int) -> None:
    for _ in range(turns):
        for seat in table.now.waiting[:1]:
            await clients[seat].play(legal(table.now, seat)[0])
    await context.settle()


def as_json(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data, enc_hook=str))


def final_view(moves: PastMoves) -> Any:
    view = as_json(moves.view)
    for move in moves.moves:
        view = apply(view, as_json(move.changes))
    return view


async def test_the_moves_lead_from_the_deal_to_what_a_spectator_sees_now(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    assert told(table).moves == []
    await play_turns(context, table, clients, 5)
    all_moves = told(table)
    assert [move.by.action for move in all_moves.moves] == [act.action for _, act in table.actions]
    assert all_moves.version == table.now.version
    assert final_view(all_moves) == as_json(table.now.rules.view(table.now.game_state, None))
    later = told(table, after=3)
    assert (later.after, later.moves) == (3, all_moves.moves[3:])
    assert final_view(later) == final_view(all_moves)


async def test_moves_of_a_substitute_are_marked(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    await play_turns(context, table, clients, 2)
    absent = table.now.waiting[0]
    clients[absent].vanish()
    await context.settle()
    await context.ask(table, [AwayEntry(absent, table.now.substitute, "away")])
    await context.advance(20_000)
    clients[absent].connect()
    await context.settle()
    await play_turns(context, table, clients, 2)
    bots = [move.bot for move in told(table).moves]
    assert bots == [None, None, table.now.substitute, None, None]


async def test_what_is_secret_is_told_without_the_action_to_the_one_who_did_it_too(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    while table.now.game_state.phase == "play":
        await play_turns(context, table, clients, 1)
    seat = table.now.waiting[0]
    await clients[seat].play(legal(table.now, seat)[0])
    last = told(table).moves[-1]
    assert (last.by.seat, last.by.action) == (seat, None)


async def test_only_the_latest_moves_are_told(context: TestContext, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MOVES", 3)
    table, clients = await context.seated("Ann", "Bob")
    await play_turns(context, table, clients, 7)
    assert (told(table).after, len(told(table).moves)) == (4, 3)
    assert final_view(told(table)) == as_json(table.now.rules.view(table.now.game_state, None))


async def test_nothing_is_told_before_it_is_on_disk(context: TestContext) -> None:
    table, clients = await context.seated("Ann", "Bob")
    await play_turns(context, table, clients, 2)
    seat = table.now.waiting[0]
    table.act(seat, str(legal(table.now, seat)[0]), "unsaved", table.now.version)
    assert (len(table.actions), len(told(table).moves)) == (3, 2)
    await context.settle()
    assert len(told(table).moves) == 3


async def test_a_table_without_a_game_has_no_moves(context: TestContext) -> None:
    table = await context.table(await context.person("Ann"))
    assert (told(table).number, told(table).moves) == (0, [])
