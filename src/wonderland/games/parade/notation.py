"""The text of a state of Parade: readable, and read back to an equal state."""

from __future__ import annotations

import msgspec

from wonderland.core import notation as text
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, choice
from wonderland.games.parade.cards import DECK, Card
from wonderland.games.parade.rules import SEATS, check
from wonderland.games.parade.state import Cards, Discard, State, Trigger

STATE_KEYS = ("players", "first", "start", "parade", "hands", "front", "pile", "history", "trigger", "discards")


def write_state(state: State) -> str:
    trigger = state.trigger
    causes = ["colours"] * bool(trigger and trigger.colours) + ["pile"] * bool(trigger and trigger.pile)
    return text.write_lines(
        {
            "players": text.write_players(state.players),
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
    lines = text.read_lines(source, STATE_KEYS)
    players = text.read_players(lines["players"], SEATS)
    seats = {key: text.read_seats(Card, lines[key]) for key in ("hands", "front", "discards")}
    for key, found in seats.items():
        if len(found) != len(players):
            raise Unreadable("list_length", length=len(players), found=len(found)).within("at_key", key=key)
    cards = {key: text.read_cards(Card, lines[key]) for key in ("start", "parade", "pile", "history")}
    _conserved((*cards["parade"], *cards["pile"], *sum(seats["hands"], ()), *sum(seats["front"], ())))
    state = State(
        players=players,
        first=_first(lines["first"], len(players)),
        hands=seats["hands"],
        front=seats["front"],
        trigger=None,
        discards=tuple(aside or None for aside in seats["discards"]),
        **cards,
    )
    state = msgspec.structs.replace(state, trigger=_trigger(lines["trigger"], state))
    _chosen(state)
    return state


def _first(value: str, players: int) -> int:
    with at("at_key", key="first"):
        match text.read_numbers(value):
            case (first,) if first < players:
                return first
        raise Unreadable("integer_wrong", value=shown(value), low=0, high=players - 1)


def _trigger(value: str, state: State) -> Trigger | None:
    """``37 0 colours``: the turn, whose it was, and the cause or causes."""
    with at("at_key", key="trigger"):
        match value.split():
            case []:
                return None
            case [ply, seat, *causes] if causes:
                for cause in causes:
                    choice(cause, ["colours", "pile"])
                trigger = Trigger(text.read_number(ply), text.read_number(seat), "colours" in causes, "pile" in causes)
                turns = len(state.history) - trigger.ply
                whose = (state.first + trigger.ply - 1) % len(state.players)
                if trigger.ply >= 1 and trigger.seat == whose and 0 <= turns <= len(state.players):
                    return trigger
        raise Unreadable("trigger_wrong", value=shown(value))


def _chosen(state: State) -> None:
    """Only what is in the hand can have been set aside, and only when every turn has been played (P7)."""
    for seat, aside in enumerate(state.discards):
        if aside is not None:
            with at("at_key", key="discards"):
                before = msgspec.structs.replace(state, discards=(None,) * len(state.players))
                refusal = check(before, seat, Discard(aside))
                if refusal:
                    raise refusal


def _conserved(cards: Cards) -> None:
    """Every card of the deck lies somewhere, and only once (P1)."""
    if sorted(cards) != sorted(DECK):
        twice = [card for card in DECK if cards.count(card) > 1]
        missing = [card for card in DECK if card not in cards]
        raise Unreadable("state_cards", twice=twice, missing=missing)
