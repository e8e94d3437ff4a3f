"""Does a game know how it is played at a table? ``check_customs`` plays it at random and looks."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from wonderland.bots import registry as bots
from wonderland.core.customs import Customs
from wonderland.core.errors import Unreadable
from wonderland.games.registry import AnyGame
from wonderland.records.writing import encode
from wonderland.testing.game import NotConforming


def check_customs(game: AnyGame, customs: Customs, games: int = 3, seed: int = 0) -> None:
    """Play ``games`` random games with every number of players; raises ``NotConforming`` at the first fault."""
    options = customs.options({})
    _expect(customs.options(options) == options, "options must accept what they gave")
    try:
        customs.options({"no such option": True})
        raise NotConforming("an option that does not exist must be refused")
    except Unreadable:
        pass
    _expect(customs.stand_in in bots.ladder(game.name), f"stand_in must be a bot of the ladder, not {customs.stand_in}")
    for players in game.seats:
        for number in range(games):
            random = Random(f"{seed} {game.name} {players} {number}")
            _check_one(game, customs, [f"Player {seat}" for seat in range(players)], options, random)


def _check_one(game: AnyGame, customs: Customs, players: list[str], options: dict[str, Any], random: Random) -> None:
    series = customs.series(len(players), options)
    deal = customs.deal(players, options, None, series, random)
    state = game.deal(deal)
    while game.outcome(state) is None:
        able = [seat for seat in range(len(players)) if game.legal(state, seat)]
        waits = customs.waits_for(state)
        if customs.live:
            _expect(not waits, "where everybody acts at once, the table waits for nobody", state)
        else:
            _expect(bool(waits) and set(waits) <= set(able), "the table waits for those who can do something", state)
        _check_own(game, customs, state)
        seat = able[int(random.random() * len(able))]
        legal = game.legal(state, seat)
        state = game.apply(state, seat, legal[int(random.random() * len(legal))])
    _check_own(game, customs, state)
    _check_end(game, customs, state, customs.add(series, state))
    again = customs.deal(players, options, deal, series, random)
    _expect(len(game.deal(again).players) == len(players), "another game has the same players", state)


def _check_own(game: AnyGame, customs: Customs, state: Any) -> None:
    public = game.view(state, None)
    for seat in range(len(state.players)):
        mine = game.view(state, seat)
        own = replace(public, seat=seat, **customs.own(state, seat))
        _expect(mine == own, f"the view of seat {seat} must be a spectator's and its own fields", state)
        encode(customs.guide(mine))


def _check_end(game: AnyGame, customs: Customs, state: Any, series: Any) -> None:
    outcome: Any = game.outcome(state)
    standings = customs.standings(state)
    first = tuple(seat for seat, standing in enumerate(standings) if standing.place == 1)
    _expect(first == tuple(outcome.winners), f"those in the first place {first} must be the winners", state)
    result = customs.result(state, series)
    encode(result)
    shown = {key: result.get(key) for key in game.result(state)}
    _expect(encode(shown) == encode(game.result(state)), "the result must hold what replaying the record gives", state)


def _expect(true: bool, fault: str, state: Any = "") -> None:
    if not true:
        raise NotConforming(f"{fault}\n{state}".rstrip())
