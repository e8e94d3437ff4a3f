"""The lesson of Parade: one short game from a fixed deal, interrupted by three questions about its score."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.core.lesson import Lesson, LessonStep, Question, Task
from wonderland.core.notation import read_cards
from wonderland.games.parade import DECK, Card, Play, explain, game, score
from wonderland.games.parade.explanation import Explanation
from wonderland.games.parade.state import Action, Cards, Deal, State

PLAYERS = ("you", "dormouse", "rabbit")

HANDS = ("B8 G1 R5 B0 S4", "O10 S7 R8 B6 R2", "V9 S8 R10 O9 B9")
LINE = "R4 G7 B2 S9 V5 O3"
PILE = "O6 V6 S10 G10 B7 V8 S3 O7 G9 V2 V7 S2 G8 B4 V10 R9"


def cards(text: str) -> Cards:
    return read_cards(Card, text)


def dealt() -> State:
    """The deal of the lesson; cards that are never drawn lie at the bottom of the pile."""
    named = cards(" ".join((*HANDS, LINE, PILE)))
    rest = tuple(card for card in DECK if card not in named)
    return game.deal(Deal(PLAYERS, first=0, deck=named + rest))


def why_not(state: State, action: Action) -> dict[str, Any]:
    """How many cards another card would have taken."""
    assert isinstance(action, Play), "any two cards may be set aside"
    return {"taken": sum(fate.fate == "taken" for fate in explain(state.parade, action.card))}


def without_choices(explanation: Explanation) -> Explanation:
    """The explanation without what each card of the hand would do."""
    return msgspec.structs.replace(explanation, cards={}, aside={})


def without_score(explanation: Explanation) -> Explanation:
    """The explanation without sums and majorities, for the pages before they are explained."""
    return msgspec.structs.replace(explanation, sheets=())


def counted(*front: str, ask: str, colour: str = "", options: tuple[tuple[int, ...] | int, ...]) -> Question:
    """Of the score of these cards: who has a colour's ``majority``, what it ``costs`` the learner, who ``wins``."""
    end = score([cards(text) for text in front])
    answers: dict[str, tuple[int, ...] | int] = {"wins": end.winners}
    if colour:
        answers["majority"] = end.majorities[colour]
        answers["costs"] = next(line.points for line in end.sheet[0] if line.colour == colour)
    about: dict[str, Any] = {"ask": ask, "colour": colour, "front": [text.split() for text in front]}
    # How the cards count is shown only where it does not give the answer away.
    if ask == "wins":
        about |= {"sheet": end.sheet, "scores": end.scores, "cards": end.cards}
    return Question(about, options, answers[ask])


STEPS = (
    LessonStep(
        "safe",
        ("P2", "P3", "P4"),
        (Task(("play B8",), then=((1, "play O10"), (2, "play V9"))),),
        dealt(),
        explained=without_score,
    ),
    LessonStep(
        "colour",
        ("P4", "P5"),
        (Task(("play G1",), then=((1, "play R8"), (2, "play S8"))),),
        explained=without_score,
    ),
    LessonStep(
        "value",
        ("P4", "P5"),
        (Task(("play R5",), then=((1, "play B6"), (2, "play R10"))),),
        explained=without_score,
    ),
    LessonStep(
        "zero",
        ("P4", "P5"),
        (Task(("play B0",), then=((1, "play R2"), (2, "play B9"))),),
        explained=without_score,
    ),
    LessonStep(
        "choose",
        ("P3", "P4", "P5"),
        (Task(("play G10",), then=((1, "play O7"), (2, "play V8")), find=True),),
        explained=without_score,
    ),
    LessonStep(
        "majority",
        ("P8",),
        (
            counted("B10 B7 B2", "B9", "B4 B3 B1", ask="majority", colour="B", options=((0,), (2,), (0, 2), ())),
            counted("B10 B7 B2", "B9", "B4 B3 B1", ask="costs", colour="B", options=(19, 3, 1)),
        ),
    ),
    LessonStep("pair", ("P9",), (counted("V10 V6 V3", "V8 V1", ask="majority", colour="V", options=((0,), (1,), ())),)),
    LessonStep(
        "winner",
        ("P10",),
        (
            counted(
                "R4 V9 V6 S4", "R10 R8 B9 O6 S5", "B4 B2 V2 G5 O9 O8", ask="wins", options=((0,), (1,), (2,), (0, 2))
            ),
        ),
    ),
    LessonStep(
        "last",
        ("P6",),
        (
            Task(("play S4",), then=((1, "play V6"), (2, "play V10"))),
            Task(("play R9",), then=((1, "discard B7 B4"), (2, "discard S10 S2"))),
        ),
    ),
    LessonStep("aside", ("P7",), (Task(()),)),
)

lesson = Lesson(game, STEPS, why_not, without_choices)
