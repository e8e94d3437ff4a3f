"""The reviewer of each game. A new one is a package here and one line below."""

from __future__ import annotations

from importlib import import_module

from wonderland.core.errors import NotAllowed
from wonderland.review.reviewer import Reviewer

#: ``module:name`` of the reviewer of each game that has one.
REVIEWERS = {
    "parade": "wonderland.review.parade.reviewer:ParadeReviewer",
    "nimble": "wonderland.review.nimble.reviewer:NimbleReviewer",
}


def find(game: str) -> Reviewer:
    """The reviewer of a game."""
    if game not in REVIEWERS:
        raise NotAllowed("review_unknown_game", game=game, games=", ".join(REVIEWERS))
    module, _, name = REVIEWERS[game].partition(":")
    reviewer: Reviewer = getattr(import_module(module), name)()
    return reviewer
