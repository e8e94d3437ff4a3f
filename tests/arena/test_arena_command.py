"""``wonderland arena`` as people and programs run it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from commands import WONDERLAND, refusal, wonderland

SVG = "{http://www.w3.org/2000/svg}"
DUEL = ("arena", "greedy", "random", "--games", "60", "--seed", "4")
NIMBLE = ("arena", "hare", "dodo", "--games", "12", "--seed", "4")


def test_the_tables_and_the_last_sentence_tell_everything() -> None:
    done = wonderland(*DUEL, "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for words in (
        "60 games of Parade, 2 players",
        "30 deals · each in 2 seatings · seed 4 · 200 ms a decision",
        "even: 50 % of the wins",
        "Score",
        "Margin",
        "Rating",
        "Head to head",
        "slowest, ms",
    ):
        assert words in done.stdout
    assert re.search(r"^greedy beats random: \d+\.\d ± \d+\.\d %$", done.stdout, re.MULTILINE)


def test_in_french() -> None:
    done = wonderland(*DUEL, "--lang", "fr")
    assert "60 parties de Parade, 2 joueurs" in done.stdout
    assert re.search(r"^greedy bat random\u00a0: \d+,\d ± \d+,\d %$", done.stdout, re.MULTILINE)


def test_whatever_a_command_starts_speaks_its_language() -> None:
    engine = f"engine:{shlex.join([WONDERLAND, 'engine', 'nobody'])}"
    told = wonderland("arena", engine, "greedy", "--games", "2", "--jobs", "2", "--lang", "fr").stdout
    assert "il n’y a pas de robot" in told.replace("\n", " ")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("columns", [80, 120])
def test_everything_fits_the_terminal(lang: str, columns: int) -> None:
    bots = ("rabbit", "greedy", "dormouse", "random")
    words = ("arena", *bots, "--players", "2", "--games", "24", "--seed", "1", "--lang", lang)
    shown = wonderland(*words, env={"COLUMNS": str(columns)}).stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert "…" not in shown


def test_many_bots_are_split_over_several_tables() -> None:
    bots = ("rabbit", "greedy", "dormouse", "random", *(f"engine:{shlex.join([sys.executable, 'x'])}{n}" for n in "12"))
    done = wonderland("arena", *bots, "--players", "2", "--games", "1", "--seed", "1", env={"COLUMNS": "80"})
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 90  # sentences may hold a long command
    assert "crashed; the first: crashed: " in " ".join(done.stdout.split())  # where lines break is the command's length


def test_more_players_than_bots_and_games_in_whole_deals() -> None:
    done = wonderland("arena", "random", "greedy", "--players", "4", "--games", "101", "--seed", "4")
    assert done.stderr == "104 games instead of 101: every deal is played in all its 4 seatings.\n"
    assert "26 deals · each in 4 seatings" in done.stdout
    assert re.search(r"greedy wins more often than random at the same table: \+\d\d\.\d ± \d", done.stdout)


def test_json_for_programs_has_the_shape_that_is_documented() -> None:
    result = json.loads(wonderland(*DUEL, "--json", "--rollouts", "30").stdout)
    assert {key: result[key] for key in ("game", "players", "bots", "seed", "budget")} == {
        "game": "parade",
        "players": 2,
        "bots": ["greedy", "random"],
        "seed": 4,
        "budget": {"milliseconds": 200, "rollouts": 30},
    }
    assert (result["deals"], result["seatings"], result["games"]) == (30, 2, 60)
    assert (result["finished"], result["until_sure"], result["settled"]) == (True, False, True)
    best, other = result["table"]
    assert (best["bot"], other["bot"], best["games"]) == ("greedy", "random", 60)
    assert best["wins"]["mean"] + other["wins"]["mean"] == pytest.approx(1)
    assert best["wins"]["even"] == 0.5
    for name in ("wins", "score", "margin"):
        low, high = best[name]["interval"]
        assert low < best[name]["mean"] < high
    assert best["rating"]["mu"] > other["rating"]["mu"]
    assert best["decisions"] > 500
    assert best["milliseconds"]["slowest"] >= best["milliseconds"]["mean"] > 0
    assert best["faults"] == {}
    (pair,) = result["pairs"]
    assert (pair["bots"], pair["winner"]) == (["greedy", "random"], "greedy")
    assert set(pair) == {"bots", "better", "ahead", "difference", "winner"}


def test_what_is_not_known_is_null() -> None:
    result = json.loads(wonderland("arena", "greedy", "random", "--games", "2", "--json").stdout)
    assert result["table"][0]["wins"]["interval"] is None
    assert result["pairs"][0]["winner"] is None


def test_until_sure_stops_early_and_says_so() -> None:
    done = wonderland("arena", "greedy", "random", "--games", "2_000", "--seed", "4", "--until-sure")
    assert re.search(r"^Settled after \d+ games of at most 2,000\.$", done.stdout, re.MULTILINE)
    assert "greedy beats random" in done.stdout
    assert "whatever moment the match" in done.stdout


def test_a_bot_alone_has_nothing_to_settle_and_is_told_so() -> None:
    done = wonderland("arena", "greedy", "--games", "1", "--until-sure")
    assert done.stderr == "A bot alone: there is nothing to settle, so all games are played.\n"
    assert "1 game of Parade, 2 players\n1 deal · in 1 seating · " in done.stdout


def test_whoever_has_read_enough_may_leave() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([WONDERLAND, *DUEL], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nimble_in_virtual_time_counts_cards_left_and_errors() -> None:
    done = wonderland(*NIMBLE)
    assert "12 games of Nimble, 2 players" in done.stdout
    assert "Cards left" in done.stdout
    assert "Errors" in done.stdout
    assert "Margin" not in done.stdout
    assert "ms a decision" not in done.stdout
    result = json.loads(wonderland(*NIMBLE, "--json").stdout)
    assert result["table"][0]["bot"] == "hare"
    assert set(result["table"][0]) >= {"wins", "left", "errors", "rating", "faults"}
    assert result["table"][0]["milliseconds"] == {"mean": None, "slowest": None}


@pytest.mark.parametrize("words", [DUEL, NIMBLE])
def test_records_of_every_game_replay(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "games.jsonl"
    result = json.loads(wonderland(*words, "--records", file, "--json").stdout)
    replayed = wonderland("replay", file, "--json")
    assert replayed.returncode == 0, replayed.stderr
    outcomes = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert len(outcomes) == result["games"]
    assert all(outcome["finished"] for outcome in outcomes)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [record["arena"] for record in records[:3]] == [{"game": n, "deal": n // 2} for n in range(3)]
    shares = dict.fromkeys(result["bots"], 0.0)
    for record, outcome in zip(records, outcomes, strict=True):
        for seat in outcome["winners"]:
            shares[record["players"][seat]] += 1 / len(outcome["winners"])
    assert {bot["bot"]: bot["wins"]["mean"] for bot in result["table"]} == pytest.approx(
        {bot: share / len(records) for bot, share in shares.items()}
    )


def test_records_of_nimble_hold_the_times(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    wonderland(*NIMBLE, "--records", file)
    events = json.loads(file.read_text().splitlines()[0])["events"]
    times = [event[-1] for event in events]
    assert all(len(event) == (4 if event[0] == "place" else 3) for event in events)
    assert times == sorted(times)
    assert times[-1] > 1000


def test_plots_are_well_formed(tmp_path: Path) -> None:
    drawing, page, picture = tmp_path / "a.svg", tmp_path / "a.html", tmp_path / "a.png"
    for file in (drawing, page, picture):
        assert wonderland(*DUEL, "--plot", file).returncode == 0
    root = ElementTree.parse(drawing).getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "60 games of Parade, 2 players" in words
    assert max(float(word[:-2]) for word in words if word and word.endswith(" %")) <= 100
    assert words.count("greedy") == 5  # two bars, a row and a column, a line
    assert len(root.findall(f"{SVG}polyline")) == 2
    assert drawing.read_text("utf-8") in page.read_text("utf-8")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_plot_of_one_bot_alone_and_of_one_deal(tmp_path: Path) -> None:
    drawing = tmp_path / "a.svg"
    for words in (("arena", "greedy", "--games", "5"), ("arena", "greedy", "random", "--games", "2")):
        assert wonderland(*words, "--plot", drawing).returncode == 0
        assert "nan" not in drawing.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Name the bots that are to play"),
        (("rabbit", "hare"), "rabbit plays parade and hare plays nimble; a match is of one game"),
        (("rabbit", "nobody"), 'there is no bot "nobody"; the bots are '),
        (("rabbit", "--players", "7"), "--players: 7 players; this game is for 2 to 6"),
        (("rabbit", "--games", "0"), "--games: must be a whole number from 1 to 1000000000, not 0"),
        (("rabbit", "--games", "many"), '--games: "many" is not a whole number'),
        (("rabbit", "--plot", "a.gif"), "a.gif: a plot ends in .svg, .html or .png"),
        (("rabbit", "--players", "1"), "--players: 1 player; this game is for 2 to 6"),
        (("rabbit", "--jobs", "0"), "--jobs: must be a whole number from 1 to 1000000000, not 0"),
        (("rabbit", "--budget", "0"), "--budget: must be a whole number from 1 to 1000000000, not 0"),
        (("rabbit", "--seed", "x"), '--seed: "x" is not a whole number'),
        (("rabbit", "engine:/no/such/program"), 'the engine "/no/such/program" cannot be started'),
        (("rabbit", "--records", "/"), "/"),
        (("rabbit", "--save", "/"), "/"),
    ],
)
def test_refusals_are_one_line(words: tuple[str, ...], told: str) -> None:
    assert refusal("arena", *words).startswith(told)
