"""Reading a dataset back: as arrays, and as decisions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cases import cases
from commands import refusal
from dataset_files import lines_of, written
from wonderland.core.errors import NotAllowed, NotInstalled, Unreadable
from wonderland.datasets import read_games, replay
from wonderland.datasets.columns import all_columns, row_of
from wonderland.datasets.games import columns_of
from wonderland.envs import ParadeBatch
from wonderland.envs.parade.actions import action_of, number_of
from wonderland.games import parade
from wonderland.records import encode
from wonderland.records.replaying import last_state

pa = pytest.importorskip("pyarrow", reason="the extra data (pyarrow) is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra data (pyarrow) is not installed")

HAND = 5


def as_rows(path: Path, batch: int) -> list[dict[str, Any]]:
    """The arrays as rows again, without what fills up the lists."""
    rows = []
    for games in read_games(path, batch):
        columns = all_columns(columns_of(games.game))
        for place in range(games.games):
            row = {}
            for column in columns:
                value = games[column.name][place].tolist()
                full = column.name.startswith("event") or not column.is_list
                row[column.name] = value if full else [item for item in value if item != column.filler]
            rows.append(row)
    return rows


@pytest.mark.parametrize("bots", [("greedy", "random", "random"), ("rabbit", "greedy")])
@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_the_arrays_hold_every_row(tmp_path: Path, bots: tuple[str, ...], ending: str) -> None:
    lines = lines_of(written(tmp_path / "lines.jsonl", *bots, games=11))
    file = written(tmp_path / f"games.{ending}", *bots, games=11)
    assert as_rows(file, 4) == [row_of(columns_of("parade"), line) for line in lines]
    assert [games.games for games in read_games(file, 4)] == [4, 4, 3]


def test_both_kinds_of_files_give_the_same_arrays(tmp_path: Path) -> None:
    for bots in (("random", "greedy"), ("hare", "dodo")):
        files = [written(tmp_path / f"{bots[0]}.{ending}", *bots, games=6) for ending in ("parquet", "jsonl")]
        (one,), (other,) = (list(read_games(file)) for file in files)
        assert one.game == other.game
        for name, array in one.columns.items():
            assert array.dtype == other[name].dtype, name
            np.testing.assert_array_equal(array, other[name])


def test_what_another_program_has_filtered_and_written_again_is_a_dataset(tmp_path: Path) -> None:
    table = pq.read_table(written(tmp_path / "games.parquet", "random", "greedy", games=20))
    wider = [
        pa.field(field.name, pa.large_list(pa.int64()) if field.name in ("moves", "deck") else field.type)
        for field in table.schema
    ]
    plain = pa.table({field.name: pa.array(table[field.name].to_pylist(), field.type) for field in wider})
    pq.write_table(plain.slice(5, 10).append_column("split", pa.array(["test"] * 10)), tmp_path / "filtered.parquet")
    (games,) = read_games(tmp_path / "filtered.parquet")
    assert games["number"].tolist() == list(range(5, 15))
    assert games["deck"].dtype == np.uint8
    assert games["deck"].tolist() == table["deck"].to_pylist()[5:15]


@pytest.mark.parametrize("players", cases([2], [3], "every number of players is compiled"))
def test_every_decision_is_the_one_that_the_rules_allowed(tmp_path: Path, players: int) -> None:
    """Each game followed by the rules, decision by decision."""
    file = written(tmp_path / "games.jsonl", "random", "greedy", players=players, games=30)
    lines = lines_of(file)
    states, decided = [parade.game.deal(parade.game.read_deal(line)) for line in lines], [0] * len(lines)
    for some in replay(file, games_per_batch=16):
        for number, seat, step, mask, action, outcome, score in zip(
            some.number, some.seat, some.step, some.mask, some.action, some.outcome, some.score, strict=True
        ):
            state, results = states[number], lines[number]["dataset"]
            assert step == decided[number]
            hand = state.hands[seat]
            legal = parade.game.legal(state, seat)
            assert set(np.flatnonzero(mask)) == {number_of(allowed, hand) for allowed in legal}
            states[number] = parade.game.apply(state, int(seat), action_of(int(action), hand))
            decided[number] += 1
            share = (seat in results["winners"]) / len(results["winners"])
            assert outcome == np.float32((players * share - 1) / (players - 1))
            assert score == results["scores"][seat]
    for line, state in zip(lines, states, strict=True):
        assert parade.game.result(state) == parade.game.result(last_state(line)[1])


def test_observations_are_those_of_the_environment(tmp_path: Path) -> None:
    file = written(tmp_path / "games.parquet", "random", "greedy", games=5)
    (games,) = read_games(file)
    batch = ParadeBatch(5, 2, observation="rich")
    batch.deal(games["deck"], games["first"])
    some = next(iter(replay(file, observation="rich")))
    np.testing.assert_array_equal(some.observation, batch.observation)
    np.testing.assert_array_equal(some.seat, games["first"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("moves", "front"),
        ("moves", "more"),
        ("discards", "front"),
        ("deck", "last"),
        ("first", 2),
        ("scores", 3),
        ("winners", "none"),
        ("winners", "others"),
        ("plies", 20),
        ("trigger", 2),
    ],
)
def test_a_game_that_the_rules_do_not_allow_is_refused_by_its_number(tmp_path: Path, name: str, value: Any) -> None:
    rows = pq.read_table(written(tmp_path / "games.parquet", "random", "greedy", games=9)).to_pylist()
    wrong = rows[4]
    match value:
        case "front":  # the card at the front of the line is in nobody's hand
            wrong[name][0] = wrong["deck"][2 * HAND]
        case "more":
            wrong[name].append(wrong["deck"][0])
        case "last":  # two that are never drawn
            wrong[name][-1] = wrong[name][-2]
        case "none":
            wrong[name] = []
        case "others":
            wrong[name] = [seat for seat in range(2) if seat not in wrong[name]] or [0]
        case int() if isinstance(wrong[name], list):
            wrong[name][0] = value
        case _:
            wrong[name] = value
    pq.write_table(pa.Table.from_pylist(rows, pq.read_schema(tmp_path / "games.parquet")), tmp_path / "wrong.parquet")
    with pytest.raises(Unreadable, match="a game that the rules allow: number 4"):
        list(replay(tmp_path / "wrong.parquet"))


def test_tables_of_two_and_of_three_may_be_in_one_file(tmp_path: Path) -> None:
    both = [written(tmp_path / f"{players}.jsonl", "rabbit", players=players, games=3) for players in (2, 3)]
    one = tmp_path / "both.jsonl"
    one.write_bytes(b"".join(file.read_bytes() for file in both))
    decisions = list(replay(one))
    assert sum(len(some.action) for some in decisions) == sum(
        line["dataset"]["plies"] + len(line["players"]) for line in lines_of(one)
    )
    assert {some.scores.shape[1] for some in decisions} == {2, 3}


def test_a_batch_has_at_least_one_game(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="batch: must be a whole number from 1"):
        read_games(written(tmp_path / "games.jsonl", "rabbit", games=1), batch=0)


def test_only_games_in_turns_are_replayed(tmp_path: Path) -> None:
    with pytest.raises(NotAllowed, match="holds games of nimble; only those of parade"):
        list(replay(written(tmp_path / "games.jsonl", "hare", "dodo", games=1)))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def damage(path: Path) -> None:
    """Change bytes in the middle, and leave the end as it is."""
    raw = bytearray(path.read_bytes())
    raw[4:1000] = bytes(996)
    path.write_bytes(raw)


def other_parquet(path: Path) -> None:
    pq.write_table(pa.table({"number": [1, 2]}), path)


def strange_number(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"number":3,', b'"number":"three",'))


def short_deck(path: Path) -> None:
    lines = lines_of(path)
    path.write_bytes(b"".join(encode({**line, "deck": line["deck"][:60]}) + b"\n" for line in lines))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("games.parquet", cut, "is damaged or cut off"),
        ("games.parquet", damage, "is damaged or cut off"),
        ("games.parquet", lambda path: path.write_bytes(b"a,b\n1,2\n"), "or it is no Parquet file"),
        ("games.parquet", other_parquet, "was not written by “wonderland dataset”"),
        ("games.jsonl", cut, "line 30: .* does not hold a game of a dataset here"),
        ("games.jsonl", strange_number, "was not written by “wonderland dataset”"),
        ("games.jsonl", short_deck, "a game that the rules allow: number 0"),
        ("games.jsonl", lambda path: path.write_text("{}\n"), "line 1: .* does not hold a game of a dataset here"),
    ],
)
def test_what_cannot_be_read_is_refused(
    tmp_path: Path, name: str, change: Callable[[Path], None], message: str
) -> None:
    file = written(tmp_path / name, "random", "greedy", games=30)
    change(file)
    with pytest.raises(Unreadable, match=message):
        list(replay(file))


def test_lines_of_several_games_are_refused(tmp_path: Path) -> None:
    one, other = (written(tmp_path / f"{bot}.jsonl", bot, games=1) for bot in ("rabbit", "hare"))
    one.write_bytes(one.read_bytes() + other.read_bytes())
    with pytest.raises(Unreadable, match=r"line 2: .* holds games of parade and of nimble"):
        list(read_games(one))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for name in ("games.parquet", "games.jsonl"):
        with pytest.raises(FileNotFoundError, match=name):
            list(read_games(tmp_path / name))


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NotInstalled, match=r"wonderland\[data\]"):
        written(tmp_path / "games.parquet", "random")
    with pytest.raises(NotInstalled, match=r"wonderland\[data\]"):
        list(read_games(tmp_path / "games.parquet"))
    assert lines_of(written(tmp_path / "games.jsonl", "rabbit", games=1))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "random,quen"], 'there is no bot "quen"'),
        (["--bots", "rabbit,hare"], "rabbit plays parade and hare plays nimble; a match is of one game"),
        (["--bots", ""], "--bots random,greedy"),
        (["--bots", "random", "--players", "7"], "--players: 7 players; this game is for 2 to 6"),
        (["--bots", "random", "--seed", str(1 << 63)], "--seed: must be a whole number from 0 to 9223372036854775807"),
        (["--bots", "random", "--out", "games.csv"], "ends in one of .parquet, .jsonl, not"),
        (["--bots", "random", "--out", "-"], "names none"),
        (["--bots", "random", "--lang", "fr", "--out", "a.txt"], "finit par l’un de .parquet, .jsonl"),
    ],
)
def test_the_command_refuses_in_one_line(tmp_path: Path, words: list[str], message: str) -> None:
    out = [] if "--out" in words else ["--out", str(tmp_path / "games.jsonl")]
    assert message in refusal("dataset", "--games", "5", *words, *out)
    assert not list(tmp_path.iterdir())
