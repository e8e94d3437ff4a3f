"""Flags come from the games' own options: a game that brings new ones needs no line in the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import pytest
from typer import Typer
from typer.testing import CliRunner

from games.tricks import game
from wonderland.cli.game_options import GivenFlag, read_flags, with_game_flags
from wonderland.core.errors import Unreadable
from wonderland.games import nimble, registry


class Options(msgspec.Struct, frozen=True):
    """Options of every kind: on by default, numbers, a name that another game has too, one that a command has."""

    trumps: bool = True
    hands: Literal[3, 4] = 4
    errors: bool = False
    seed: bool = False


@pytest.fixture(autouse=True)
def tricks_with_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "tricks", "games.tricks")
    monkeypatch.setattr(type(game.table), "Options", Options)


def run(*words: str) -> tuple[list[GivenFlag], str]:
    """The flags that a command with an option ``--seed`` of its own is given, and what it printed."""
    given: list[GivenFlag] = []

    def command(flags: Sequence[GivenFlag], seed: int = 0) -> None:
        given.extend(flags)

    app = Typer(add_completion=False, rich_markup_mode=None)
    app.command()(with_game_flags(command))
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return given, done.output


def options(*words: str) -> Any:
    return read_flags(game, run(*words)[0])[0]


def test_flags_that_are_not_given_leave_the_defaults() -> None:
    assert options() == Options()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--no-trumps"], Options(trumps=False)),
        (["--trumps"], Options()),
        (["--hands", "3"], Options(hands=3)),
        (["--errors", "true"], Options(errors=True)),
        (["--option-seed", "--seed", "5"], Options(seed=True)),
    ],
)
def test_every_kind_of_option_can_be_chosen(words: list[str], expected: Options) -> None:
    assert options(*words) == expected


def test_a_flag_that_two_games_share_means_what_the_game_says() -> None:
    given, _ = run("--errors", "out")
    chosen, _ = read_flags(nimble.game, given)
    assert chosen.errors == "out"
    with pytest.raises(Unreadable, match='--errors: must be one of: true, false; not "out"'):
        read_flags(game, given)


def test_the_help_names_the_game_and_without_a_message_the_values() -> None:
    _, text = run("--help")
    assert "Nimble: refuse cards that do not fit" in " ".join(text.split())
    assert "Moonlight tricks: 3, 4" in text
    assert "--trumps" in text
    assert "--no-trumps" in text


def test_a_flag_of_other_games_is_refused() -> None:
    with pytest.raises(Unreadable, match="Moonlight tricks has no option --assist; it belongs to Nimble"):
        options("--assist")
    with pytest.raises(Unreadable, match="Parade has no option --errors; it belongs to Nimble and Moonlight tricks"):
        read_flags(registry.find("parade"), run("--errors", "out")[0])
