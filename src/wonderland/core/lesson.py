"""What an interactive lesson is made of: steps, and in each of them what the learner is asked to do or to answer.

A game's lesson is the object ``lesson`` in its module ``lesson.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from wonderland.core.game import Game

LEARNER = 0  #: the learner's seat, in every lesson


def _same(explanation: Any) -> Any:
    return explanation


class Task(msgspec.Struct, frozen=True):
    """The learner acts at the table, and then the others do."""

    #: The actions that are asked for, any of them; empty: every legal one.
    wanted: tuple[str, ...]
    #: Who does what afterwards.
    then: tuple[tuple[int, str], ...] = ()
    #: Who does what at the same moment as the learner, and comes first; the learner's action may then be too late.
    before: tuple[tuple[int, str], ...] = ()
    #: The learner's action as it is sent, where it holds more than its name in ``wanted``.
    sent: str = ""
    #: The learner is to find the action without help: a wrong choice is not answered with the right one.
    find: bool = False


class Question(msgspec.Struct, frozen=True):
    """The learner answers a question about a position. The rules know the answer: it is one of the options."""

    #: What lies on the table, for the browser to draw.
    about: dict[str, Any]
    #: Seats (empty: nobody), or a number of points.
    options: tuple[tuple[int, ...] | int, ...]
    answer: tuple[int, ...] | int


class Step(msgspec.Struct, frozen=True):
    """A page of the lesson. Its texts are messages: ``lesson_<game>_<name>_…``."""

    name: str
    #: The rules that the learner uses here, by their numbers.
    rules: tuple[str, ...]
    parts: tuple[Task | Question, ...]
    #: The state it begins with; None: as the last step at a table ended.
    position: Any = None
    #: The part of an explanation that the learner can understand on this page: nothing is shown before it is explained.
    explained: Callable[[Any], Any] = _same


class Lesson(msgspec.Struct, frozen=True):
    """A whole lesson."""

    game: Game[Any, Any, Any, Any, Any]
    steps: tuple[Step, ...]
    #: ``why_not(state, action)``: why a legal action is not the one asked for, as plain data for the browser's answer.
    why_not: Callable[[Any, Any], dict[str, Any]]
    #: The part of an explanation that is shown when the learner has nothing to choose; it keeps the files small.
    without_choices: Callable[[Any], Any] = _same
