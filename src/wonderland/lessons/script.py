"""What a lesson is made of: steps, and in each of them what the learner is asked to do or to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from wonderland.core.game import Game

LEARNER = 0  #: the learner's seat, in every lesson


class Ask(msgspec.Struct, frozen=True):
    """The learner does something at the table, and then the others do."""

    #: What may be done, any of it; nothing: whatever the rules allow.
    wanted: tuple[str, ...]
    #: Who does what afterwards.
    then: tuple[tuple[int, str], ...] = ()
    #: Who does what in the very moment in which the learner acts, and so comes first (N11).
    before: tuple[tuple[int, str], ...] = ()
    #: The learner is to find it alone: a wrong choice is not answered with the right one.
    find: bool = False


class Question(msgspec.Struct, frozen=True):
    """The learner says what comes of something. The rules know the answer: it is one of the options."""

    #: What lies on the table, for the browser to draw.
    about: dict[str, Any]
    #: Seats (none of them: nobody), or a number of points.
    options: tuple[tuple[int, ...] | int, ...]
    answer: tuple[int, ...] | int


class Step(msgspec.Struct, frozen=True):
    """A page of the lesson. Its words are messages: ``lesson_<game>_<name>_…``."""

    name: str
    #: The rules that the learner uses here, by their numbers.
    rules: tuple[str, ...]
    parts: tuple[Ask | Question, ...]
    #: The position it begins with; None: as the step before ended.
    position: Any = None


class Lesson(msgspec.Struct, frozen=True):
    """A whole lesson."""

    game: Game[Any, Any, Any, Any, Any]
    steps: tuple[Step, ...]
    #: Why an action that is legal is not what is asked for: plain data for the browser's answer.
    instead: Callable[[Any, Any], dict[str, Any]]
