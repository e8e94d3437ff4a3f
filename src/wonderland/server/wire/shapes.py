"""The shapes of what views and guides hold as plain data, for those who read them in other languages."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from wonderland.games.nimble.cards import Card as NimbleCard
from wonderland.games.nimble.scoring import Checked, Title
from wonderland.games.nimble.view import View as NimbleView
from wonderland.games.parade.cards import Card as ParadeCard
from wonderland.games.parade.scoring import ColourLine
from wonderland.games.parade.state import Trigger
from wonderland.games.parade.view import View as ParadeView


class ParadeTableOptions(TypedDict):
    """Parade has nothing to choose."""


class NimbleTableOptions(TypedDict):
    """What a table may choose (N9, N10)."""

    errors: Literal["fewest", "out"]
    assist: bool
    challenge: bool


class ParadeResult(TypedDict):
    """The end of a game of Parade: docs/formats.md, and how each score came about."""

    game: Literal["parade"]
    finished: bool
    plies: int
    trigger: Trigger | None
    parade: list[ParadeCard]
    front: list[list[ParadeCard]]
    scores: list[int]
    cards: list[int]
    majorities: dict[str, list[int]]
    winners: list[int]
    sheet: list[list[ColourLine]]
    tied: bool


class Challenge(TypedDict):
    """A Challenge so far (N9), by seat; ``winners`` after its last round."""

    wins: list[int]
    errors: list[int]
    left: list[int]
    winners: NotRequired[list[int]]


class NimbleResult(TypedDict):
    """The end of a round of Nimble: docs/formats.md, and the piles as they are checked."""

    game: Literal["nimble"]
    finished: bool
    end: Literal["finished", "stuck"]
    left: list[int]
    errors: list[int]
    titles: list[Title]
    winners: list[int]
    piles: list[list[tuple[NimbleCard, int]]]
    checked: list[list[Checked]]
    challenge: NotRequired[Challenge]


#: Per game: its options, its view, its result.
GAMES: dict[str, tuple[type, type, type]] = {
    "parade": (ParadeTableOptions, ParadeView, ParadeResult),
    "nimble": (NimbleTableOptions, NimbleView, NimbleResult),
}
