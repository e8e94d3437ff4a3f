"""The columns of a dataset: their names, their types, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from wonderland.core.fields import Data
from wonderland.datasets.plan import DatasetPlan
from wonderland.parallel.executor import Executor

if TYPE_CHECKING:
    from wonderland.datasets.source import GameSource


class Column(NamedTuple):
    """A column. Its type is a scalar's, or a list's: ``uint8``, ``list<uint8>``, ``fixed_size_list<uint8>[66]``."""

    name: str
    type: str
    meaning: str

    @property
    def item_type(self) -> str:
        """The type of a value or, in a list, of its items."""
        found = re.fullmatch(r"(?:list|fixed_size_list)<(\w+)>(?:\[\d+\])?", self.type)
        return found[1] if found else self.type

    @property
    def is_list(self) -> bool:
        """Whether a row holds several values."""
        return self.item_type != self.type

    @property
    def length(self) -> int | None:
        """How many items each list has, where that is always the same."""
        found = re.search(r"\[(\d+)\]", self.type)
        return int(found[1]) if found else None

    @property
    def filler(self) -> Any:
        """What stands in an array behind the end of a list: the highest number, -1 where there are signs, or ""."""
        if self.item_type == "string":
            return ""
        bits = int(re.sub(r"\D", "", self.item_type))
        return (1 << bits) - 1 if self.item_type.startswith("u") else -1


#: In the datasets of every game.
COMMON_COLUMNS = (
    Column("number", "int64", "the game's number, from 0"),
    Column("seed", "int64", "the seed of the run; with the number it gives the deal"),
    Column("players", "uint8", "how many play"),
    Column("bots", "list<string>", "who played, by seat"),
    Column("faults", "list<uint16>", "by seat, decisions in which the bot failed and a random action took its place"),
)


class GameColumns(Protocol):
    """What a dataset holds of one game, besides the columns that every game has."""

    #: The columns that hold what a record holds: the deal and what was done.
    record_columns: tuple[Column, ...]
    #: The columns that hold how a game ended.
    result_columns: tuple[Column, ...]

    def of_record(self, record: Data) -> dict[str, Any]:
        """The values of ``record_columns`` from a record."""
        ...

    def of_result(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """The values of ``result_columns`` from a finished game's result."""
        ...

    def simulates(self, bots: Sequence[str]) -> bool:
        """Whether all these bots are compiled, so that :meth:`simulator` can play them."""
        ...

    def simulator(self, plan: DatasetPlan, threads: int | None, executor: Executor | None = None) -> GameSource:
        """What plays these games at the speed of compiled code: in threads, or where the executor plays them."""
        ...


def all_columns(game: GameColumns) -> tuple[Column, ...]:
    """All columns of a game's dataset, in order."""
    return (*COMMON_COLUMNS, *game.record_columns, *game.result_columns)


def line_of(record: Data, plan_seed: int, number: int, faults: Sequence[int], results: Data) -> dict[str, Any]:
    """A game as a line of JSON: its record, and the columns that a record has not under ``dataset``."""
    return {**record, "dataset": {"number": number, "seed": plan_seed, "faults": list(faults), **results}}


def row_of(game: GameColumns, line: Data) -> dict[str, Any]:
    """The values of all columns from a line of JSON."""
    extra, players = line["dataset"], line["players"]
    common = {"number": extra["number"], "seed": extra["seed"], "players": len(players), "bots": players}
    results = {column.name: extra[column.name] for column in game.result_columns}
    return {**common, "faults": extra["faults"], **game.of_record(line), **results}
