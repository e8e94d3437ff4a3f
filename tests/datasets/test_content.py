"""What a dataset holds: the games as they were played, in both kinds of files."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from commands import wonderland
from dataset_files import lines_of, written
from wonderland import __version__
from wonderland.datasets import FreshDeals, read_description
from wonderland.datasets.columns import COMMON_COLUMNS, all_columns, row_of
from wonderland.datasets.games import COLUMNS, columns_of
from wonderland.datasets.parquet import arrow_type
from wonderland.datasets.plan import read_bots
from wonderland.datasets.writing import plan_dataset
from wonderland.records import encode
from wonderland.records.replaying import last_state
from wonderland.sim import record_of

pq = pytest.importorskip("pyarrow.parquet", reason="the extra data (pyarrow) is not installed")

COMPILED = pytest.mark.long("every number of players is compiled")
DOCS = Path(__file__).parents[2] / "docs"


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize("players", [2, 3, *(pytest.param(players, marks=COMPILED) for players in (4, 5, 6))])
def test_simulated_games_are_the_simulators_and_end_as_the_rules_say(tmp_path: Path, players: int) -> None:
    lines = lines_of(written(tmp_path / "games.jsonl", "greedy", "random", players=players))
    for number, line in enumerate(lines):
        record = record_of(players, number, seed=7, policy=line["players"])
        assert {key: line[key] for key in record} == {**record, "players": line["players"]}
        game, state = last_state(line)
        ended = columns_of("parade").of_result(game.result(state))
        assert line["dataset"] == {"number": number, "seed": 7, "faults": [0] * players, **ended}


def test_the_text_of_simulated_games_is_that_of_any_other_record(tmp_path: Path) -> None:
    raw = written(tmp_path / "games.jsonl", "random", "greedy", players=3, games=20).read_bytes()
    assert raw == b"".join(encode(line) + b"\n" for line in lines_of(tmp_path / "games.jsonl"))


@pytest.mark.parametrize("bots", [("greedy", "random"), ("rabbit", "greedy"), ("hare", "dodo", "turtle")])
def test_both_kinds_of_files_hold_the_same_games(tmp_path: Path, bots: tuple[str, ...]) -> None:
    lines = lines_of(written(tmp_path / "games.jsonl", *bots, games=12))
    rows = rows_of(written(tmp_path / "games.parquet", *bots, games=12))
    columns = columns_of(lines[0]["game"])
    assert rows == [row_of(columns, line) for line in lines]
    for line in lines:
        game, state = last_state(line)
        result = columns.of_result(game.result(state))
        assert json.loads(encode(result)) == {key: line["dataset"][key] for key in result}


def test_every_game_has_a_deal_of_its_own_and_the_seatings_take_turns(tmp_path: Path) -> None:
    for bots in (("greedy", "random"), ("rabbit", "dormouse")):
        rows = rows_of(written(tmp_path / f"{bots[0]}.parquet", *bots, games=10))
        assert len({tuple(row["deck"]) for row in rows}) == 10
        assert [tuple(row["bots"]) for row in rows] == [bots, bots[::-1]] * 5


def test_neither_threads_nor_processes_change_a_byte(tmp_path: Path) -> None:
    for bots, one, other in ((("random", "greedy"), {"threads": 1}, {"threads": 3}), (("rabbit",), {}, {"jobs": 2})):
        files = [tmp_path / f"{bots[0]}{number}.parquet" for number in (1, 2)]
        for file, how in zip(files, (one, other), strict=True):
            written(file, *bots, games=40_000 if "random" in bots else 8, **how)
        assert files[0].read_bytes() == files[1].read_bytes()


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    file = written(tmp_path / "games.parquet", "rabbit", "greedy", games=1, seed=3)
    found = read_description(file)
    assert (found["game"], found["version"], found["seed"]) == ("parade", __version__, 3)
    assert found["bots"] == ["rabbit", "greedy"]
    assert found["command"] == (
        "wonderland dataset --bots rabbit,greedy --game parade --players 2 --games 1 --seed 3 --budget 200"
    )
    fields = {field.name: field.metadata[b"description"].decode() for field in pq.read_schema(file)}
    assert fields == found["columns"] == {column.name: column.meaning for column in all_columns(columns_of("parade"))}


def test_the_bots_of_a_command_are_read_as_they_are_written() -> None:
    bots = ["queen", "engine:./mybot --weights 1,2", "cat", "greedy"]
    words = shlex.split(plan_dataset(FreshDeals.of(bots, players=4), games=1).command)
    given = [words[place + 1] for place, word in enumerate(words) if word == "--bots"]
    assert given == ["queen,engine:./mybot --weights 1,2", "cat,greedy"]
    assert read_bots(given) == bots


def test_the_command_in_a_file_writes_the_same_file(tmp_path: Path) -> None:
    file = written(tmp_path / "games.parquet", "random", "greedy", players=3, games=5)
    words = read_description(file)["command"].split()[1:]
    done = wonderland(*words, "--out", tmp_path / "again.parquet")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again.parquet").read_bytes() == file.read_bytes()


def test_replay_reads_the_lines(tmp_path: Path) -> None:
    file = written(tmp_path / "games.jsonl", "random", "greedy", games=6)
    done = wonderland("replay", file, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    scores = [json.loads(line)["scores"] for line in done.stdout.splitlines()]
    assert scores == [line["dataset"]["scores"] for line in lines_of(file)]


def test_faults_are_counted_by_seat(tmp_path: Path) -> None:
    done = wonderland(
        "dataset", "--bots", "greedy,engine:false", "--games", "2", "--seed", "1", "--out", tmp_path / "games.jsonl"
    )
    assert done.returncode == 0, done.stderr
    assert "engine:false: " in done.stderr
    first, second = (line["dataset"]["faults"] for line in lines_of(tmp_path / "games.jsonl"))
    assert first[0] == second[1] == 0
    assert min(first[1], second[0]) > 5


@pytest.mark.parametrize("game", COLUMNS)
def test_the_docs_list_every_column(game: str) -> None:
    columns = columns_of(game)
    page = (DOCS / "datasets.md").read_text("utf-8")
    for column in (*COMMON_COLUMNS, *columns.record_columns, *columns.result_columns):
        assert f"| `{column.name}` | `{column.type}` | {column.meaning} |" in page
        assert str(arrow_type(column)) == re.sub(r"<(\w+)>", r"<item: \1>", column.type)
