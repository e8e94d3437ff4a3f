"""``wonderland score``: the score pad."""

from __future__ import annotations

import json

import pytest

from commands import refusal, wonderland
from games.parade.test_scoring import ALICE, HATTER, THIRD

EXAMPLE = f"Alice: {ALICE}\nMad Hatter: {HATTER}\nWhite Rabbit: {THIRD}\n"


def test_the_rulebooks_example_as_json() -> None:
    done = wonderland("score", "-", "--json", given=EXAMPLE)
    assert json.loads(done.stdout) == {
        "players": ["Alice", "Mad Hatter", "White Rabbit"],
        "scores": [35, 27, 31],
        "cards": [14, 12, 16],
        "majorities": {"R": [2], "B": [0], "V": [1], "G": [2], "S": [0, 1], "O": [2]},
        "winners": [1],
    }


def test_for_people_every_line_is_added_up() -> None:
    table = wonderland("score", "-", given=EXAMPLE).stdout
    for part in ("10+8+3 = 21", "↻ 5 × 1 = 5", "10+1 = 11", "35", "27", "31", "The winner: Mad Hatter"):
        assert part in table


def test_the_tie_break_is_told_when_it_decides() -> None:
    tied = wonderland("score", "-", given="A: R10 R9 R8\nB: R2 B1\nC: B2 B3 G0").stdout
    assert "so the number of cards in front decides" in tied
    assert "The winner: B" in tied
    shared = wonderland("score", "-", given="A: R10 R9\nB: B10 B9\nC: G10 G9 G8").stdout
    assert "The win is shared by A and B" in shared


@pytest.mark.parametrize(
    "text",
    [
        "Ann:r10,R8 r3\nBob: b1",
        "Ann : R10, R8, , R3 ,\n\n\nBob:  B1  \n",
        "Ann:\tR10\tR8\tR3\r\nBob: B1\r\n",
        "\ufeffAnn: R10 R8 R3\nBob: B1",
    ],
)
def test_spaces_commas_and_letters_of_either_case(text: str) -> None:
    result = json.loads(wonderland("score", "-", "--json", given=text).stdout)
    assert (result["players"], result["scores"], result["cards"]) == (["Ann", "Bob"], [3, 1], [3, 1])


def test_the_name_is_what_stands_before_the_last_colon() -> None:
    result = json.loads(wonderland("score", "-", "--json", given="Dr: Who: R1\nBob:").stdout)
    assert result["players"] == ["Dr: Who", "Bob"]
    assert (result["scores"], result["cards"], result["winners"]) == ([1, 0], [1, 0], [1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann: R1 R2\nBob: B3 r1", 'line 2: R1 is named twice; "Ann" has it already'),
        ("Ann: R1 R1\nBob:", 'line 1: R1 is named twice; "Ann" has it already'),
        ("Ann: R1\n\nBob: B11", 'line 3: "B11" is no Parade card'),
        ("Ann: R01\nBob:", 'line 1: "R01" is no Parade card'),
        ("Ann: ſ1\nBob:", 'line 1: "ſ1" is no Parade card'),
        ("Ann: R1\nBob", 'line 2: no colon; write a name, a colon and the cards, like “Alice: R10 B0”, not "Bob"'),
        ("Ann: R1", "1 player; this game is for 2 to 6"),
        ("", "0 players; this game is for 2 to 6"),
        ("".join(f"P{n}:\n" for n in range(7)), "7 players; this game is for 2 to 6"),
    ],
)
def test_a_bad_pad_is_refused_in_one_line(text: str, message: str) -> None:
    assert refusal("score", "-", "--json", given=text).startswith(message)
