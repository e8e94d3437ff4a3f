"""What a dataset of Parade holds. Cards are numbers, 0 to 65, in the order R0 … R10, B0 …, V0 …, G0 …, S0 …, O0 …."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wonderland.core.fields import Data
from wonderland.datasets.columns import Column
from wonderland.datasets.plan import DatasetPlan
from wonderland.datasets.source import GameSource
from wonderland.games.parade.cards import Card
from wonderland.parallel.executor import Executor
from wonderland.sim import is_installed

BY_COLOURS, BY_PILE = 1, 2  #: what began the last round; added up if both did


class ParadeColumns:
    """The columns of Parade, and its simulator."""

    record_columns = (
        Column("first", "uint8", "the seat that begins"),
        Column("deck", "fixed_size_list<uint8>[66]", "the deck, top first, before the deal"),
        Column("moves", "list<uint8>", "the cards played, in turn order"),
        Column(
            "discards",
            "list<uint8>",
            "the two cards that each player sets aside, players in turn order from `first`",
        ),
    )
    result_columns = (
        Column("scores", "list<int16>", "the scores, by seat"),
        Column("winners", "list<uint8>", "the seats that win, ascending"),
        Column("plies", "uint8", "how many turns were played"),
        Column("trigger", "uint8", "the turn that began the last round, counted from 1"),
        Column("causes", "uint8", "what began it: 1 six colours, 2 the empty pile, 3 both"),
    )

    def of_record(self, record: Data) -> dict[str, Any]:
        """Deck, moves and discards of a finished game."""
        first, players = record["first"], len(record["players"])
        in_turn_order = [record["discards"][(first + turn) % players] for turn in range(players)]
        return {
            "first": first,
            "deck": [Card(card).number for card in record["deck"]],
            "moves": [Card(card).number for card in record["moves"]],
            "discards": [Card(card).number for pair in in_turn_order for card in pair],
        }

    def of_result(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """Scores, winners and what began the last round."""
        trigger = result["trigger"]
        return {
            "scores": list(result["scores"]),
            "winners": list(result["winners"]),
            "plies": result["plies"],
            "trigger": trigger["ply"],
            "causes": BY_COLOURS * trigger["colours"] + BY_PILE * trigger["pile"],
        }

    def simulates(self, bots: Sequence[str]) -> bool:
        """Whether every bot is one of the simulator's policies, and it is installed."""
        if not is_installed():
            return False
        from wonderland.sim.kernel.layout import POLICIES

        return all(bot in POLICIES for bot in bots)

    def simulator(self, plan: DatasetPlan, threads: int | None, executor: Executor | None = None) -> GameSource:
        """The simulator's games."""
        from wonderland.datasets.games.parade.simulated import SimulatedGames

        return SimulatedGames(plan, threads, executor)
