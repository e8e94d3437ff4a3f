"""Datasets as Parquet files: one row a game, with what the columns mean in the file itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from wonderland.core.errors import NotInstalled, Unreadable
from wonderland.datasets.columns import Column, all_columns
from wonderland.datasets.games import COLUMNS, columns_of
from wonderland.datasets.plan import DatasetPlan

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_PER_GROUP = 1 << 16  #: games of a row group
#: The key of the schema's metadata under which the plan of the dataset stands, as JSON.
METADATA_KEY = b"wonderland"


def need_pyarrow() -> None:
    """Say what to install where Parquet files cannot be written or read."""
    if not find_spec("pyarrow"):
        raise NotInstalled("dataset_needs_pyarrow")


def arrow_type(column: Column) -> pa.DataType:
    """The type of a column in Arrow."""
    import pyarrow as pa

    item: pa.DataType = getattr(pa, column.item_type)()
    if not column.is_list:
        return item
    return pa.list_(item) if column.length is None else pa.list_(item, column.length)


def description_of(plan: DatasetPlan) -> dict[str, Any]:
    """What a file says of itself: the plan, the command that writes it again, and what the columns mean."""
    match = plan.match
    return {
        "dataset": plan.dataset,
        "version": plan.wonderland,
        "game": match.game,
        "command": plan.command,
        "bots": match.bots,
        "players": match.players,
        "seed": match.seed,
        "games": plan.games,
        "played_by": plan.played_by,
        "columns": {column.name: column.meaning for column in all_columns(columns_of(match.game))},
    }


def schema_of(plan: DatasetPlan) -> pa.Schema:
    """The columns of a dataset, each with its meaning, and the plan as the schema's metadata."""
    import pyarrow as pa

    fields = [
        pa.field(column.name, arrow_type(column), nullable=False, metadata={"description": column.meaning})
        for column in all_columns(columns_of(plan.match.game))
    ]
    return pa.schema(fields, {METADATA_KEY: msgspec.json.encode(description_of(plan))})


def write_parquet(
    file: BinaryIO, plan: DatasetPlan, tables: Iterable[pa.Table], progress: Callable[[int], None]
) -> None:
    """Write tables one after the other, a row group each."""
    import pyarrow.parquet as pq

    # A byte is stored as four, three of them always 0: split by byte and compressed, such columns take less room, and
    # half of the time, of what dictionaries would take.
    split, texts = list[str](), list[str]()
    for column in all_columns(columns_of(plan.match.game)):
        place = f"{column.name}.list.element" if column.is_list else column.name
        (texts if column.item_type == "string" else split).append(place)
    with pq.ParquetWriter(
        file, schema_of(plan), compression="zstd", use_dictionary=texts, use_byte_stream_split=split
    ) as writer:
        for table in tables:
            writer.write_table(table, row_group_size=ROWS_PER_GROUP)
            progress(len(table))


def _open(path: Path) -> Any:
    """An open ``pyarrow.parquet.ParquetFile``; a file that is damaged or something else is refused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.open("rb").close()  # a missing file is reported as such
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError):
        raise Unreadable("dataset_damaged", file=path) from None


def read_description(path: str | Path) -> dict[str, Any]:
    """What a Parquet file says of itself: game, version, command, bots, seed and the meaning of its columns."""
    need_pyarrow()
    with _open(Path(path)) as file:
        try:
            found: dict[str, Any] = msgspec.json.decode(file.schema_arrow.metadata[METADATA_KEY])
        except (TypeError, LookupError, msgspec.MsgspecError):
            raise Unreadable("dataset_not_ours", file=path) from None
        return found


def _game_of(path: Path, names: Collection[str]) -> str:
    """The game by its columns: a file that another program has filtered and written again is a dataset, too."""
    for game in COLUMNS:
        if {column.name for column in all_columns(columns_of(game))} <= set(names):
            return game
    raise Unreadable("dataset_not_ours", file=path)


def read_parquet(path: Path, rows: int) -> Iterator[tuple[str, dict[str, pa.Array]]]:
    """The columns of a file, so many rows at a time, and the game they are of."""
    need_pyarrow()
    import pyarrow as pa

    with _open(path) as file:
        game = _game_of(path, file.schema_arrow.names)
        columns = all_columns(columns_of(game))
        batches = file.iter_batches(rows, columns=[column.name for column in columns])
        while True:
            try:
                batch = next(batches, None)
            except (pa.ArrowInvalid, OSError):
                raise Unreadable("dataset_damaged", file=path) from None
            if batch is None:
                return
            yield game, {column.name: _as_written(path, column, batch.column(column.name)) for column in columns}


def _as_written(path: Path, column: Column, values: pa.Array) -> pa.Array:
    """The values in the type in which we write them; other programs may choose a wider one."""
    import pyarrow as pa

    try:
        found = values.cast(arrow_type(column))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise Unreadable("dataset_not_ours", file=path) from None
    if found.null_count or (column.is_list and found.flatten().null_count):
        raise Unreadable("dataset_not_ours", file=path)
    return found
