"""The reviewer of each game. A new one is a package here and one line below."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wonderland.core.errors import NotAllowed
from wonderland.review.reviewer import Reviewer

if TYPE_CHECKING:
    from wonderland.review.html.game_page import GamePage

#: ``module:name`` of the reviewer of each game that has one.
REVIEWERS = {
    "parade": "wonderland.review.parade.reviewer:ParadeReviewer",
    "nimble": "wonderland.review.nimble.reviewer:NimbleReviewer",
}
#: The same for the part of an HTML report that shows the game.
PAGES = {"parade": "wonderland.review.parade.page:ParadePage"}


def find(game: str) -> Reviewer:
    """The reviewer of a game."""
    if game not in REVIEWERS:
        raise NotAllowed("review_unknown_game", game=game, games=", ".join(REVIEWERS))
    reviewer: Reviewer = _made(REVIEWERS[game])
    return reviewer


def find_page(game: str) -> GamePage:
    """How reports on a game are shown in HTML."""
    if game not in PAGES:
        raise NotAllowed("review_no_page", game=game, games=", ".join(PAGES))
    page: GamePage = _made(PAGES[game])
    return page


def _made(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)()
