"""``python -m wonderland.lessons``: write the lessons for the web app."""

from __future__ import annotations

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from wonderland.core.lesson import Lesson
from wonderland.games.registry import GAMES
from wonderland.lessons.data import lesson_data


def games_with_lesson() -> tuple[str, ...]:
    """The registered games that have a module ``lesson``.

    >>> games_with_lesson()
    ('parade', 'nimble')
    """
    return tuple(game for game, package in GAMES.items() if find_spec(f"{package}.lesson"))


def find_lesson(game: str) -> Lesson:
    """The lesson of a game that has one."""
    found: Lesson = import_module(f"{GAMES[game]}.lesson").lesson
    return found


def lesson_file(game: str) -> Path:
    """Where the lesson is written, from the root of the repository."""
    return Path("web/src/games") / game / "lesson" / "script.json"


def lesson_text(game: str) -> str:
    """The content of the file: one step a line, so that a diff shows which step has changed."""
    data = lesson_data(find_lesson(game))
    steps = ",\n".join(_line(step) for step in data.pop("steps"))
    head = "".join(f"{json.dumps(key)}:{_line(value)},\n" for key, value in data.items())
    return f'{{\n{head}"steps":[\n{steps}\n]}}\n'


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    for game in games_with_lesson():
        file = lesson_file(game)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(lesson_text(game), "utf-8")


if __name__ == "__main__":
    main()
