"""Who sits down with the person: levels, names, what is asked at a terminal, and what a record remembers."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from datetime import datetime
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from commands import WONDERLAND, refusal, wonderland
from wonderland.bots.registry import BOTS, BotEntry, ladder, title
from wonderland.games import nimble, parade
from wonderland.games.registry import GAMES
from wonderland.messages import LANGUAGES, catalogue
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.menu import ask_levels
from wonderland.terminal.opponents import shows_avatars
from wonderland.terminal.request import PlayRequest


def at_a_terminal(given: str, *words: str | Path, **more: str) -> str:
    """Run a command as a person does: at a real terminal, to its end."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "TERM": "xterm", "COLUMNS": "100", **more}
    with subprocess.Popen([WONDERLAND, *map(str, words)], stdin=theirs, stdout=theirs, stderr=theirs, env=env):
        os.close(theirs)
        os.write(ours, given.encode())
        seen = b""
        try:
            while chunk := os.read(ours, 65536):
                seen += chunk
        except OSError:  # how a terminal says that nobody is left at the other end
            pass
        os.close(ours)
    return seen.decode()


def players(file: Path) -> list[str]:
    names: list[str] = json.loads(file.read_text("utf-8"))["players"]
    return names


def request(*levels: str, seat: int = 0) -> PlayRequest:
    return PlayRequest("en", "Ann", None, Random(1), None, None, seat, datetime(2026, 1, 1), levels)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["Ann", "White Rabbit", "Dormouse"]),
        (["-o", "4"], ["Ann", "White Rabbit", "Dormouse", "White Rabbit 2", "Dormouse 2"]),
        (["--level", "dormouse"], ["Ann", "Dormouse", "Dormouse 2"]),
        (["--level", "Rabbit", "-o", "1"], ["Ann", "White Rabbit"]),
        (["--level", "dormouse,rabbit,rabbit"], ["Ann", "Dormouse", "White Rabbit", "White Rabbit 2"]),
        (["--level", "1,2", "--lang", "fr"], ["Ann", "Loir", "Lapin blanc"]),
        (["--level", "Lapin blanc,LOIR,chap", "--lang", "fr"], ["Ann", "Lapin blanc", "Loir", "Chapelier fou"]),
        (["--level", "white rabbit mad dor"], ["Ann", "White Rabbit", "Mad Hatter", "Dormouse"]),
        (["--level", "2", "--name", "White Rabbit", "-o", "1"], ["White Rabbit", "White Rabbit 2"]),
        (["--level", "alice:level=9,6:level=3,ALI:level=3"], ["Ann", "Alice", "Alice (level 3)", "Alice (level 3) 2"]),
        (["--level", "al:level=3 rabbit", "--lang", "fr"], ["Ann", "Alice (niveau 3)", "Lapin blanc"]),
    ],
)
def test_opponents_are_those_asked_for_by_their_names(tmp_path: Path, words: list[str], expected: list[str]) -> None:
    wonderland("play", *words, "--save", tmp_path / "game.json", given="q\n")
    assert players(tmp_path / "game.json") == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--level", "dragon"],
            '--level: there is no opponent "dragon"; those of parade are 1\u00a0Dormouse, 2\u00a0White',
        ),
        (["--level", "d,ra,dragon"], '--level: there is no opponent "dragon"'),
        (
            ["--level", "cha", "--lang", "fr"],
            '--level\u00a0: "cha" peut vouloir dire 3\u00a0Chapelier fou, 4',
        ),
        (["--level", "7"], '--level: there is no opponent "7"'),
        (["--level", ""], '--level: there is no opponent ""'),
        (["--level", "al:level=0"], '--level: "level=0" is no option of alice; possible are net, level=1 … level=9'),
        (["--level", "queen:level=3"], '--level: queen takes no options; leave out ":level=3"'),
        (["--level", "dragon:level=3"], '--level: there is no opponent "dragon:level=3"'),
        (["--level", "rabbit,dormouse", "-o", "3"], "--level: 2 names for 3 opponents; give one for all"),
        (["--level", "1,2,1,2,1,2"], "--level: 7 players; this game is for 2 to 6"),
    ],
)
def test_opponents_that_cannot_be_are_refused(tmp_path: Path, words: list[str], message: str) -> None:
    file = tmp_path / "game.json"
    assert refusal("play", "--save", file, *words).startswith(message)
    assert not file.exists()


def test_at_a_terminal_the_person_is_asked_once(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    seen = at_a_terminal("dragon\n1 1 1 1 1 1\n1 2 1\nq\n", "play", "--save", file)
    assert "1 🐭 Dormouse" in seen
    assert "half asleep, plays almost anything" in seen
    assert 'there is no opponent "dragon"' in seen
    assert "7 players; this game is for 2 to 6" in seen
    assert "🐇 White Rabbit" in seen.partition("Parade ▸")[0].rpartition("Turn")[2]
    assert players(file) == ["Ann", "Dormouse", "White Rabbit", "Dormouse 2"]


def test_one_name_at_the_terminal_is_one_opponent_and_enter_the_usual_ones(tmp_path: Path) -> None:
    at_a_terminal("rabbit\nq\n", "play", "--save", tmp_path / "one.json")
    assert players(tmp_path / "one.json") == ["Ann", "White Rabbit"]
    at_a_terminal("\nq\n", "play", "--save", tmp_path / "usual.json")
    assert players(tmp_path / "usual.json") == ["Ann", "White Rabbit", "Dormouse"]


def test_whoever_leaves_before_the_game_leaves_nothing_behind(tmp_path: Path) -> None:
    assert "Traceback" not in at_a_terminal("q\n", "play", "--save", tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


def test_who_has_said_it_is_not_asked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for words in (["--level", "rabbit"], ["-o", "1"], ["--resume", str(file)]):
        assert "Who sits down" not in at_a_terminal("q\n", "play", *words, "--save", file)
    assert "Who sits down" not in wonderland("play", "--save", file, given="q\n").stdout


def test_a_resumed_game_has_the_opponents_its_names_say() -> None:
    """In whatever language it began; whoever is no level of the ladder is played by the usual ones."""
    seated = ["Reine de Cœur", "Ann", "Bob", "White Rabbit 2", "Dormouse of Kent", "Cheshire Cat"]
    levels = request(seat=1).levels_of(parade.game, seated)
    assert levels == {0: "queen", 2: "dormouse", 3: "rabbit", 4: "dormouse", 5: "cat"}
    seated = ["Ann", "Alice (niveau 3) 2", "Alice 2", "Alice (without search, level 8)", "Alice (level 12)"]
    levels = request().levels_of(parade.game, seated)
    assert levels == {1: "alice:level=3", 2: "alice", 3: "alice:net:level=8", 4: "dormouse"}


def test_a_level_given_with_resume_is_what_counts(tmp_path: Path) -> None:
    assert request("cat").levels_of(parade.game, ["Ann", "Dormouse", "Bob"]) == {1: "cat", 2: "cat"}
    assert request("cat", "hatter").levels_of(parade.game, ["Ann", "Dormouse", "Bob"]) == {1: "cat", 2: "hatter"}
    file = tmp_path / "game.json"
    file.write_text(wonderland("deal", "--players", "Ann,Bob,Cy").stdout)
    assert wonderland("play", "--resume", file, "--level", "dormouse", given="1\n\n").returncode == 0
    assert players(file) == ["Ann", "Bob", "Cy"]
    assert refusal("play", "--resume", file, "--level", "1,1,1").startswith("--level: 3 names for 2 opponents")


@pytest.mark.parametrize("level", ["cat", "queen", "alice:level=7"])
def test_who_is_not_installed_says_so_in_one_line(tmp_path: Path, level: str) -> None:
    """Without the extra ``fast``, as on a machine that has no numba."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    file, env = tmp_path / "game.json", {"PYTHONPATH": str(tmp_path)}
    line = refusal("play", "--level", level, "--save", file, env=env)
    assert line.startswith(f"{title(level)} cannot play here yet, while Dormouse, White Rabbit and Mad Hatter can. ")
    assert line.endswith('pip install "wonderland[fast]"')
    assert not file.exists()
    done = wonderland("play", "--level", "rabbit", "--save", file, given="hint\nq\n", env=env)
    assert "Mad Hatter would play" in done.stdout


def test_who_is_not_installed_is_shown_so_in_the_menu_and_someone_else_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['numba'] = None\n")
    file = tmp_path / "partie.json"
    wide = {"PYTHONPATH": str(tmp_path), "COLUMNS": "200"}
    seen = at_a_terminal("reine\nlapin\nq\n", "play", "--lang", "fr", "--save", file, **wide)
    menu, _, answer = seen.partition("Entrée pour")
    assert menu.count("pas encore ici. Le simulateur a besoin de numba") == 3
    assert "Reine de Cœur ne peut pas encore jouer ici\u202f; vous pouvez jouer contre Loir, Lapin blanc et" in answer
    assert players(file) == ["Ann", "Lapin blanc"]


def test_in_the_menu_titles_are_understood_as_they_are_typed_in_a_hurry() -> None:
    console, answers = Console(file=StringIO()), iter(["reine de coeur, Chat 3", "lievre"])
    dialog = Dialog("fr", console, lambda prompt: next(answers))
    assert ask_levels(dialog, parade.game, 2) == ("queen", "cat", "hatter")
    assert ask_levels(dialog, nimble.game, 1) == ("hare",)


def test_in_the_menu_alice_is_asked_for_at_a_strength() -> None:
    console, prompts = Console(file=StringIO()), list[str]()
    answers = iter(["alice rabbit alice:level=2 alice", "10", "strong", "4", ""])

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    assert ask_levels(Dialog("en", console, ask), parade.game, 2) == (
        "alice:level=4",
        "rabbit",
        "alice:level=2",
        "alice",
    )
    assert prompts[1:] == ["At which level shall Alice play, from 1 to 9? Enter for 9: "] * 3 + [
        "At which level shall Alice 2 play, from 1 to 9? Enter for 9: "
    ]
    assert isinstance(console.file, StringIO)
    assert 'must be a whole number from 1 to 9, not "10"' in console.file.getvalue()


def test_a_bot_that_nobody_has_written_about_is_in_the_menu_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "knave", BotEntry("parade", "wonderland.bots.parade.simple:Greedy", "🃏"))
    console = Console(file=StringIO())
    assert ask_levels(Dialog("en", console, lambda prompt: "knave"), parade.game, 2) == ("knave",)
    assert isinstance(console.file, StringIO)
    assert "7 knave" in console.file.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everyone_on_the_ladder_is_introduced(lang: str) -> None:
    for game in GAMES:
        for level in ladder(game):
            assert f"bot_{level}" in catalogue(lang)
            assert f"bot_{level}_about" in catalogue(lang)


def test_avatars_are_shown_only_where_they_can_be_seen() -> None:
    terminal, pipe = Console(file=StringIO(), force_terminal=True), Console(file=StringIO())
    assert shows_avatars(terminal, {"TERM": "xterm"})
    assert not shows_avatars(terminal, {"TERM": "linux"})
    assert not shows_avatars(pipe, {"TERM": "xterm"})
    avatars = [entry.avatar for entry in BOTS.values() if entry.avatar]
    assert len(set(avatars)) == len(avatars)
    assert {BOTS[level].avatar for game in GAMES for level in ladder(game)} <= set(avatars)
