"""What belongs to Parade in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from wonderland.games.parade import State
from wonderland.games.parade.scoring import outcome
from wonderland.messages import say
from wonderland.terminal.games.parade.scores import show_scores
from wonderland.terminal.games.parade.table import ParadeTable
from wonderland.terminal.kit import TerminalKit
from wonderland.terminal.results import seat_numbers


class ParadeTerminal(TerminalKit):
    """Parade's :class:`wonderland.terminal.kit.TerminalKit`."""

    Table = ParadeTable
    usual_opponents = 2

    def show_result(self, state: State, lang: str, console: Console) -> None:
        end = outcome(state)
        assert end, "the game has ended"
        show_scores(state.players, end, lang, console)

    def summary(self, result: Mapping[str, Any], lang: str, players: Sequence[str]) -> str:
        if result["finished"]:
            return say("summary_parade", lang, scores=result["scores"], winners=seat_numbers(result["winners"]))
        turn = result["turn"]
        if turn is None:
            return say("summary_discards", lang, count=result["plies"])
        name = players[turn] if players else say("seat_name", lang, seat=turn)
        return say("summary_turn", lang, count=result["plies"], name=name)
