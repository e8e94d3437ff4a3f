"""``python -m wonderland.lessons``: write the lessons for the web app."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

from wonderland.lessons.script import Lesson
from wonderland.lessons.telling import tell

#: Where the web app keeps what belongs to a game.
FOLDER = Path("web/src/games")

#: Which games have a lesson, and where its script is.
LESSONS = {"parade": "wonderland.lessons.parade", "nimble": "wonderland.lessons.nimble"}


def lesson_of(game: str) -> Lesson:
    found: Lesson = import_module(LESSONS[game]).lesson
    return found


def file_of(game: str) -> Path:
    return FOLDER / game / "lesson" / "script.json"


def text(game: str) -> str:
    """The file of a game's lesson: a step a line, so that a change shows where it is."""
    told = tell(lesson_of(game))
    steps = ",\n".join(_line(step) for step in told.pop("steps"))
    head = "".join(f"{json.dumps(key)}:{_line(value)},\n" for key, value in told.items())
    return f'{{\n{head}"steps":[\n{steps}\n]}}\n'


def _line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    for game in LESSONS:
        file_of(game).write_text(text(game), "utf-8")


if __name__ == "__main__":
    main()
