"""Text and records: everything rebuilds itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from games.tricks import rules
from games.tricks.cards import DECK, Card
from games.tricks.rules import Deal, Play, State
from wonderland.core import fields
from wonderland.core.fields import Data, at, field
from wonderland.core.game import Done, Step
from wonderland.core.notation import read_cards, read_lines, read_number, read_numbers, read_players
from wonderland.core.shuffle import shuffled


def shuffle(players: Sequence[str], random: Random) -> Deal:
    return Deal(tuple(players), shuffled(DECK, random))


def read_state(text: str) -> State:
    lines = read_lines(text, ("players", "hands", "leader", "trick", "won"))
    return State(
        read_players(lines["players"], rules.SEATS),
        tuple(read_cards(Card, hand) for hand in lines["hands"].split("/")),
        read_number(lines["leader"]),
        read_cards(Card, lines["trick"]),
        read_numbers(lines["won"]),
    )


def read_action(text: str) -> Play:
    return Play(Card(text))


def read_deal(record: Data) -> Deal:
    with field(record, "players") as value:
        players = fields.names(value, rules.SEATS)
    with field(record, "deck") as value:
        return Deal(players, fields.whole_pack(value, Card, DECK))


def record(deal: Deal, actions: Iterable[Done[Play]]) -> dict[str, Any]:
    return {
        "game": "tricks",
        "players": list(deal.players),
        "deck": [str(card) for card in deal.deck],
        "cards": [str(done.action) for done in actions],
    }


def steps(record: Data) -> Iterator[Step[State, Play]]:
    state = rules.deal(read_deal(record))
    yield Step(state)
    with field(record, "cards") as value:
        played = fields.items(value)
    for number, text in enumerate(played, 1):
        with at("at_move", number=number):
            seat, action = state.turn or 0, Play(Card(text))
            state = rules.apply(state, seat, action)
        yield Step(state, seat, action)


def result(state: State) -> dict[str, Any]:
    end = rules.outcome(state)
    return {"game": "tricks", "finished": end is not None, "tricks": state.won, "winners": end and end.winners}
