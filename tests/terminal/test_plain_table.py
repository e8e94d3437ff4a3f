"""A game without a terminal kit: Moonlight tricks, registered by one line, is played at the plain table."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from games.examples import with_examples
from games.tricks import game
from wonderland.bots.registry import make
from wonderland.games import registry
from wonderland.records.log import Log
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.opponents import Opponent
from wonderland.terminal.turns import TurnTable


def played(file: Path) -> list[str]:
    cards: list[str] = json.loads(file.read_text("utf-8"))["cards"]
    return cards


@pytest.mark.parametrize("opponents", [1, 3])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_played_to_the_end_over_a_pipe(tmp_path: Path, opponents: int, lang: str) -> None:
    file = tmp_path / "game.json"
    words: list[str | Path] = ["play", "tricks", "-o", str(opponents), "--seed", "5", "--lang", lang, "--save", file]
    done = with_examples(*words, given="1\n" * 4)
    assert done.returncode == 0, done.stderr
    assert len(played(file)) == 4 * (opponents + 1)
    *_, last = game.steps(json.loads(file.read_text("utf-8")))
    table = done.stdout.partition({"en": "The result", "fr": "Le résultat"}[lang])[2]
    for name, tricks, standing in zip(
        last.state.players, last.state.won, game.table.standings(last.state), strict=True
    ):
        star = " ★" if standing.place == 1 else ""
        assert [str(standing.place), f"{name}{star}", str(tricks)] in rows(table)
    assert {"en": "The win", "fr": "ictoire"}[lang] in table


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text."""
    return [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if "│" in line]


def test_what_is_seen_and_what_may_be_done_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text = with_examples("play", "tricks", "--seed", "5", "--save", file, given="q\n").stdout
    state = game.deal(game.read_deal(json.loads(file.read_text("utf-8"))))
    hand = [str(card) for card in state.hands[0]]
    assert f"hand: {' '.join(hand)}" in text
    assert "hand sizes: 4 4" in text
    for number, card in enumerate(hand, 1):
        assert f"  {number} {card}\n" in text
    for card in state.hands[1]:
        assert str(card) not in text, "the others' hands are hidden"


def test_an_action_is_chosen_by_its_number_or_its_text(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with_examples("play", "tricks", "--seed", "5", "--save", file, given="q\n")
    state = game.deal(game.read_deal(json.loads(file.read_text("utf-8"))))
    first, second = map(str, state.hands[0][:2])
    with_examples("play", "tricks", "--seed", "5", "--save", file, given="2\n")
    assert played(file)[0] == second
    with_examples("play", "tricks", "--seed", "5", "--save", file, given=first.lower() + "\n")
    assert played(file)[0] == first


def test_a_wrong_answer_says_what_would_be_right(tmp_path: Path) -> None:
    log = Log(game, game.shuffle(["Ann", "Random"], Random(5)))
    other = log.state.hands[1][0]
    given = f"9\nfly\n{other}\nq\n"
    text = with_examples("play", "tricks", "--seed", "5", "--save", tmp_path / "game.json", given=given).stdout
    example = log.state.hands[0][0]
    assert f'"9" is none of your choices; type a number from 1 to 4, or a choice like {example}.' in text
    assert '"fly" is none of your choices' in text
    assert f"{other} is not in the hand" in text


def test_it_is_saved_after_every_action_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = with_examples("play", "tricks", "--seed", "5", "--save", file, given="1\n1\n")
    assert done.returncode == 0
    assert f"wonderland play tricks --resume {file}" in done.stdout
    before = played(file)
    assert len(before) >= 4
    done = with_examples("play", "tricks", "--resume", file, given="1\n" * 4)
    assert played(file)[: len(before)] == before
    assert len(played(file)) == 8
    assert "The result" in done.stdout
    assert "The result" in with_examples("replay", file).stdout
    assert with_examples("replay", "--lines", file).stdout == "line 1: Moonlight tricks: finished\n"


def test_its_opponents_are_random_bots_by_name(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = with_examples("play", "tricks", "-o", "2", "--level", "random", "--save", file, given="q\n")
    assert done.returncode == 0, done.stderr
    names = json.loads(file.read_text("utf-8"))["players"]
    assert names[0] == "Ann"
    assert names[2] == f"{names[1]} 2"


def test_a_live_game_without_a_kit_is_refused_in_one_sentence() -> None:
    done = with_examples("play", "berries")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Berries is played in real time and has no table in the terminal")
    assert len(done.stderr.splitlines()) == 1


def test_an_option_that_another_game_has_is_refused() -> None:
    done = with_examples("play", "tricks", "--assist")
    assert done.stderr == "Moonlight tricks has no option --assist; it belongs to Nimble\n"


def test_what_another_seat_may_hide_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "tricks", "games.tricks")
    monkeypatch.setattr(type(game.table), "is_public", lambda self, action: False)
    console = Console(file=StringIO(), width=100)
    log = Log(game, game.shuffle(["Ann", "Bob"], Random(5)))
    hidden = log.state.hands[1]
    table = TurnTable(
        Dialog("en", console, lambda prompt: "1"),
        log,
        0,
        {1: Opponent("random", make("random", 1, "tricks"))},
        lambda: None,
        Random(1),
    )
    monkeypatch.setattr(table, "show_view", lambda view: None)
    table.play()
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert text.count("Bob has chosen.") == 4
    assert not [card for card in hidden if f"Bob: {card}" in text]
