"""A tiny game, written by following docs/adding-a-game.md to the letter: it keeps the guide true.

Two or three players hold one card each, 1 to 3. Everyone shows it once, in turn; the highest wins (H1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from wonderland.core import cards, fields
from wonderland.core.errors import NotAllowed, TooLate, Unreadable, unknown_seat
from wonderland.core.fields import Data, at, field
from wonderland.core.game import Alone, Done, Step
from wonderland.core.notation import read_cards, read_lines, write_lines
from wonderland.core.shuffle import shuffled


class Card(cards.Card):
    __slots__ = ("value",)
    _known: ClassVar[dict[str, Card]] = {}
    _unknown = "card_unknown_parade"
    value: int


DECK = tuple(Card._make(f"H{value}", value=value) for value in (1, 2, 3))
Card._known.update((str(card), card) for card in DECK)


class Deal(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    deck: tuple[Card, ...]


class State(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    hands: tuple[Card, ...]
    shown: int

    def __str__(self) -> str:
        names = " ".join(self.players)
        return write_lines({"players": names, "hands": " ".join(self.hands), "shown": str(self.shown)})


class Show(msgspec.Struct, frozen=True):
    def __str__(self) -> str:
        return "show"


class View(msgspec.Struct, frozen=True):
    players: tuple[str, ...]
    hand: Card | None
    shown: tuple[Card, ...]


class HighCard:
    name = "highcard"
    seats = range(2, 4)
    rules_version = 1
    series = Alone

    def deal(self, deal: Deal) -> State:
        return State(deal.players, deal.deck[: len(deal.players)], 0)

    def check(self, state: State, seat: int, action: Show) -> NotAllowed | None:
        if self.outcome(state) is not None:
            return TooLate("refused_game_over")
        if seat != state.shown:
            return NotAllowed("refused_not_your_turn", name=state.players[state.shown], seat=state.shown)
        return None

    def legal(self, state: State, seat: int) -> list[Show]:
        return [Show()] if self.check(state, seat, Show()) is None else []

    def apply(self, state: State, seat: int, action: Show) -> State:
        refusal = self.check(state, seat, action)
        if refusal is not None:
            raise refusal
        return State(state.players, state.hands, state.shown + 1)

    def view(self, state: State, seat: int | None) -> View:
        if seat is not None and (nobody := unknown_seat(seat, len(state.players))):
            raise nobody
        return View(state.players, None if seat is None else state.hands[seat], state.hands[: state.shown])

    def outcome(self, state: State) -> int | None:
        return state.hands.index(max(state.hands)) if state.shown == len(state.players) else None

    def shuffle(self, players: Sequence[str], random: Random) -> Deal:
        return Deal(tuple(name.replace(" ", "") for name in players), shuffled(DECK, random))

    def read_state(self, text: str) -> State:
        lines = read_lines(text, ("players", "hands", "shown"))
        return State(tuple(lines["players"].split()), read_cards(Card, lines["hands"]), int(lines["shown"]))

    def read_action(self, text: str) -> Show:
        if text != "show":
            raise Unreadable("event_wrong", event=text)
        return Show()

    def reshuffle(self, state: State, seat: int | None, random: Random) -> State:
        known = [place for place in range(len(state.hands)) if place < state.shown or place == seat]
        rest = iter(shuffled([card for card in DECK if card not in [state.hands[place] for place in known]], random))
        hands = tuple(card if place in known else next(rest) for place, card in enumerate(state.hands))
        return State(state.players, hands, state.shown)

    def read_deal(self, record: Data) -> Deal:
        with field(record, "players") as value:
            players = fields.names(value, self.seats)
        with field(record, "deck") as value:
            return Deal(players, fields.whole_pack(value, Card, DECK))

    def record(self, deal: Deal, actions: Iterable[Done[Show]]) -> dict[str, Any]:
        players, deck = list(deal.players), list(map(str, deal.deck))
        return {"game": self.name, "players": players, "deck": deck, "shown": [done.seat for done in actions]}

    def steps(self, record: Data) -> Iterator[Step[State, Show]]:
        state = self.deal(self.read_deal(record))
        yield Step(state)
        for number, seat in enumerate(record["shown"], 1):
            with at("at_move", number=number):
                state = self.apply(state, seat, Show())
            yield Step(state, seat, Show())

    def result(self, state: State) -> dict[str, Any]:
        return {"game": self.name, "finished": self.outcome(state) is not None, "winner": self.outcome(state)}


game = HighCard()
