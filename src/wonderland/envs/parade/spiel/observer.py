"""What OpenSpiel's observers show of a position: as a tensor of named pieces and as text.

Everything comes from the game's own views, which alone decide what a seat may know (P11). What perfect recall adds, the
cards a seat was dealt and drew itself, comes from ``Position.received``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from wonderland.core import notation
from wonderland.envs.parade.spiel.position import Position
from wonderland.games.parade.cards import DECK, Card, by_colour
from wonderland.games.parade.state import HAND_SIZE, START_SIZE, Cards
from wonderland.games.parade.view import View, own, view

PHASES = ("deal", "draw", "play", "discard", "over")

Shape = tuple[int, ...]


class Private(NamedTuple):
    """What one seat alone knows."""

    hand: Cards
    discard: Cards
    #: The cards dealt at the start, and those drawn since, in their order.
    dealt: Cards
    draws: Cards


def private_of(position: Position, seat: int) -> Private:
    """The hand comes sorted: in which order five cards were dealt means nothing."""
    dealt, draws = position.received(seat)
    known = own(position.table, seat)
    return Private(by_colour(known["hand"]), known["discard"] or (), by_colour(dealt), draws)


def most_draws(players: int) -> int:
    """How many cards one seat draws at most: its share of the pile."""
    return (len(DECK) - START_SIZE) // players - HAND_SIZE


def most_plays(players: int) -> int:
    """How many cards are played at most: one for each that is drawn, then one last round (P6)."""
    return players * (most_draws(players) + 1)


def public_shapes(players: int, recall: bool) -> dict[str, Shape]:
    """The pieces that everybody sees."""
    cards = len(DECK)
    shapes: dict[str, Shape] = {
        "first": (players,),
        "turn": (players,),
        "phase": (len(PHASES),),
        "parade": (cards,),
        "place": (cards,),
        "front": (players, cards),
        "hand_sizes": (players,),
        "pile": (1,),
        "last_round": (players + 2,),
        "chosen": (players,),
    }
    if recall:
        shapes |= {"start": (START_SIZE, cards), "plays": (most_plays(players), cards)}
    return shapes


def private_shapes(players: int, recall: bool) -> dict[str, Shape]:
    """The pieces that one seat alone sees."""
    cards = len(DECK)
    shapes: dict[str, Shape] = {"hand": (cards,), "discard": (cards,)}
    if recall:
        shapes |= {"dealt": (cards,), "draws": (most_draws(players), cards)}
    return shapes


class ParadeObserver:
    """An observer of OpenSpiel (``PyObserver``): ``tensor``, its pieces by name in ``dict``, and a text."""

    def __init__(self, players: int, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"the observers of this game take no parameters, not {params}")
        self._players, self._public, self._recall = players, kind.public_info, kind.perfect_recall
        single, everyone = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS
        self._single, self._everyone = kind.private_info == single, kind.private_info == everyone
        shapes: dict[str, Shape] = {"player": (players,)} if self._single else {}
        if self._single or self._everyone:
            for name, shape in private_shapes(players, self._recall).items():
                shapes[name] = (players, *shape) if self._everyone else shape
        if self._public:
            shapes |= public_shapes(players, self._recall)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        ends = np.cumsum(sizes)
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[end - size : end].reshape(shape)
            for (name, shape), size, end in zip(shapes.items(), sizes, ends, strict=True)
        }

    def set_from(self, state: Any, player: int) -> None:
        """Write what ``player`` may know of the state into ``tensor``."""
        position: Position = state.position
        self.tensor.fill(0)
        if self._single:
            self.dict["player"][player] = 1
            self._set_private(private_of(position, player), ...)
        if self._everyone:
            for seat in range(self._players):
                self._set_private(private_of(position, seat), seat)
        if self._public:
            self._set_public(position, view(position.table, None))

    def _set_private(self, private: Private, row: Any) -> None:
        pieces = self.dict
        pieces["hand"][row][numbers(private.hand)] = 1
        pieces["discard"][row][numbers(private.discard)] = 1
        if self._recall:
            pieces["dealt"][row][numbers(private.dealt)] = 1
            pieces["draws"][row][range(len(private.draws)), numbers(private.draws)] = 1

    def _set_public(self, position: Position, seen: View) -> None:
        pieces = self.dict
        if position.first is not None:
            pieces["first"][position.first] = 1
        if position.actor >= 0:
            pieces["turn"][position.actor] = 1
        pieces["phase"][PHASES.index(position.phase)] = 1
        line = numbers(seen.parade)
        pieces["parade"][line] = 1
        pieces["place"][line] = np.arange(len(line), 0, -1) / len(DECK)
        for seat, cards in enumerate(seen.front):
            pieces["front"][seat, numbers(cards)] = 1
        pieces["hand_sizes"][:] = np.array(seen.hand_sizes) / HAND_SIZE
        pieces["pile"][0] = seen.pile / len(DECK)
        # The last entry: the last round has not begun.
        pieces["last_round"][-1 if seen.last_round is None else seen.last_round] = 1
        pieces["chosen"][:] = seen.chosen
        if self._recall:
            pieces["start"][range(len(seen.start)), numbers(seen.start)] = 1
            pieces["plays"][range(len(seen.history)), [Card(card).number for _, card in seen.history]] = 1

    def string_from(self, state: Any, player: int) -> str:
        """What ``player`` may know of the state, a line for each piece."""
        position: Position = state.position
        lines: dict[str, str] = {}
        if self._single:
            lines["player"] = str(player)
            lines |= self._private_lines([private_of(position, player)])
        if self._everyone:
            lines |= self._private_lines([private_of(position, seat) for seat in range(self._players)])
        if self._public:
            lines |= self._public_lines(position, view(position.table, None))
        return notation.write_lines(lines)

    def _private_lines(self, privates: list[Private]) -> dict[str, str]:
        names = Private._fields if self._recall else ("hand", "discard")
        return {name: notation.write_seats(getattr(private, name) for private in privates) for name in names}

    def _public_lines(self, position: Position, seen: View) -> dict[str, str]:
        lines = {
            "first": "" if position.first is None else str(position.first),
            "turn": str(position.actor) if position.actor >= 0 else "",
            "phase": position.phase,
            "parade": notation.write_cards(seen.parade),
            "front": notation.write_seats(seen.front),
            "hand sizes": " ".join(map(str, seen.hand_sizes)),
            "pile": str(seen.pile),
            "last round": "" if seen.last_round is None else str(seen.last_round),
            "chosen": " ".join(str(seat) for seat, chosen in enumerate(seen.chosen) if chosen),
        }
        if self._recall:
            lines["start"] = notation.write_cards(seen.start)
            lines["plays"] = " ".join(card for _, card in seen.history)
        return lines


def numbers(cards: Cards) -> list[int]:
    """The cards' places in the deck, by which every tensor is indexed."""
    return [card.number for card in cards]
