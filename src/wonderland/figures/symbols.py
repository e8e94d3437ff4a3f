"""The symbol of each colour of cards, so that colour is never the only sign. All games share them."""

from __future__ import annotations

COLOUR_SYMBOLS = {"R": "♥", "B": "◆", "V": "★", "G": "♣", "S": "■", "O": "●", "Y": "▲"}
