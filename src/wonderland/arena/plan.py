"""A match, and how much of it is to be played."""

from __future__ import annotations

from typing import Annotated

import msgspec

from wonderland.arena.match import Match

MAX_GAMES = 10**9  #: games of a match

GameCount = Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)]


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a match is to be played."""

    games: GameCount
    #: Stop earlier once every pair of bots is settled.
    until_sure: bool = False


class MatchPlan(msgspec.Struct, frozen=True):
    """A match and its target, as the first line of a match file has them."""

    #: The version of the file format.
    arena: int
    match: Match
    games: GameCount
    until_sure: bool = False

    @property
    def target(self) -> Target:
        return Target(self.games, self.until_sure)

    def with_target(self, target: Target) -> MatchPlan:
        return MatchPlan(self.arena, self.match, target.games, target.until_sure)
