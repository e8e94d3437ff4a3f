"""What a game's reviewer may do besides reviews: judge the moves of a position, and say who plays about as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from wonderland.review.registry import REVIEWERS, find
from wonderland.review.reviewer import ReviewSettings


@runtime_checkable
class Hinter(Protocol):
    """A reviewer that gives hints."""

    def moves(self, view: Any, settings: ReviewSettings) -> Sequence[Any]:
        """Every legal move of a view's seat, the best first, as in its reports."""
        ...


@runtime_checkable
class Anchored(Protocol):
    """A reviewer whose ratings of play are compared with bots."""

    def like(self, losses: Mapping[int, tuple[float, int]]) -> str:
        """The bot that plays about as well; empty if none is known.

        ``losses`` are thousandths of a win lost a decision, and how many decisions, by number of players.
        """
        ...


def find_hinter(game: str) -> Hinter | None:
    """The reviewer of a game, if it has one that gives hints."""
    reviewer = find(game) if game in REVIEWERS else None
    return reviewer if isinstance(reviewer, Hinter) else None


def find_anchored(game: str) -> Anchored | None:
    """The reviewer of a game, if it has one that knows the bots' ratings of play."""
    reviewer = find(game) if game in REVIEWERS else None
    return reviewer if isinstance(reviewer, Anchored) else None
