"""Records of Parade: written, read, replayed step by step, and the result that ``replay`` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from wonderland.core import fields
from wonderland.core.errors import NotAllowed
from wonderland.core.fields import Data, at, field
from wonderland.core.game import Done, Step
from wonderland.core.shuffle import shuffled
from wonderland.games.parade import rules
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.scoring import Outcome, outcome
from wonderland.games.parade.state import DISCARD_SIZE, Action, Cards, Deal, Discard, Play, State

RECORD_VERSION = 1


def shuffle(players: Sequence[str], random: Random) -> Deal:
    """A fresh deal: a random first player and a shuffled deck (P2)."""
    return Deal(tuple(players), int(random.random() * len(players)), shuffled(DECK, random))


def record(deal: Deal, actions: Iterable[Done[Action]]) -> dict[str, Any]:
    """The record of a deal and what was done. ``discards`` appears once every turn is played."""
    moves: list[str] = []
    discards: dict[int, Cards] = {}
    for seat, action, _ in actions:
        if isinstance(action, Play):
            moves.append(str(action.card))
        else:
            discards[seat] = action.cards
    data: dict[str, Any] = {
        "game": "parade",
        "version": RECORD_VERSION,
        "players": list(deal.players),
        "first": deal.first,
        "deck": [str(card) for card in deal.deck],
        "moves": moves,
    }
    if discards or _turns_over(deal, moves):
        chosen = [discards.get(seat) for seat in range(len(deal.players))]
        data["discards"] = [cards and [str(card) for card in cards] for cards in chosen]
    return data


def _turns_over(deal: Deal, moves: Sequence[str]) -> bool:
    state = rules.deal(deal)
    for card in moves:
        assert state.turn is not None, "nobody plays after the last turn"
        state = rules.apply(state, state.turn, Play(Card(card)))
    return state.turn is None


def read_deal(data: Data) -> Deal:
    with field(data, "version") as value:
        fields.choice(value, [RECORD_VERSION])
    with field(data, "players") as value:
        players = fields.names(value, rules.SEATS)
    with field(data, "first") as value:
        first = fields.integer(value, 0, len(players) - 1)
    with field(data, "deck") as value:
        deck = fields.whole_pack(value, Card, DECK)
    return Deal(players, first, deck)


def steps(data: Data) -> Iterator[Step[State, Action]]:
    """Replay a record; the first thing that is wrong is raised with its place."""
    state = rules.deal(read_deal(data))
    with field(data, "moves") as value:
        moves = fields.items(value)
    yield Step(state)
    for number, text in enumerate(moves, 1):
        with at("at_move", number=number):
            # After the last turn it is nobody's turn: the rules refuse the play of any seat.
            seat, play = state.turn or 0, Play(Card(text))
            state = rules.apply(state, seat, play)
        yield Step(state, seat, play)
    if "discards" in data:
        with at("at_key", key="discards"):
            yield from _discards(state, data["discards"])


def _discards(state: State, value: object) -> Iterator[Step[State, Action]]:
    if state.turn is not None:
        raise NotAllowed("discards_early", plies=len(state.history))
    for seat, choice in enumerate(fields.items(value, len(state.players))):
        if choice is not None:
            with at("at_seat", seat=seat):
                aside = Discard(tuple(Card(text) for text in fields.items(choice, DISCARD_SIZE)))
                state = rules.apply(state, seat, aside)
            yield Step(state, seat, aside)


def result(state: State) -> dict[str, Any]:
    """What ``wonderland replay --json`` prints for a record that ends here."""
    trigger = state.trigger and {
        "ply": state.trigger.ply,
        "seat": state.trigger.seat,
        "colours": state.trigger.colours,
        "pile": state.trigger.pile,
    }
    shared = {"game": "parade", "finished": state.over, "plies": len(state.history)}
    end = outcome(state)
    if end is None:
        return {
            **shared,
            "turn": state.turn,
            "trigger": trigger,
            "parade": state.parade,
            "front": state.front,
            "hands": state.hands,
        }
    return {**shared, "trigger": trigger, "parade": state.parade, "front": state.front, **scores(end)}


def scores(end: Outcome) -> dict[str, Any]:
    """The part of a result that ``replay`` and ``score`` share."""
    return {"scores": end.scores, "cards": end.cards, "majorities": end.majorities, "winners": end.winners}
