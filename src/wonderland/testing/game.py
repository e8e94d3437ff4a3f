"""Checks that a game conforms to ``wonderland.core.game.Game``, by playing it at random.

It knows no rule of any game. What it checks at every step, for every number of players:

- ``legal`` and ``check`` agree, ``apply`` raises what ``check`` says, and nothing changes a state;
- states and actions rebuild themselves from their text and from pickles;
- a view does not change when what its seat cannot know is dealt anew, and holds nothing that cannot be sent;
- a record replays to the same states, at every length, and its result can be sent;
- the rules page exists, in English at least.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.game import Done
from wonderland.games.registry import AnyGame, rules_page
from wonderland.messages import LANGUAGES
from wonderland.records.writing import encode

MAX_ACTIONS = 20_000  #: actions after which a random game counts as endless


class NotConforming(AssertionError):
    """What the game does wrong, and in which state."""


def check_game(game: AnyGame, games: int = 3, seed: int = 0, hidden: bool = True) -> None:
    """Play ``games`` random games with every number of players; raises ``NotConforming`` at the first fault.

    ``hidden=False`` is for a game in which everybody may know everything.
    """
    _check_rules_pages(game)
    _expect(game.rules_version >= 1, "rules_version must be a number from 1")
    for players in game.seats:
        for number in range(games):
            random = Random(f"{seed} {game.name} {players} {number}")
            _check_one(game, [f"Player {seat}" for seat in range(players)], random, hidden)


def _check_rules_pages(game: AnyGame) -> None:
    for lang in LANGUAGES:
        try:
            page = rules_page(game.name, lang)
        except (OSError, WonderlandError) as problem:
            raise NotConforming(f"{game.name} needs a RULES.{lang}.md beside its code: {problem}") from problem
        _expect(page.startswith("# "), f"RULES.{lang}.md of {game.name} must open with a title")


def _check_one(game: AnyGame, players: list[str], random: Random, hidden: bool) -> None:
    first, second = (game.shuffle(players, Random(copy)) for copy in [random.random()] * 2)
    _expect(first == second, "shuffle must give the same deal for the same random source")
    pool = _pool(game, players, random)
    state = game.deal(first)
    moved = any(game.reshuffle(state, None, random) != state for _ in range(5))
    _expect(moved or not hidden, "reshuffle moves nothing; a game that hides nothing says hidden=False", state)
    actions: list[Done[Any]] = []
    states = [state]
    while game.outcome(state) is None:
        _expect(len(actions) < MAX_ACTIONS, f"a random game has not ended after {MAX_ACTIONS} actions", state)
        moves = _moves(game, state)
        pool.update((str(action), action) for _, action in moves)
        # Checking a state is slow: check the early ones, and later ones ever more rarely.
        if len(actions) < 8 or random.random() < 16 / len(actions):
            _check_state(game, state, list(pool.values()), random)
        seat, action = moves[int(random.random() * len(moves))]
        state = game.apply(state, seat, action)
        actions.append(Done(seat, action))
        states.append(state)
    _check_state(game, state, list(pool.values()), random)
    _expect(not any(game.legal(state, seat) for seat in range(len(players))), "the game is over, yet goes on", state)
    _check_record(game, first, actions, states, random)


def _moves(game: AnyGame, state: Any) -> list[tuple[int, Any]]:
    moves = [(seat, action) for seat in range(len(state.players)) for action in game.legal(state, seat)]
    _expect(bool(moves), "the game has no outcome, but nobody may do anything", state)
    return moves


def _pool(game: AnyGame, players: list[str], random: Random) -> dict[str, Any]:
    """Actions that are legal in other random games; in this one ``legal`` and ``check`` must agree about each."""
    pool: dict[str, Any] = {}
    for _ in range(3):
        state = game.deal(game.shuffle(players, random))
        for _ in range(MAX_ACTIONS):
            if game.outcome(state) is not None:
                break
            moves = _moves(game, state)
            pool.update((str(action), action) for _, action in moves)
            state = game.apply(state, *moves[int(random.random() * len(moves))])
    return pool


def _check_state(game: AnyGame, state: Any, pool: list[Any], random: Random) -> None:
    text = str(state)
    _expect(game.read_state(text) == state, "read_state(str(state)) must give an equal state", state)
    _expect(str(game.read_state(text)) == text, "a state's text must be the same after reading it", state)
    _expect(pickle.loads(pickle.dumps(state)) == state, "a state must survive pickling", state)
    seats = range(len(state.players))
    for seat in seats:
        _check_actions(game, state, seat, pool)
    for unknown in (-1, len(seats)):
        _expect(game.check(state, unknown, pool[0]) is not None, f"seat {unknown} does not exist, yet may act", state)
        _expect(not game.legal(state, unknown), f"seat {unknown} does not exist, yet has something to do", state)
        try:
            game.view(state, unknown)
        except NotAllowed:
            continue
        raise NotConforming(f"seat {unknown} does not exist, yet has a view\n{state}")
    _expect(not game.choices(game.view(state, None)), "a spectator has nothing to choose", state)
    for seat in (*seats, None):
        _check_view(game, state, seat, random)
    _expect(str(state) == text, "check, legal, apply and view must not change the state", state)


def _check_actions(game: AnyGame, state: Any, seat: int, pool: list[Any]) -> None:
    legal = list(game.legal(state, seat))
    known = list(game.choices(game.view(state, seat)))
    _expect(known == legal, f"choices must give seat {seat} what legal allows: {_texts(legal)}", state)
    _expect(len({str(action) for action in legal}) == len(legal), "legal must not repeat itself", state)
    for action in legal:
        _expect(game.read_action(str(action)) == action, f"read_action must rebuild {action}", state)
        _expect(action in pool, f"{action!r} is legal now but was not offered before: is == right?", state)
    for action in pool:
        refusal = game.check(state, seat, action)
        fine = refusal is None
        _expect(fine == (action in legal), f"legal and check disagree about {action} of seat {seat}", state)
        try:
            game.apply(state, seat, action)
        except NotAllowed as raised:
            _expect(not fine and raised.key == refusal.key, f"apply refuses {action} otherwise than check", state)  # type: ignore[union-attr]  # not fine
            _expect(all(raised.say(lang) for lang in LANGUAGES), f"the refusal of {action} says nothing", state)
        else:
            _expect(fine, f"apply accepts {action} of seat {seat}, which check refuses", state)


def _texts(actions: list[Any]) -> str:
    return ", ".join(map(str, actions)) or "nothing"


def _check_view(game: AnyGame, state: Any, seat: int | None, random: Random) -> None:
    who = "a spectator" if seat is None else f"seat {seat}"
    try:
        seen = encode(game.view(state, seat))
    except (TypeError, NotImplementedError) as problem:
        raise NotConforming(f"the view of {who} holds what cannot be sent: {problem}\n{state}") from problem
    for _ in range(3):
        other = game.reshuffle(state, seat, random)
        _expect(encode(game.view(other, seat)) == seen, f"the view of {who} tells what it cannot know", state)


def _check_record(game: AnyGame, deal: Any, actions: list[Done[Any]], states: list[Any], random: Random) -> None:
    lengths = {0, len(actions), *(int(random.random() * len(actions)) for _ in range(5))}
    for length in sorted(lengths):
        record = msgspec.json.decode(encode(game.record(deal, actions[:length])))
        _expect(record.get("game") == game.name, "a record must name its game")
        _expect(game.read_deal(record) == deal, "read_deal must rebuild the deal of a record")
        steps = list(game.steps(record))
        _expect(len(steps) == length + 1, f"a record of {length} actions replays {len(steps) - 1}", states[length])
        for step, state in _in_order(steps, states, game, deal):
            _expect(step.state == state, "replaying a record must give the same states", state)
        result = msgspec.json.decode(encode(game.result(steps[-1].state)))
        over = game.outcome(steps[-1].state) is not None
        _expect(result.get("game") == game.name, "a result must name its game", states[length])
        _expect(result.get("finished") is over, "a result must say whether the game is finished", states[length])


def _in_order(steps: list[Any], states: list[Any], game: AnyGame, deal: Any) -> Iterator[tuple[Any, Any]]:
    """Pair the steps of a replay with the states of the game.

    A record may keep simultaneous actions by seat instead of by time: then the states are played again in
    the record's order, which must be legal and must end alike.
    """
    state = game.deal(deal)
    for step in steps:
        if step.seat is not None:
            state = game.apply(state, step.seat, step.action)
        yield step, state
    yield steps[-1], states[len(steps) - 1]


def _expect(fine: bool, fault: str, state: Any = None) -> None:
    if not fine:
        raise NotConforming(f"{fault}\n{state}" if state is not None else fault)
