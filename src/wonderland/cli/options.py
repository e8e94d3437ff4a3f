"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from wonderland.cli.messages import tell
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, integer
from wonderland.games.registry import GAMES
from wonderland.messages import LANGUAGES, best_match


def _check_language(lang: str | None) -> str | None:
    if lang is not None and best_match(lang) is None:
        raise Unreadable("choice_wrong", allowed=", ".join(LANGUAGES), value=shown(lang)).within("at_key", key="--lang")
    return lang


#: Declared so that it is checked and shown in the help; ``messages.choose_language`` has already read its value.
Lang = Annotated[str | None, typer.Option(metavar="|".join(LANGUAGES), callback=_check_language, help=tell("cli_lang"))]
GameName = Annotated[str, typer.Argument(metavar=f"[{'|'.join(GAMES)}]", help=tell("cli_game"))]
File = Annotated[str, typer.Argument(metavar="FILE", help=tell("cli_file_help"))]
AsJson = Annotated[bool, typer.Option("--json", help=tell("cli_json"))]


def whole_number(text: str, key: str) -> int:
    """A whole number that may have underscores between its digits."""
    with at("at_key", key=key):
        try:
            return int(text)
        except ValueError:
            raise Unreadable("cli_simulate_number", value=shown(text)) from None


def number(key: str, low: int | None = None, high: int = 10**9) -> Callable[[str], int]:
    """A parser for an option that takes a whole number. It reports errors in the reader's language, which typer's own
    types and limits do not.

    >>> number("--jobs", 1)("0")
    Traceback (most recent call last):
    wonderland.core.errors.Unreadable: --jobs: must be a whole number from 1 to 1000000000, not 0
    """

    def read(text: str) -> int:
        found = whole_number(text, key)
        with at("at_key", key=key):
            return found if low is None else integer(found, low, high)

    return read


def part(key: str, zero: bool = False) -> Callable[[str], float]:
    """A parser for an option that takes a number above 0, or with ``zero`` 0 itself, and at most 1.

    >>> part("--learning-rate")("0")
    Traceback (most recent call last):
    wonderland.core.errors.Unreadable: --learning-rate: must be a number above 0 and at most 1, not "0"
    """

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = -1.0
        if not (0 <= found <= 1 if zero else 0 < found <= 1):
            raise Unreadable("part_wrong" if zero else "train_rate_wrong", value=shown(text)).within("at_key", key=key)
        return found

    return read
