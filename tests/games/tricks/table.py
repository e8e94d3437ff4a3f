"""What a table, the arena and other programs need to know of the game besides its rules."""

from __future__ import annotations

from typing import Literal, TypedDict

from games.tricks.rules import Play, State, outcome
from games.tricks.view import View
from wonderland.core.table import Standing, TableRules, ranked


class Result(TypedDict):
    """The end of a game: tricks won by seat, and who won."""

    game: Literal["tricks"]
    finished: bool
    tricks: list[int]
    winners: list[int]


class TricksTable(TableRules):
    """One card after the other; only the hands are hidden."""

    View = View
    Result = Result
    secret = frozenset({"hand"})
    high_score_wins = True
    measure_names = ("tricks",)

    def is_public(self, action: Play) -> bool:
        return True

    def waiting(self, state: State) -> tuple[int, ...]:
        return () if state.turn is None else (state.turn,)

    def standings(self, state: State) -> tuple[Standing, ...]:
        places = ranked([-tricks for tricks in state.won])
        return tuple(map(Standing, places, state.won))

    def measures(self, state: State) -> dict[str, tuple[float, ...]]:
        end = outcome(state)
        assert end, "the game has ended"
        return {"tricks": end.tricks}
