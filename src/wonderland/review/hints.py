"""What a game's reviewer may do besides reviews: judge the moves of a position, and say who plays about as well."""

from __future__ import annotations

from collections.abc import Sequence
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

    def like(self, per_mille: float, players: int) -> str:
        """The bot that loses about as much a decision with that many players; empty if none is known."""
        ...


def find_hinter(game: str) -> Hinter | None:
    """The reviewer of a game, if it has one that gives hints."""
    reviewer = find(game) if game in REVIEWERS else None
    return reviewer if isinstance(reviewer, Hinter) else None


def find_anchored(game: str) -> Anchored | None:
    """The reviewer of a game, if it has one that knows the bots' ratings of play."""
    reviewer = find(game) if game in REVIEWERS else None
    return reviewer if isinstance(reviewer, Anchored) else None
