"""Reads a dataset back as arrays, many games at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wonderland.core.errors import NotInstalled, Unreadable, WonderlandError
from wonderland.core.fields import at, integer
from wonderland.datasets.columns import Column, all_columns, row_of
from wonderland.datasets.games import columns_of
from wonderland.datasets.parquet import read_parquet
from wonderland.datasets.source import in_groups

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

DEFAULT_BATCH, MAX_BATCH = 1 << 16, 1 << 26  #: games that are read at a time

Arrays = dict[str, "NDArray[Any]"]


@dataclass(frozen=True)
class GameBatch:
    """Some games of a dataset: an array a column, with a row a game.

    Lists are rows of a matrix, as wide as the longest of them; behind the end of a shorter one stands 255 (or whatever
    is the highest number of the type), -1 where the type has signs, or "".
    """

    game: str
    columns: Arrays

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]

    def only(self, chosen: NDArray[np.bool_]) -> GameBatch:
        """The games where ``chosen`` is true."""
        if chosen.all():
            return self
        return GameBatch(self.game, {name: column[chosen] for name, column in self.columns.items()})

    @property
    def games(self) -> int:
        """How many games these are."""
        return len(self.columns["number"])


def read_games(path: str | Path, batch: int = DEFAULT_BATCH) -> Iterator[GameBatch]:
    """The games of a dataset in order, ``batch`` at a time; the last batch may have fewer.

    Both kinds of files give the same arrays; Parquet is many times faster.
    """
    path = Path(path)
    try:
        import numpy as np  # is not among the package's own requirements
    except ImportError:
        raise NotInstalled("dataset_needs_numpy") from None
    batch = int(batch) if isinstance(batch, np.integer) else batch
    with at("at_key", key="batch"):
        integer(batch, 1, MAX_BATCH)
    return _read_lines(path, batch) if path.suffix == ".jsonl" else _read_columns(path, batch)


def _read_columns(path: Path, batch: int) -> Iterator[GameBatch]:
    for game, found in read_parquet(path, batch):
        columns = all_columns(columns_of(game))
        yield GameBatch(game, {column.name: _array(column, found[column.name]) for column in columns})


def _array(column: Column, values: pa.Array) -> NDArray[Any]:
    """A column of Arrow as an array."""
    import numpy as np

    if not column.is_list:
        return _items(values)
    if column.length is not None:
        return _items(values.flatten()).reshape(len(values), column.length)
    return _padded(np.diff(values.offsets.to_numpy()), _items(values.flatten()), column)


def _items(values: pa.Array) -> NDArray[Any]:
    """Values as an array; texts by way of the few different ones."""
    import numpy as np
    import pyarrow as pa

    if pa.types.is_string(values.type):
        found = values.dictionary_encode()
        names: NDArray[Any] = np.array(found.dictionary.to_pylist(), dtype=np.str_)
        chosen: NDArray[Any] = names[found.indices.to_numpy()]
        return chosen
    items: NDArray[Any] = values.to_numpy()
    return items


def _padded(lengths: NDArray[Any], values: NDArray[Any], column: Column) -> NDArray[Any]:
    """Lists that lie one behind the other, as rows of a matrix."""
    import numpy as np

    longest = int(lengths.max(initial=0))
    if (lengths == longest).all():
        return values.reshape(len(lengths), longest)
    matrix: NDArray[Any] = np.full((len(lengths), longest), column.filler, values.dtype)
    matrix[np.arange(longest) < lengths[:, None]] = values
    return matrix


def _read_lines(path: Path, batch: int) -> Iterator[GameBatch]:
    with path.open("rb") as file:
        first = ""
        for some in in_groups(enumerate(file, 1), batch):
            rows = []
            for number, line in some:
                with at("at_line", line=number):
                    game, row = _row(path, line)
                    first = first or game
                    if game != first:
                        raise Unreadable("dataset_mixed", file=path, one=first, other=game)
                    rows.append(row)
            try:
                yield GameBatch(first, _arrays_of(first, rows))
            except (TypeError, ValueError, OverflowError):  # a value that is not of its column's type
                raise Unreadable("dataset_not_ours", file=path) from None


def _row(path: Path, line: bytes) -> tuple[str, dict[str, Any]]:
    try:
        data = msgspec.json.decode(line)
        return data["game"], row_of(columns_of(data["game"]), data)
    except (msgspec.MsgspecError, UnicodeDecodeError, LookupError, TypeError, ValueError, WonderlandError):
        raise Unreadable("dataset_bad_line", file=path) from None


def _arrays_of(game: str, rows: list[dict[str, Any]]) -> Arrays:
    import numpy as np

    arrays: Arrays = {}
    for column in all_columns(columns_of(game)):
        kind: Any = np.str_ if column.item_type == "string" else np.dtype(column.item_type)
        found = [row[column.name] for row in rows]
        if column.is_list:
            lengths = np.array([len(values) for values in found])
            items: NDArray[Any] = np.array([value for values in found for value in values], kind)
            arrays[column.name] = _padded(lengths, items, column)
        else:
            arrays[column.name] = np.array(found, kind)
    return arrays
