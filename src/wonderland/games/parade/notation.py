"""The text of a state of Parade: readable, and read back to an equal state."""

from __future__ import annotations

import json

from wonderland.core import notation as text
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, names
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.rules import SEATS
from wonderland.games.parade.state import Cards, State, Trigger

KEYS = ("players", "first", "start", "parade", "hands", "front", "pile", "history", "trigger", "discards")


def write_state(state: State) -> str:
    trigger = state.trigger
    causes = ["colours"] * bool(trigger and trigger.colours) + ["pile"] * bool(trigger and trigger.pile)
    return text.write_lines(
        {
            "players": json.dumps(state.players, ensure_ascii=False),
            "first": str(state.first),
            "start": text.write_cards(state.start),
            "parade": text.write_cards(state.parade),
            "hands": text.write_seats(state.hands),
            "front": text.write_seats(state.front),
            "pile": text.write_cards(state.pile),
            "history": text.write_cards(state.history),
            "trigger": f"{trigger.ply} {trigger.seat} {' '.join(causes)}" if trigger else "",
            "discards": text.write_seats(cards or () for cards in state.discards),
        }
    )


def read_state(source: str) -> State:
    """The state whose text this is; what cannot be a state of Parade is refused by its line."""
    lines = text.read_lines(source, KEYS)
    with at("at_key", key="players"):
        try:
            players = names(json.loads(lines["players"]), SEATS)
        except ValueError:
            raise Unreadable("not_json_list", value=shown(lines["players"])) from None
    seats = {key: text.read_seats(Card, lines[key]) for key in ("hands", "front", "discards")}
    for key, found in seats.items():
        if len(found) != len(players):
            raise Unreadable("list_length", length=len(players), found=len(found)).within("at_key", key=key)
    cards = {key: text.read_cards(Card, lines[key]) for key in ("start", "parade", "pile", "history")}
    _conserved((*cards["parade"], *cards["pile"], *sum(seats["hands"], ()), *sum(seats["front"], ())))
    return State(
        players=players,
        first=_first(lines["first"], len(players)),
        hands=seats["hands"],
        front=seats["front"],
        trigger=_trigger(lines["trigger"]),
        discards=tuple(aside or None for aside in seats["discards"]),
        **cards,
    )


def _first(value: str, players: int) -> int:
    with at("at_key", key="first"):
        match text.read_numbers(value):
            case (first,) if 0 <= first < players:
                return first
        raise Unreadable("integer_wrong", value=shown(value), low=0, high=players - 1)


def _trigger(value: str) -> Trigger | None:
    if not value:
        return None
    ply, seat, *causes = value.split()
    numbers = text.read_numbers(f"{ply} {seat}")
    return Trigger(numbers[0], numbers[1], "colours" in causes, "pile" in causes)


def _conserved(cards: Cards) -> None:
    """Every card of the deck lies somewhere, and only once (P1)."""
    if sorted(cards) != sorted(DECK):
        twice = [card for card in DECK if cards.count(card) > 1]
        missing = [card for card in DECK if card not in cards]
        raise Unreadable("state_cards", twice=twice, missing=missing)
