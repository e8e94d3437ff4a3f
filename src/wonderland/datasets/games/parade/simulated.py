"""The games of a dataset as the simulator plays them: hundreds of thousands a second, for its own policies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from wonderland.core.errors import WonderlandError
from wonderland.datasets.games.parade.json_text import JsonText
from wonderland.datasets.plan import DatasetPlan, FreshDeals
from wonderland.parallel.executor import Executor, WorkerLost
from wonderland.sim.runs.moves import GAME_ROW, GameRows, simulate_moves

if TYPE_CHECKING:
    import pyarrow as pa

GAMES_AT_A_TIME = 1 << 16  #: games that are played, or written, between two reports of progress
GAMES_PER_TASK = 1 << 14  #: games that an executor is asked for at a time, two megabytes


@dataclass(frozen=True)
class SimulatedWork:
    """Plays games as compiled code; a task is the number of the first of some games, a result their rows."""

    match: FreshDeals
    #: The number after the last game.
    stop: int

    @contextmanager
    def start(self) -> Iterator[Callable[[int], bytes]]:
        """Nothing is loaded before the first task."""
        yield lambda first: play_rows(self.match, first, min(first + GAMES_PER_TASK, self.stop), threads=1)

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """From which game on it played."""
        return WorkerLost("worker_lost", game=task, how=how)


def play_rows(match: FreshDeals, start: int, stop: int, threads: int | None) -> bytes:
    """The games from one number to before another, as they are kept."""
    return simulate_moves(match.players, start, stop, match.seed, match.seatings, threads).tobytes()


class SimulatedGames:
    """Plays games as compiled code and keeps them as rows of fixed size."""

    def __init__(self, plan: DatasetPlan, threads: int | None = None, executor: Executor | None = None) -> None:
        self._plan, self._threads, self._executor = plan, threads, executor

    def play(self, numbers: range) -> Generator[tuple[int, bytes], None, None]:
        """Some ten thousand games at a time."""
        if self._executor:
            work = SimulatedWork(self._plan.match, numbers.stop)
            with closing(self._executor.run(work, numbers[::GAMES_PER_TASK])) as parts:
                for rows in parts:
                    yield len(rows) // GAME_ROW.itemsize, rows
            return
        for start in range(numbers.start, numbers.stop, GAMES_AT_A_TIME):
            stop = min(start + GAMES_AT_A_TIME, numbers.stop)
            yield stop - start, play_rows(self._plan.match, start, stop, self._threads)

    def whole_games(self, file: BinaryIO, start: int) -> tuple[int, int]:
        """The rows up to the first that is incomplete or, after a power cut, was never written."""
        games = 0
        for rows in _blocks(file, start):
            right = rows["number"] == np.arange(games, games + len(rows))
            if not right.all():
                games += int(np.argmin(right))
                break
            games += len(rows)
        return games, start + games * GAME_ROW.itemsize

    def lines(self, file: BinaryIO, start: int, games: int) -> Iterator[tuple[int, bytes]]:
        """The games as JSON lines, written by compiled code too."""
        text = JsonText(self._plan.match)
        for rows in _blocks(file, start):
            yield len(rows), text.lines(rows, self._threads)

    def tables(self, file: BinaryIO, start: int, games: int) -> Iterator[pa.Table]:
        """The games as columns."""
        from wonderland.datasets.parquet import ROWS_PER_GROUP

        for rows in _blocks(file, start, ROWS_PER_GROUP):
            yield table_of(rows, self._plan)


def _blocks(file: BinaryIO, start: int, size: int = GAMES_AT_A_TIME) -> Iterator[GameRows]:
    file.seek(start)
    while data := file.read(size * GAME_ROW.itemsize):
        yield np.frombuffer(data, GAME_ROW, len(data) // GAME_ROW.itemsize)


def table_of(rows: GameRows, plan: DatasetPlan) -> pa.Table:
    """Rows of the simulator as the columns of a dataset."""
    import pyarrow as pa

    from wonderland.datasets.parquet import schema_of

    match, games = plan.match, len(rows)
    players, seats = match.players, np.arange(match.players)
    names = sorted(match.entrants)
    seated = np.array([[names.index(bot) for bot in seating] for seating in match.seatings], np.int32)
    bots = pa.DictionaryArray.from_arrays(pa.array(seated[rows["number"] % len(seated)].ravel()), pa.array(names))
    won = (rows["winners"][:, None] >> seats) & 1 != 0
    played = np.arange(rows["moves"].shape[1]) < rows["plies"][:, None]
    everyone = np.full(games, players)
    columns = {
        "number": pa.array(rows["number"]),
        "seed": pa.array(np.full(games, match.seed, np.int64)),
        "players": pa.array(everyone.astype(np.uint8)),
        "bots": _lists(everyone, bots.dictionary_decode()),
        "faults": _lists(everyone, pa.array(np.zeros(games * players, np.uint16))),
        "first": pa.array(rows["first"]),
        "deck": pa.FixedSizeListArray.from_arrays(pa.array(rows["deck"].ravel()), rows["deck"].shape[1]),
        "moves": _lists(rows["plies"], pa.array(rows["moves"][played])),
        "discards": _lists(2 * everyone, pa.array(rows["discards"][:, : 2 * players].ravel())),
        "scores": _lists(everyone, pa.array(rows["scores"][:, :players].ravel())),
        "winners": _lists(won.sum(axis=1), pa.array(np.broadcast_to(seats, won.shape)[won].astype(np.uint8))),
        "plies": pa.array(rows["plies"]),
        "trigger": pa.array(rows["trigger"]),
        "causes": pa.array(rows["causes"]),
    }
    schema = schema_of(plan)
    return pa.Table.from_arrays([columns[name] for name in schema.names], schema=schema)


def _lists(lengths: np.ndarray, values: pa.Array) -> pa.ListArray:
    import pyarrow as pa

    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return pa.ListArray.from_arrays(pa.array(offsets), values)
