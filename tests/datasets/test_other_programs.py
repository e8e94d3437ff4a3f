"""Other programs read a dataset as it is. None of them is among our own requirements."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dataset_files import lines_of, written
from wonderland.datasets.columns import row_of
from wonderland.datasets.games import columns_of

pytest.importorskip("pyarrow", reason="the extra data (pyarrow) is not installed")

pytestmark = pytest.mark.long("loads libraries that are larger than ours")


def pandas_rows(file: Path, cache: Path) -> list[dict[str, Any]]:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = pandas.read_parquet(file)
    return [{name: _plain(value) for name, value in row.items()} for row in table.to_dict("records")]


def polars_rows(file: Path, cache: Path) -> list[dict[str, Any]]:
    polars = pytest.importorskip("polars", reason="polars is not installed")
    table = polars.read_parquet(file)
    return [{name: _plain(value) for name, value in row.items()} for row in table.to_dicts()]


def duckdb_rows(file: Path, cache: Path) -> list[dict[str, Any]]:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    found = duckdb.read_parquet(str(file))
    return [dict(zip(found.columns, map(_plain, row), strict=True)) for row in found.fetchall()]


#: Their library has the name of this folder, so it is loaded by a Python that does not know the folder.
HUGGING_FACE = """
import json, sys
from datasets import load_dataset
rows = load_dataset("parquet", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
print(json.dumps(list(rows)))
"""


def hugging_face_rows(file: Path, cache: Path) -> list[dict[str, Any]]:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(cache)}
    command = [sys.executable, "-c", HUGGING_FACE, str(file), str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent, env=environment)
    if "No module named 'datasets'" in done.stderr or "cannot import name 'load_dataset'" in done.stderr:
        pytest.skip("Hugging Face datasets is not installed")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def _plain(value: Any) -> Any:
    """Arrays and tuples as lists."""
    return value.tolist() if hasattr(value, "tolist") else list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("bots", [("greedy", "random", "random"), ("hare", "dodo")])
@pytest.mark.parametrize("reader", [pandas_rows, polars_rows, duckdb_rows, hugging_face_rows])
def test_every_row_is_read(
    tmp_path: Path, bots: tuple[str, ...], reader: Callable[[Path, Path], list[dict[str, Any]]]
) -> None:
    lines = lines_of(written(tmp_path / "games.jsonl", *bots, games=20))
    file = written(tmp_path / "games.parquet", *bots, games=20)
    assert reader(file, tmp_path / "cache") == [row_of(columns_of(line["game"]), line) for line in lines]
