"""The report on a Parade game: what ``wonderland analyse --json`` prints and what the browser shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from wonderland.bots.parade.reason import Reason

#: How bad an error is; none where it is not beyond doubt.
Mark = Literal["doubtful", "mistake", "blunder"]
#: Before the last round the game is cut into two parts by the cards left to draw.
Stage = Literal["opening", "middle", "last_round", "last_choice"]
#: A card, or the two that are set aside.
MoveText = str | tuple[str, str]


class Move(msgspec.Struct, frozen=True):
    """A legal move, and what the mover could expect of it from what it knew."""

    move: MoveText
    #: The mover's share of the win, and its standard error.
    win: float
    win_se: float
    #: The mover's own points at the end.
    points: float
    #: Everybody's share of the win; they sum to 1.
    shares: tuple[float, ...]
    #: How far behind the best move it is for certain: the standard error of ``moves[0].win - win``.
    behind_se: float
    #: Whether it would carry no mark: it is the best, cannot be told from it, or is hardly worse.
    right: bool


class Decision(msgspec.Struct, frozen=True):
    """A decision of one seat, judged by what that seat could know."""

    #: Counted from 1; the last choices follow the last turn, one by one in turn order.
    ply: int
    seat: int
    played: MoveText
    #: Every legal move, the best first.
    moves: tuple[Move, ...]
    error: float
    error_se: float
    mark: Mark | None
    #: One sentence in the report's language, and the same as message keys: what the move played does and, if it has a
    #: mark, what the best one would have done.
    why: str
    reasons: tuple[Reason, ...]
    stage: Stage
    #: For each card that the mover could not see, the chance that each seat holds it; the rest lies in the pile.
    unseen: Mapping[str, tuple[float, ...]]
    best_reasons: tuple[Reason, ...] = ()


class Chance(msgspec.Struct, frozen=True):
    """Everybody's share of the win at one moment, by the evaluator, which sees all hands."""

    ply: int
    at: Literal["deal", "move", "draw", "end"]
    shares: tuple[float, ...]


class SeatLuck(msgspec.Struct, frozen=True):
    """Why a seat's result is not its fair share; ``adjusted`` is the result without the three kinds of luck."""

    deal: float
    draws: float
    hidden: float
    own_errors: float
    others_errors: float
    adjusted: float


class Rating(msgspec.Struct, frozen=True):
    """How much a seat lost a decision, in thousandths of a win, cross-fitted, with its standard error.

    Decisions in which all moves are worth about the same do not count.
    """

    per_mille: float
    se: float
    decisions: int
    #: The bot that plays about as well; empty without decisions.
    like: str


class SeatPlay(Rating, frozen=True):
    """The rating of a seat's play in the whole game and in its stages."""

    stages: Mapping[Stage, Rating] = {}


class Budget(msgspec.Struct, frozen=True):
    """What the report has cost."""

    worlds: int


class ParadeReport(msgspec.Struct, frozen=True):
    """The report on one game. For a game that is not finished ``result`` is null, and luck is counted up to now."""

    game: str
    players: tuple[str, ...]
    evaluator: str
    seed: int
    budget: Budget
    fair: float
    result: tuple[float, ...] | None
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    luck: tuple[SeatLuck, ...]
    play: tuple[SeatPlay, ...]
