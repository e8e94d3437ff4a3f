"""Checks that a game's table rules conform to ``wonderland.core.table.TableRules``, by playing it at random."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from wonderland.bots import registry as bots
from wonderland.core.cards import read_card
from wonderland.core.changes import changes
from wonderland.core.errors import Unreadable
from wonderland.core.options import options_of
from wonderland.core.table import TableRules
from wonderland.games.registry import AnyGame
from wonderland.records.writing import encode
from wonderland.testing.game import NotConforming


def check_table(game: AnyGame, table: TableRules | None = None, games: int = 3, seed: int = 0) -> None:
    """Play ``games`` random games with every number of players; raises ``NotConforming`` at the first fault.

    ``table`` is the game's own unless another one is given.
    """
    table = table or game.table
    options = table.options({})
    options_of(table.Options)  # raises what cannot be offered as a choice
    _expect(table.options(msgspec.to_builtins(options)) == options, "options must accept what they gave")
    try:
        table.options({"no such option": True})
        raise NotConforming("an option that does not exist must be refused")
    except Unreadable:
        pass
    substitute = bots.kit(game.name).substitute
    plays = bots.find(substitute).game in ("", game.name)
    _expect(plays, f"the substitute must be a bot that plays {game.name}, not {substitute}")
    for players in game.seats:
        for number in range(games):
            random = Random(f"{seed} {game.name} {players} {number}")
            _check_one(game, table, [f"Player {seat}" for seat in range(players)], options, random)


def _check_one(game: AnyGame, table: TableRules, players: list[str], options: Any, random: Random) -> None:
    series = table.series(len(players), options)
    deal = table.deal(players, options, None, series, random)
    state = game.deal(deal)
    while game.outcome(state) is None:
        able = [seat for seat in range(len(players)) if game.legal(state, seat)]
        waits = table.waiting(state)
        if table.live:
            _expect(not waits, "where everybody acts at once, the table waits for nobody", state)
        else:
            _expect(bool(waits) and set(waits) <= set(able), "the table waits for those who can do something", state)
        _check_own(game, table, state)
        seat = able[int(random.random() * len(able))]
        legal = game.legal(state, seat)
        before, state = state, game.apply(state, seat, legal[int(random.random() * len(legal))])
        _check_changes(game, table, before, state)
    _check_own(game, table, state)
    _check_end(game, table, state, table.add(series, state))
    again = table.deal(players, options, deal, series, random)
    _expect(len(game.deal(again).players) == len(players), "another game has the same players", state)


def _check_own(game: AnyGame, table: TableRules, state: Any) -> None:
    public = game.view(state, None)
    _expect(type(public) is table.View, f"views must be of the type {table.View.__name__} that the table names", state)
    for seat in range(len(state.players)):
        mine, own = game.view(state, seat), table.own(state, seat)
        if table.secret is not None:
            _expect(own.keys() == table.secret, f"own must give the secret fields of seat {seat}, no others", state)
        same = mine == replace(public, seat=seat, **own)
        _expect(same, f"the view of seat {seat} must be a spectator's and its own fields", state)
        explanation = table.explain(mine)
        kind = type(None) if table.Explanation is None else table.Explanation
        _expect(isinstance(explanation, kind), f"an explanation must be of the type {kind.__name__}", state)
        encode(explanation)


def _check_changes(game: AnyGame, table: TableRules, before: Any, after: Any) -> None:
    found = table.view_changes(before, after)
    compared = changes(game.view(before, None), game.view(after, None), "view")
    _expect(found is None or found == compared, f"view_changes must give {compared}, not {found}", before)


def _check_end(game: AnyGame, table: TableRules, state: Any, series: Any) -> None:
    outcome: Any = game.outcome(state)
    standings = table.standings(state)
    first = tuple(seat for seat, standing in enumerate(standings) if standing.place == 1)
    _expect(first == tuple(outcome.winners), f"those in the first place {first} must be the winners", state)
    measures = table.measures(state)
    _expect(tuple(measures) == table.measure_names, "measures must have the names in measure_names", state)
    by_seat = all(len(numbers) == len(standings) for numbers in measures.values())
    _expect(by_seat, "each measure must have one number per seat", state)
    result = table.result(state, series)
    shown = {key: result.get(key) for key in game.result(state)}
    _expect(encode(shown) == encode(game.result(state)), "the result must hold what replaying the record gives", state)
    try:
        msgspec.convert(msgspec.json.decode(encode(result)), table.Result, dec_hook=read_card)
    except msgspec.ValidationError as problem:
        raise NotConforming(f"the result must be a {table.Result.__name__}: {problem}\n{state}") from problem


def _expect(true: bool, fault: str, state: Any = "") -> None:
    if not true:
        raise NotConforming(f"{fault}\n{state}".rstrip())
