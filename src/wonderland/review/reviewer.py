"""What reviews the games of one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from wonderland.core.fields import Data
from wonderland.messages import ENGLISH

if TYPE_CHECKING:
    from rich.console import Console

    from wonderland.review.html.game_page import GamePage

#: Is told which part of a review is done, from 0 to 1.
OnProgress = Callable[[float], None]


class ReviewSettings(msgspec.Struct, frozen=True):
    """Equal settings give equal reviews, whatever the machine's speed."""

    seed: int = 1
    #: Sampled worlds for each decision, where a review samples any.
    worlds: int = 400
    #: The language of what a report says in sentences.
    lang: str = ENGLISH


class Reviewer(Protocol):
    """Reviews records of one game. Its reports are structs that are also the JSON of ``wonderland analyse``."""

    @property
    def report_type(self) -> type[msgspec.Struct]:
        """The type of its reports."""
        ...

    def review(self, record: Data, settings: ReviewSettings, on_progress: OnProgress = lambda part: None) -> Any:
        """The report on a record. A record that breaks the rules is refused as by ``wonderland replay``."""
        ...

    def moves(self, view: Any, settings: ReviewSettings) -> Sequence[Any]:
        """For a hint: every move that a view's seat may make, the best first; none where moves are not judged so."""
        ...

    def show(self, report: Any, lang: str, console: Console) -> None:
        """Print a report for people."""
        ...

    def page(self) -> GamePage:
        """How its reports are shown in HTML."""
        ...
