"""The games of a dataset as the arena plays them: any bots, in one process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from wonderland.arena.game_result import GameResult, ThinkingStats
from wonderland.arena.match_work import play_games
from wonderland.core.fields import Data
from wonderland.datasets.columns import line_of, row_of
from wonderland.datasets.games import columns_of
from wonderland.datasets.plan import DatasetPlan
from wonderland.datasets.source import in_groups
from wonderland.parallel.executor import Executor, WorkerLost
from wonderland.records.replaying import last_state
from wonderland.records.writing import encode

if TYPE_CHECKING:
    import pyarrow as pa

LINES_AT_A_TIME = 1_000  #: lines that are copied between two reports of progress


class ArenaGames:
    """Plays each game as the arena does and keeps it as the line of JSON that the dataset will hold."""

    def __init__(self, plan: DatasetPlan, executor: Executor) -> None:
        self._plan, self._executor = plan, executor
        self._columns = columns_of(plan.match.game)
        #: All decisions of each bot in the games that were played here.
        self.thinking: dict[str, ThinkingStats] = dict.fromkeys(plan.match.entrants, ThinkingStats())

    def play(self, numbers: range) -> Generator[tuple[int, bytes], None, None]:
        """One game at a time, so that an interruption loses only the one being played."""
        with closing(play_games(self._plan.match, numbers, self._executor)) as games:
            try:
                for result, record in games:
                    self._count_faults(result)
                    yield 1, encode(self._line(result, record)) + b"\n"
            except WorkerLost as problem:
                raise WorkerLost("dataset_worker_lost", **problem.values) from None

    def _line(self, result: GameResult, record: Data) -> Data:
        own = {key: value for key, value in record.items() if key != "arena"}
        game, state = last_state(own)
        faults = [sum(thinking.faults.values()) for thinking in result.thinking]
        return line_of(own, self._plan.match.seed, result.number, faults, self._columns.of_result(game.result(state)))

    def _count_faults(self, result: GameResult) -> None:
        for bot, thinking in zip(self._plan.match.deal_and_seating(result.number)[1], result.thinking, strict=True):
            self.thinking[bot] += thinking

    def whole_games(self, file: BinaryIO, start: int) -> tuple[int, int]:
        """The complete lines; a crash may leave half of one."""
        file.seek(start)
        games, end = 0, start
        for line in file:
            if line.endswith(b"\n"):
                games, end = games + 1, end + len(line)
        return games, end

    def lines(self, file: BinaryIO, start: int, games: int) -> Iterator[tuple[int, bytes]]:
        """The lines as they are."""
        file.seek(start)
        for some in in_groups(file, LINES_AT_A_TIME):
            yield len(some), b"".join(some)

    def tables(self, file: BinaryIO, start: int, games: int) -> Iterator[pa.Table]:
        """The lines as columns."""
        import pyarrow as pa

        from wonderland.datasets.parquet import ROWS_PER_GROUP, schema_of

        schema = schema_of(self._plan)
        file.seek(start)
        for some in in_groups(file, ROWS_PER_GROUP):
            rows = [row_of(self._columns, msgspec.json.decode(line)) for line in some]
            yield pa.Table.from_pylist(rows, schema)
