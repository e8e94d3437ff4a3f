"""The text of a state of Nimble: readable, and read back to an equal state."""

from __future__ import annotations

from collections import Counter

from wonderland.core import notation as text
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, choice
from wonderland.games.nimble.cards import PACK, Card
from wonderland.games.nimble.rules import SEATS
from wonderland.games.nimble.state import PILE_COUNT, Options, Pile, Placed, State

STATE_KEYS = ("players", "errors", "assist", "piles", "hands", "discards", "fresh")


def write_state(state: State) -> str:
    piles = (" ".join(f"{on.card}{on.seat}" for on in pile) for pile in state.piles)
    return text.write_lines(
        {
            "players": text.write_players(state.players),
            "errors": state.options.errors,
            "assist": "yes" if state.options.assist else "no",
            "piles": " / ".join(piles),
            "hands": text.write_seats(state.hands),
            "discards": text.write_seats(state.discards),
            "fresh": " ".join(map(str, state.fresh)),
        }
    )


def read_state(source: str) -> State:
    """The state whose text this is; what cannot be a state of Nimble is refused by its line."""
    lines = text.read_lines(source, STATE_KEYS)
    players = text.read_players(lines["players"], SEATS)
    with at("at_key", key="errors"):
        errors = choice(lines["errors"], ["fewest", "out"])
    with at("at_key", key="assist"):
        assist = choice(lines["assist"], ["yes", "no"]) == "yes"
    state = State(
        players=players,
        options=Options(errors, assist),
        piles=tuple(_pile(part, len(players)) for part in lines["piles"].split("/")),
        hands=text.read_seats(Card, lines["hands"]),
        discards=text.read_seats(Card, lines["discards"]),
        fresh=text.read_numbers(lines["fresh"]),
    )
    _conserved(state)
    return state


def _pile(part: str, players: int) -> Pile:
    """``RB0 BO1``: a card and the seat whose back it has, bottom first."""
    placed = []
    for word in part.split():
        if word[-1:] not in [str(seat) for seat in range(players)]:
            raise Unreadable("placed_wrong", value=shown(word)).within("at_key", key="piles")
        placed.append(Placed(Card(word[:-1]), int(word[-1])))
    return tuple(placed)


def _conserved(state: State) -> None:
    """Three piles, every seat's part of every line, and every pack whole (N1)."""
    seats = len(state.players)
    for key, expected in {"piles": PILE_COUNT, "hands": seats, "discards": seats, "fresh": seats}.items():
        found = len(getattr(state, key))
        if found != expected:
            raise Unreadable("list_length", length=expected, found=found).within("at_key", key=key)
    for pile in state.piles:
        if not pile:
            raise Unreadable("pile_empty").within("at_key", key="piles")
    for seat in range(seats):
        placed = [on.card for pile in state.piles for on in pile if on.seat == seat]
        cards = Counter([*placed, *state.hands[seat], *state.discards[seat]])
        if cards != Counter(PACK):
            twice = [card for card, number in cards.items() if number > 1]
            raise Unreadable("state_cards", twice=twice, missing=[card for card in PACK if card not in cards])
        if not 0 <= state.fresh[seat] <= len(state.hands[seat]):
            raise Unreadable("fresh_wrong").within("at_key", key="fresh")
