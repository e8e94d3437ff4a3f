"""Records of Nimble: written, read, replayed step by step, and the result that ``replay`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from wonderland.core import fields
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, at, field
from wonderland.core.game import Done, Step
from wonderland.core.shuffle import shuffled
from wonderland.games.nimble import rules
from wonderland.games.nimble.cards import PACK, Card
from wonderland.games.nimble.challenge import draw_setup
from wonderland.games.nimble.scoring import errors, outcome
from wonderland.games.nimble.state import PILE_COUNT, Action, Back, Deal, Flip, Options, Place, State, Turn

RECORD_VERSION = 1

_SIMPLE: dict[str, Action] = {"flip": Flip(), "back": Back(), "turn": Turn()}


def shuffle(
    players: Sequence[str],
    random: Random,
    *,
    options: Options | None = None,
    setup: Sequence[int] | None = None,
    fewest: Sequence[int] | None = None,
    of: tuple[int, int] | None = None,
) -> Deal:
    """Fresh packs. Who gives the set-up cards is the table's choice, else drawn among ``fewest`` (N2, N9).

    ``of`` is the round and the number of rounds in a Challenge.
    """
    number = len(players)
    packs = tuple(shuffled(PACK, random) for _ in players)
    chosen = tuple(setup) if setup else draw_setup(number, tuple(fewest or range(number)), random)
    if not rules.fair_setup(number, chosen):
        raise _unfair(number, chosen)
    return Deal(tuple(players), packs, chosen, options or Options(), of)


def record(deal: Deal, actions: Iterable[Done[Action]]) -> dict[str, Any]:
    """The record of a deal and what was done."""
    data: dict[str, Any] = {
        "game": "nimble",
        "version": RECORD_VERSION,
        "players": list(deal.players),
        "options": {"errors": deal.options.errors, "assist": deal.options.assist},
        "packs": [[str(card) for card in pack] for pack in deal.packs],
        "setup": list(deal.setup),
        "events": [event(done) for done in actions],
    }
    if deal.round:
        data["round"] = list(deal.round)
    return data


def event(done: Done[Action]) -> list[Any]:
    """``["flip", 0]`` or ``["place", 1, 2]``, and the time if there is one. What the player saw is not kept."""
    name, pile = ("place", [done.action.pile]) if isinstance(done.action, Place) else (str(done.action), [])
    return [name, done.seat, *pile, *([] if done.time is None else [done.time])]


def read_deal(data: Data) -> Deal:
    with field(data, "version") as value:
        fields.choice(value, [RECORD_VERSION])
    with field(data, "players") as value:
        players = fields.names(value, rules.SEATS)
    options = _read_options(data)
    with field(data, "packs") as value:
        packs = []
        for seat, pack in enumerate(fields.items(value, len(players))):
            with at("at_seat", seat=seat):
                packs.append(fields.whole_pack(pack, Card, PACK))
    with field(data, "setup") as value:
        setup = tuple(fields.integer(seat, 0, len(players) - 1) for seat in fields.items(value, PILE_COUNT))
        if not rules.fair_setup(len(players), setup):
            raise _unfair(len(players), setup)
    return Deal(players, tuple(packs), setup, options, _read_round(data, len(players)))


def _read_options(data: Data) -> Options:
    given = data.get("options", {})
    with at("at_key", key="options"):
        if not isinstance(given, dict):
            raise Unreadable("object_wrong", value=shown(given))
        with at("at_key", key="errors"):
            option = fields.choice(given.get("errors", "fewest"), ["fewest", "out"])
        with at("at_key", key="assist"):
            assist = fields.choice(given.get("assist", False), [True, False])
    return Options(option, assist)


def _read_round(data: Data, players: int) -> tuple[int, int] | None:
    if "round" not in data:
        return None
    with field(data, "round") as value:
        number, of = fields.items(value, 2)
        # A Challenge has as many rounds as players (N9).
        return fields.integer(number, 1, players), fields.integer(of, players, players)


def _unfair(players: int, setup: tuple[int, ...]) -> Unreadable:
    return Unreadable(f"setup_{players}", setup=", ".join(map(str, setup)))


def steps(data: Data) -> Iterator[Step[State, Action]]:
    """Replay a record; the first thing that is wrong is raised with its place."""
    state = rules.deal(read_deal(data))
    with field(data, "events") as value:
        events = fields.items(value)
    yield Step(state)
    for number, line in enumerate(events, 1):
        with at("at_event", number=number):
            done = read_event(line)
            state = rules.apply(state, done.seat, done.action)
        yield Step(state, *done)


def read_event(line: Any) -> Done[Action]:
    """``["flip", 0]``, ``["place", 1, 2]``; a time in milliseconds may follow and changes nothing."""
    match line:
        case [("flip" | "back" | "turn") as name, int() as seat, *time]:
            action = _SIMPLE[name]
        case ["place", int() as seat, int() as pile, *time]:
            action = Place(pile)
        case _:
            raise Unreadable("event_wrong", event=shown(line))
    # ``int()`` matches true as well, and nothing may follow the time.
    if not all(type(number) is int for number in line[1:]) or time[1:] or time < [0][: len(time)]:
        raise Unreadable("event_wrong", event=shown(line))
    return Done(seat, action, *time)


def result(state: State) -> dict[str, Any]:
    """What ``wonderland replay --json`` prints for a record that ends here."""
    end = outcome(state)
    return {
        "game": "nimble",
        "finished": end is not None,
        "end": end and end.end,
        "left": [state.left(seat) for seat in range(len(state.players))],
        "errors": errors(state),
        "titles": end and end.titles,
        "winners": end and end.winners,
        "piles": state.piles,
    }
