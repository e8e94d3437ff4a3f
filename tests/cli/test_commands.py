"""The other commands: help, rules, deal; and what they say when they are called wrongly."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from commands import refusal, wonderland
from wonderland.games.registry import GAMES, find, rules_page


def test_help_is_in_the_readers_language() -> None:
    assert "Check a game record against the rules" in wonderland("--help").stdout
    assert "Vérifier une partie" in wonderland("--help", "--lang", "fr").stdout
    assert "Vérifier une partie" in wonderland("replay", "--help", env={"LANG": "fr_FR.UTF-8"}).stdout


def test_without_a_command_there_is_help() -> None:
    done = wonderland()
    assert done.returncode == 0
    assert "Usage: wonderland" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fly"], "No such command 'fly'."),
        (["replay"], "Missing argument 'FILE'."),
        (["replay", "-", "--fast"], "No such option: --fast"),
        (["deal", "chess"], 'there is no game "chess"; the games are parade, nimble'),
        (["rules", "chess"], 'there is no game "chess"; the games are parade, nimble'),
        (["play", "chess"], 'there is no game "chess"; the games are parade, nimble'),
        (["deal", "--lang", "de"], '--lang: must be one of: en, fr; not "de"'),
        (["deal", "--players", "7"], "7 players; this game is for 2 to 6"),
        (["deal", "nimble", "--players", "5"], "5 players; this game is for 2 to 4"),
        (["deal", "nimble", "--setup", "0,0,0"], "of two players one gives two cards"),
        (["deal", "nimble", "--setup", "a"], "--setup: "),
        (["deal", "--assist"], "Parade has no option --assist; it belongs to Nimble"),
        (["deal", "--setup", "0,0,1"], "Parade has no option --setup; it belongs to Nimble"),
        (["deal", "--seed", "x"], '--seed: "x" is not a whole number'),
        (["play", "--opponents", "6"], "--opponents: must be a whole number from 1 to 5, not 6"),
        (["play", "nimble", "--opponents", "4"], "--opponents: must be a whole number from 1 to 3, not 4"),
        (["play", "--opponents", "x", "--lang", "fr"], '--opponents\u00a0: "x" n’est pas un nombre entier'),
        (["play", "--seed", "x", "--lang", "fr"], '--seed\u00a0: "x" n’est pas un nombre entier'),
        (["play", "--seat", "x"], '--seat: "x" is not a whole number'),
        (["play", "--challenge"], "Parade has no option --challenge; it belongs to Nimble"),
        (["play", "nimble", "--errors", "no"], '--errors: must be one of: "fewest", "out"; not "no"'),
        (["play", "--level", "dragon"], '--level: there is no opponent "dragon"; those of parade are 1\u00a0Dormouse,'),
        (
            ["play", "nimble", "--level", "cat"],
            '--level: there is no opponent "cat"; those of nimble are 1\u00a0Mock',
        ),
        (["play", "--level", "rabbit,rabbit", "-o", "1"], "--level: 2 names for 1 opponent; give one for all"),
    ],
)
def test_a_wrong_call_is_refused_in_one_line(words: list[str], message: str) -> None:
    assert refusal(*words).startswith(message)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_rules_are_printed(name: str, lang: str) -> None:
    assert wonderland("rules", name, "--lang", lang).stdout == rules_page(name, lang)


@pytest.mark.parametrize(("name", "letter", "last"), [("parade", "P", 11), ("nimble", "N", 12)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_rules_page_has_every_rule_once_and_in_order(name: str, letter: str, last: int, lang: str) -> None:
    headings = [line.split()[1] for line in rules_page(name, lang).splitlines() if line.startswith("### ")]
    assert headings == [f"{letter}{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_a_record_that_replays_and_the_seed_repeats_it(name: str) -> None:
    for players in find(name).seats:
        first = wonderland("deal", name, "--players", str(players), "--seed", "5").stdout
        assert first == wonderland("deal", name, "--players", str(players), "--seed", "5").stdout
        assert first != wonderland("deal", name, "--players", str(players), "--seed", "6").stdout
        result = json.loads(wonderland("replay", "-", "--json", given=first).stdout)
        assert (result["game"], result["finished"]) == (name, False)


def test_a_seed_gives_the_same_deal_for_ever() -> None:
    """Written down once: people share seeds."""
    record = json.loads(wonderland("deal", "--seed", "7", "--players", "Ann,Bob").stdout)
    assert record["players"] == ["Ann", "Bob"]
    assert (record["first"], record["deck"][:6]) == (0, ["O2", "B7", "B9", "O7", "O1", "O4"])


def test_a_deal_takes_names_and_options() -> None:
    words = ["--players", "Zoé, Max", "--errors", "out", "--assist", "--setup", "1,0,1"]
    record = json.loads(wonderland("deal", "nimble", *words).stdout)
    assert record["players"] == ["Zoé", "Max"]
    assert record["options"] == {"errors": "out", "assist": True}
    assert record["setup"] == [1, 0, 1]


def test_importing_wonderland_pulls_in_nothing_heavy() -> None:
    script = "import sys, wonderland; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout.split()
    heavy = {"numpy", "numba", "rich", "textual", "typer", "msgspec", "litestar", "torch"}
    assert not heavy & set(loaded)


def test_help_loads_no_screen_and_no_game() -> None:
    script = (
        "import sys\nfrom wonderland.cli.main import main\n"
        "try: main(['--help'])\nexcept SystemExit: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert not {"textual", "rich", "numpy", "numba", "wonderland.games.parade"} & set(loaded)
