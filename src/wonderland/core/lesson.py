"""The parts of an interactive lesson: steps, each with what the learner does or answers.

A game's lesson is the object ``lesson`` in its module ``lesson.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from wonderland.core.game import Game

LEARNER = 0  #: the learner's seat, in every lesson


def _unchanged(explanation: Any) -> Any:
    return explanation


class Task(msgspec.Struct, frozen=True):
    """The learner acts at the table, and then the others do."""

    #: The actions that are asked for, any of them; empty: every legal one.
    wanted: tuple[str, ...]
    #: The actions of other seats afterwards.
    then: tuple[tuple[int, str], ...] = ()
    #: Actions of other seats just before the learner's, which may then be too late.
    before: tuple[tuple[int, str], ...] = ()
    #: The learner's action as it is sent, where it holds more than its name in ``wanted``.
    sent: str = ""
    #: The learner must find the action: after a wrong choice the right one is not shown.
    find: bool = False


class Question(msgspec.Struct, frozen=True):
    """The learner answers a question about a position; the answer, one of the options, comes from the rules."""

    #: What lies on the table, for the browser to draw.
    about: dict[str, Any]
    #: Seats (empty: nobody), or a number of points.
    options: tuple[tuple[int, ...] | int, ...]
    answer: tuple[int, ...] | int


class LessonStep(msgspec.Struct, frozen=True):
    """A page of the lesson. Its texts are messages: ``lesson_<game>_<name>_…``."""

    name: str
    #: The rules that the learner uses here, by their numbers.
    rules: tuple[str, ...]
    parts: tuple[Task | Question, ...]
    #: The state it begins with; None: as the last step at a table ended.
    position: Any = None
    #: The part of an explanation that the learner can understand on this page: nothing is shown before it is explained.
    explained: Callable[[Any], Any] = _unchanged


class Lesson(msgspec.Struct, frozen=True):
    """A whole lesson."""

    game: Game[Any, Any, Any, Any, Any]
    steps: tuple[LessonStep, ...]
    #: ``why_not(state, action)``: why a legal action is not the one asked for, as plain data for the browser's answer.
    why_not: Callable[[Any, Any], dict[str, Any]]
    #: The part of an explanation that is shown when the learner has nothing to choose; it keeps the files small.
    without_choices: Callable[[Any], Any] = _unchanged
