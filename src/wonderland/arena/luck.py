"""The evaluator of a match: fixed beforehand by its name, and the same one in every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonderland.bots import registry
from wonderland.core.errors import NotAllowed

if TYPE_CHECKING:
    from wonderland.arena.match import Match
    from wonderland.bots.evaluator import Evaluator


def find_evaluator(game: str, players: int) -> Evaluator:
    """The evaluator of a game at tables of this size, or an error that says that it has none."""
    evaluator = registry.kit(game).evaluator(players)
    if evaluator is None:
        raise NotAllowed("arena_no_evaluator", game=game, key="--luck-adjusted")
    return evaluator


def evaluator_of(match: Match) -> Evaluator | None:
    """The evaluator that a match was begun with, None if it has none; refused where it is no longer the same."""
    if match.evaluator is None:
        return None
    found = find_evaluator(match.game, match.players)
    if found.name != match.evaluator:
        raise NotAllowed("arena_other_evaluator", there=match.evaluator, here=found.name)
    return found
