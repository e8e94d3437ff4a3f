"""Reviews of the records of a file, one after another: a file of any length takes no more memory than one record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data
from wonderland.core.game import RecordChecker
from wonderland.records.reading import decode, read_lines, read_whole
from wonderland.records.replaying import game_of, in_line, last_state
from wonderland.review.registry import find
from wonderland.review.reviewer import OnProgress, Reviewer, ReviewSettings


class Reviewed(NamedTuple):
    """The report on a record, and what can show it; ``line`` is where the record stands in a file of lines."""

    reviewer: Reviewer
    report: Any
    line: int | None = None


def review_record(record: Data, settings: ReviewSettings, on_progress: OnProgress = lambda part: None) -> Reviewed:
    """Review one record; a game that nothing reviews is refused, and a record that breaks the rules."""
    reviewer = find(game_of(record).name)
    return Reviewed(reviewer, reviewer.review(record, settings, on_progress))


def review_whole(stream: BinaryIO, settings: ReviewSettings, on_progress: OnProgress) -> Reviewed:
    """Review a file that is one record."""
    return review_record(decode(read_whole(stream)), settings, on_progress)


def review_lines(
    stream: BinaryIO, settings: ReviewSettings, on_progress: OnProgress
) -> Iterator[Reviewed | WonderlandError]:
    """For each line that is not blank its review, or what is wrong with it."""
    checkers: dict[str, RecordChecker] = {}
    for number, raw in read_lines(stream):
        try:
            if isinstance(raw, WonderlandError):
                raise raw
            record = decode(raw)
            game, state = last_state(record)
            checkers.setdefault(game.name, game.record_checker()).add(record, state)
            yield review_record(record, settings, on_progress)._replace(line=number)
        except WonderlandError as problem:
            yield in_line(problem, number)
