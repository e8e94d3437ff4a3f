"""An observation as text, for people."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from wonderland.core.errors import Unreadable
from wonderland.envs.parade.observations import LAYOUTS, Layout, Piece


def describe(observation: ArrayLike, kind: str | None = None) -> str:
    """One observation, a line a piece; of pieces by card, only the cards that have a number.

    >>> from wonderland.envs import ParadeBatch
    >>> batch = ParadeBatch(games=1, players=2, seed=1)
    >>> print(describe(batch.observation[0]).splitlines()[-4])
    players: 2
    """
    values = np.asarray(observation)
    layout = _layout(values, kind)
    lines = []
    for piece in layout.table:
        found = values[layout.pieces[piece.name]].reshape(piece.shape)
        lines.append(f"{piece.name}: {_text(piece, found)}")
    return "\n".join(lines)


def _layout(values: Any, kind: str | None) -> Layout:
    """The layout of this kind, or the one with as many numbers."""
    for layout in LAYOUTS.values():
        if values.shape == (layout.size,) and kind in (None, layout.kind):
            return layout
    sizes = ", ".join(f"{layout.kind} {layout.size}" for layout in LAYOUTS.values())
    raise Unreadable("env_observation_size", found=str(values.shape), sizes=sizes)


def _text(piece: Piece, found: Any) -> str:
    from wonderland.games.parade.cards import DECK

    if piece.shape == (len(DECK),):
        return " ".join(f"{card}={_number(found[card.number])}" for card in DECK if found[card.number]) or "-"
    if len(piece.shape) == 2:
        return " | ".join(" ".join(map(_number, row)) for row in found)
    return " ".join(map(_number, found))


def _number(value: Any) -> str:
    return f"{float(value):g}"
