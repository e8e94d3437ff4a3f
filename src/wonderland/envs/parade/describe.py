"""An observation as text, for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wonderland.core.errors import Unreadable
from wonderland.envs.parade.observations import CARDS, LAYOUTS, SEATS, Layout, Piece
from wonderland.games.parade import cards

_LINE, _ASIDE = 8, 70  #: what ``place`` says of the last card of the line, and of one that the viewer has set aside
_NOBODY = 255
_FLAGS = ("hand", "unseen")  #: pieces that have a 1 for some of the cards
_PHASES = ("a card is played", "two cards are set aside", "the game is over")
_LAST_ROUND = (
    "not begun",
    "begun by six colours",
    "begun by the empty pile",
    "begun by six colours and the empty pile",
)


def describe(observation: ArrayLike, kind: str | None = None) -> str:
    r"""One observation, a line a piece: cards by their names, seats as far as there are players, counts as counts.

    >>> from wonderland.envs import ParadeBatch
    >>> batch = ParadeBatch(games=1, players=2, seed=1)
    >>> batch.step([5])
    >>> lines = describe(batch.observation[0]).splitlines()
    >>> print("\n".join([lines[0], *lines[6:8], *lines[-5:-1]]))
    place: hand B6 B8 B9 G9 G10 | line B0 G4 V8 S9 R8 R5 | seat 1 S5 | unseen 54
    last_card: - R5
    last_taken: 0 1
    phase: a card is played
    players: 2
    first: seat 1
    actor: seat 0, the viewer
    """
    values = np.asarray(observation)
    layout = _layout(values, kind)
    parts = {piece.name: values[layout.pieces[piece.name]].reshape(piece.shape) for piece in layout.table}
    players = _players(parts["players"])
    return "\n".join(f"{piece.name}: {_text(piece, parts[piece.name], players)}" for piece in layout.table)


def _layout(values: Any, kind: str | None) -> Layout:
    """The layout of this kind, or the one with as many numbers."""
    for layout in LAYOUTS.values():
        if values.shape == (layout.size,) and kind in (None, layout.kind):
            return layout
    sizes = ", ".join(f"{layout.kind} {layout.size}" for layout in LAYOUTS.values())
    raise Unreadable("env_observation_size", found=str(values.shape), sizes=sizes)


def _players(found: NDArray[Any]) -> int:
    """A number, or in rich observations a 1 in the place of that number, from 2."""
    return int(found[0]) if len(found) == 1 else int(found.argmax()) + 2


def _text(piece: Piece, found: NDArray[Any], players: int) -> str:
    numbers = (found.astype(np.float64) * piece.scale).astype(np.int64)  # all are whole
    if piece.name == "players":
        return str(players)
    if piece.shape == (1,) and piece.scale == 1 and piece.name in _ALONE:
        return _ALONE[piece.name](int(numbers[0]))
    if piece.name in _OF_PLAYERS:
        return _OF_PLAYERS[piece.name](numbers, players)
    if piece.shape == (CARDS,):
        return _by_card(numbers, piece.name in _FLAGS)
    if piece.name == "unseen_colours":
        return _by_colour(numbers)
    if piece.shape[0] in (SEATS, SEATS - 1):
        first_seat = SEATS - piece.shape[0]  # the others' begin with seat 1
        numbers = numbers[: players - first_seat]
        if len(piece.shape) == 2:
            return _by_seat([_by_colour(row) for row in numbers], first_seat)
    return " ".join(map(str, numbers))


def _by_card(numbers: NDArray[Any], are_flags: bool) -> str:
    """The cards that have a number, each with its own unless that is always 1."""
    found = [card for card in cards.DECK if numbers[card.number]]
    return " ".join(f"{card}" if are_flags else f"{card}={numbers[card.number]}" for card in found) or "-"


def _by_colour(numbers: NDArray[Any]) -> str:
    return " ".join(f"{colour}={number}" for colour, number in zip(cards.COLOURS, numbers, strict=True) if number)


def _by_seat(texts: list[str], first_seat: int = 0) -> str:
    """What there is to say of each seat, where there is something."""
    return " | ".join(f"seat {seat} {text}" for seat, text in enumerate(texts, first_seat) if text) or "-"


def _places(found: NDArray[Any], players: int) -> str:
    line = [card for place in range(_ASIDE - 1, _LINE - 1, -1) for card in _at(found, place)]
    groups = {"hand": _at(found, 1), "line": line, "set aside": _at(found, _ASIDE)}
    groups |= {f"seat {seat}": _at(found, 2 + seat) for seat in range(players)}
    shown = [f"{name} {' '.join(group)}" for name, group in groups.items() if group]
    return " | ".join([*shown, f"unseen {int((found == 0).sum())}"])


def _at(found: NDArray[Any], place: int) -> list[cards.Card]:
    return [card for card in cards.DECK if found[card.number] == place]


def _fronts(found: NDArray[Any], players: int) -> str:
    return _by_seat([" ".join(_at(found, seat + 1)) for seat in range(players)])


def _majorities(found: NDArray[Any], players: int) -> str:
    return _by_seat([_colours(int(bits)) for bits in found[:players]])


def _colours(bits: int) -> str:
    return " ".join(colour for number, colour in enumerate(cards.COLOURS) if bits >> number & 1)


def _last_cards(found: NDArray[Any], players: int) -> str:
    return " ".join(cards.DECK[int(number) - 1] if number else "-" for number in found[:players])


def _seat(number: int) -> str:
    if number == _NOBODY:
        return "nobody"
    return f"seat {number}{', the viewer' if number == 0 else ''}"


def _seats(bits: int) -> str:
    return " ".join(f"seat {seat}" for seat in range(SEATS) if bits >> seat & 1) or "nobody"


#: Pieces whose numbers are codes.
_OF_PLAYERS = {"place": _places, "front_of": _fronts, "majorities": _majorities, "last_card": _last_cards}
#: What a number that stands alone means, in words.
_ALONE: dict[str, Callable[[int], str]] = {
    "last_round": _LAST_ROUND.__getitem__,
    "phase": _PHASES.__getitem__,
    "first": _seat,
    "actor": _seat,
    "chosen": _seats,
    "acts": ("no", "yes").__getitem__,
}
