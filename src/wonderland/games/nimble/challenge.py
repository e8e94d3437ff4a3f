"""A Challenge: as many rounds of Nimble as players (N9)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.core.fields import Data
from wonderland.games.nimble.rules import SETUP_COUNTS
from wonderland.games.nimble.scoring import Outcome, outcome
from wonderland.games.nimble.state import State


class Challenge(msgspec.Struct, frozen=True):
    """The standing after some rounds, by seat. ``after(outcome)`` gives the next standing."""

    wins: tuple[int, ...]
    errors: tuple[int, ...]
    left: tuple[int, ...]
    #: Rounds played.
    played: int = 0
    #: Who may give the fewest cards at the next set-up; everyone before the first.
    fewest: tuple[int, ...] = ()

    @classmethod
    def start(cls, players: int) -> Challenge:
        """The standing before the first round."""
        none = (0,) * players
        return cls(none, none, none, fewest=tuple(range(players)))

    def after(self, end: Outcome) -> Challenge:
        """The standing after one more round."""
        return Challenge(
            wins=tuple(wins + (seat in end.winners) for seat, wins in enumerate(self.wins)),
            errors=tuple(map(sum, zip(self.errors, end.errors, strict=True))),
            left=tuple(map(sum, zip(self.left, end.left, strict=True))),
            played=self.played + 1,
            fewest=fewest_next(end),
        )

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return self.played == len(self.wins)

    def winners(self) -> tuple[int, ...]:
        """Most rounds won, then fewest errors in all, then fewest cards left in all, then shared."""
        standing = [(-wins, *rest) for wins, *rest in zip(self.wins, self.errors, self.left, strict=True)]
        return tuple(seat for seat, own in enumerate(standing) if own == min(standing))

    def result(self) -> dict[str, Any]:
        """The key ``challenge`` of a round's result."""
        data: dict[str, Any] = {"wins": self.wins, "errors": self.errors, "left": self.left}
        return {**data, "winners": self.winners()} if self.over else data


def fewest_next(end: Outcome) -> tuple[int, ...]:
    """The Pinocchio of the round; without one, those with most cards left (one of them is drawn)."""
    most = max(end.left)
    pinocchio = tuple(seat for seat, title in enumerate(end.titles) if title == "pinocchio")
    return pinocchio or tuple(seat for seat, left in enumerate(end.left) if left == most)


def draw_setup(players: int, fewest: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Who starts each pile, when one of ``fewest`` gives the fewest cards (N2, N9)."""
    least = fewest[int(random.random() * len(fewest))]
    others = [seat for seat in range(players) if seat != least]
    gives = SETUP_COUNTS[players]
    return tuple(sorted([least] * gives[0] + others * gives[-1]))


class Rounds:
    """Follows the records of a file and adds the standing to each round's result."""

    def __init__(self) -> None:
        self._standing: Challenge | None = None
        self._players: list[str] = []

    def add(self, record: Data, state: State) -> dict[str, Any]:
        """The standing after this round, as the key ``challenge``; nothing for a record that is no round of one."""
        if "round" not in record:
            return {}
        number, players = record["round"][0], record["players"]
        before = Challenge.start(len(players)) if number == 1 else self._standing
        if before is None or before.played != number - 1 or (number > 1 and self._players != players):
            raise Unreadable("round_order", number=number).within("at_key", key="round")
        self._check_setup(before, record["setup"])
        end = outcome(state)
        # An unfinished round has no winner yet: the standing stays, so that no later round can follow.
        self._standing, self._players = before.after(end) if end else before, players
        return {"challenge": self._standing.result()}

    @staticmethod
    def _check_setup(before: Challenge, setup: list[int]) -> None:
        gives = Counter(setup)
        counts = [gives[seat] for seat in range(len(before.wins))]
        if min(counts) not in [counts[seat] for seat in before.fewest]:
            seats = ", ".join(map(str, before.fewest))
            raise NotAllowed("setup_not_fewest", seats=seats).within("at_key", key="setup")
