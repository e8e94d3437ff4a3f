"""A person plays Parade in the terminal: through the real command, line by line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from commands import WONDERLAND, refusal, wonderland
from wonderland.records import replay


def answers(turns: int) -> str:
    """Always the first card: chosen, then confirmed."""
    return "1\n\n" * turns


def whole_game(path: Path, opponents: int, lang: str = "en") -> tuple[str, dict[str, object]]:
    """Play to the end: as many turns as the game asks for, then the last choice."""
    for turns in range(4, 40):
        words = ["play", "-o", str(opponents), "--seed", "3", "--save", str(path), "--lang", lang]
        done = wonderland(*words, given=answers(turns) + "1 2\n\n")
        assert done.returncode == 0, done.stderr
        result = replay(path.read_bytes())
        if result["finished"]:
            return done.stdout, result
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("opponents", [1, 5])
def test_a_whole_game_to_the_score(tmp_path: Path, opponents: int) -> None:
    text, result = whole_game(tmp_path / "game.json", opponents)
    assert "The score" in text
    assert str(max(result["scores"])) in text  # type: ignore[call-overload]
    assert len(result["scores"]) == opponents + 1  # type: ignore[arg-type]
    assert "the last round begins" in text
    assert "The winner" in text or "shared" in text


def test_a_whole_game_in_french(tmp_path: Path) -> None:
    text, _ = whole_game(tmp_path / "partie.json", 2, "fr")
    for part in ("Défilé", "Quelle carte", "et prend", "Le décompte", "Victoire"):
        assert part in text


def test_what_a_choice_would_take_is_shown_before_it_is_confirmed(tmp_path: Path) -> None:
    text = wonderland("play", "-o", "2", "--seed", "4", "--save", tmp_path / "g.json", given="2\nq\n").stdout
    asked, _, preview = text.partition("Which card?")
    assert "G1♣" in asked
    assert "you take  G5♣  colour   R0♥  value" in preview
    assert "stay, though in removal mode  R8♥   O7●   S8■" in preview
    assert "safe  G0♣" in preview
    assert "Enter plays G1" in preview
    # Nothing was confirmed, so nothing was played.
    assert replay((tmp_path / "g.json").read_bytes())["plies"] == 0


def test_a_wrong_answer_says_what_would_be_right(tmp_path: Path) -> None:
    text = wonderland("play", "-o", "1", "--seed", "4", "--save", tmp_path / "g.json", given="9\nX1\nr9\nq\n").stdout
    assert '"9" is none of your cards; type a number from 1 to 5' in text
    assert '"X1" is none of your cards' in text
    assert "R9 is not in the hand, which is" in text


def test_end_of_input_keeps_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    done = wonderland("play", "-o", "2", "--seed", "4", "--save", file, given="1\n\n1\n\n")
    assert done.returncode == 0
    assert f"--resume '{file}'" in done.stdout
    before = json.loads(file.read_text())
    assert len(before["moves"]) >= 6
    wonderland("play", "--resume", file, given="1\n\n")
    after = json.loads(file.read_text())
    assert after["moves"][: len(before["moves"])] == before["moves"]
    assert len(after["moves"]) == len(before["moves"]) + 3
    assert after["deck"] == before["deck"]


def test_resume_of_a_finished_game_shows_its_score(tmp_path: Path) -> None:
    whole_game(tmp_path / "game.json", 1)
    done = wonderland("play", "--resume", tmp_path / "game.json")
    assert done.returncode == 0
    assert "The score" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_game_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "game.json"
    words = [WONDERLAND, "play", "-o", "1", "--seed", "4", "--save", str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, **pipes) as game:  # type: ignore[call-overload]  # the pipes
        game.stdin.write(b"1\n\n")
        game.stdin.flush()
        seen = b""
        while seen.count(b"Which card?") < 2:
            chunk = os.read(game.stdout.fileno(), 4096)
            assert chunk, f"the game stopped by itself: {game.stderr.read()!r}"
            seen += chunk
        game.send_signal(number)
        # Closing its input ends the game even if the signal came just before it began to wait.
        _, errors = game.communicate()
    assert b"Traceback" not in errors
    assert replay(file.read_bytes())["plies"] >= 2


def test_without_a_file_games_go_to_the_persons_data_folder(tmp_path: Path) -> None:
    done = wonderland("play", "-o", "1", given="q\n", env={"XDG_DATA_HOME": str(tmp_path)})
    [file] = (tmp_path / "wonderland" / "games").iterdir()
    assert str(file) in done.stdout
    assert replay(file.read_bytes())["plies"] in (0, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{}", "game: this key is missing"),
        (b'{"game": "parade"', "line 1, column 18: this is not JSON"),
        (b"", "the file is empty"),
    ],
)
def test_what_cannot_be_resumed_is_refused_and_left_alone(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert refusal("play", "--resume", file).startswith(message)
    assert file.read_bytes() == content


def test_another_games_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nimble.json"
    file.write_text(wonderland("deal", "nimble").stdout)
    assert refusal("play", "parade", "--resume", file).startswith("this is a record of nimble")
    assert refusal("play", "nimble", "--resume", file, "--seat", "2").startswith("--seat: must be a whole number")


def test_a_place_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in refusal("play", "--save", tmp_path / "file" / "game.json")


def test_the_other_games_of_a_file_stay_in_it(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    lines = [wonderland("deal", "--seed", str(seed)).stdout for seed in (1, 2)]
    file.write_text("".join(lines))
    wonderland("play", "--resume", file, given="q\n")
    wonderland("play", "--resume", file, given="1\n\nq\n")
    kept = file.read_text().splitlines(keepends=True)
    assert kept[0] == lines[0]
    assert len(json.loads(kept[1])["moves"]) >= 1


def test_nothing_is_written_before_something_is_done(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    dealt = json.loads(wonderland("deal", "--seed", "7").stdout)
    file.write_text(json.dumps(dealt, indent=2))  # seat 0 is the first to play
    wonderland("play", "--resume", file, given="q\n")
    assert file.read_text() == json.dumps(dealt, indent=2)


def test_the_person_sits_where_they_ask_to(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    wonderland("play", "-o", "2", "--seat", "1", "--name", "Zoé", "--save", file, given="q\n")
    assert json.loads(file.read_text())["players"] == ["White Rabbit", "Zoé", "Dormouse"]


def test_what_a_resumed_game_cannot_change_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(wonderland("deal").stdout)
    assert refusal("play", "--resume", file, "-o", "3").startswith("--resume: the game goes on as it was")


def test_a_name_cannot_move_the_cursor(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = json.loads(wonderland("deal", "--players", "A,B").stdout)
    file.write_text(json.dumps({**record, "players": ["\x1b]0;PWNED\x07", "\x1b[2J"]}))
    for words in (["replay", str(file)], ["play", "--resume", str(file)]):
        assert "\x1b]" not in wonderland(*words, given="q\n").stdout
        assert "\x1b[2J" not in wonderland(*words, given="q\n").stdout


def test_a_narrow_screen_shows_every_number(tmp_path: Path) -> None:
    whole_game(tmp_path / "game.json", 5)
    result = replay((tmp_path / "game.json").read_bytes())
    text = wonderland("replay", tmp_path / "game.json", env={"COLUMNS": "40"}).stdout
    assert "…" not in text
    for score in result["scores"]:
        assert f"Total {score} " in text


def test_closed_streams_and_absurd_numbers_are_no_crash(tmp_path: Path) -> None:
    done = subprocess.run(["bash", "-c", f"{WONDERLAND} deal >&- 2>&1 <&-"], capture_output=True, check=False)
    assert b"Traceback" not in done.stdout + done.stderr
    assert refusal("deal", "--players", "9" * 5000).endswith("holds something that is not a whole number")
    text = wonderland("play", "--save", tmp_path / "g.json", given="9" * 5000 + "\nq\n").stdout
    assert "is none of your cards" in text
