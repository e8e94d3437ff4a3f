"""The lesson of Nimble: positions of rounds with short packs, so that each can be taken in at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wonderland.core.lesson import LEARNER, Lesson, LessonStep, Question, Task
from wonderland.core.notation import read_cards
from wonderland.games.nimble import Card, Options, Place, Placed, State, game
from wonderland.games.nimble.scoring import titles, winners
from wonderland.games.nimble.state import Action

PLAYERS = ("you", "turtle", "hare")


def position(piles: str, hands: Sequence[str], discards: Sequence[str] = ("", "", "")) -> State:
    """A position: ``RB0 BG1 / GV1 / YO2`` are the piles, bottom first, with whose back each card has."""
    placed = [[Placed(Card(word[:-1]), int(word[-1])) for word in pile.split()] for pile in piles.split("/")]
    return State(
        players=PLAYERS,
        options=Options(),
        piles=tuple(tuple(pile) for pile in placed),
        hands=tuple(read_cards(Card, text) for text in hands),
        discards=tuple(read_cards(Card, text) for text in discards),
        fresh=tuple(len(text.split()) for text in hands),
    )


def why_not(state: State, action: Action) -> dict[str, Any]:
    """The colours that do not fit, of the frame and the circle; empty for all else, which is only not asked for now."""
    if isinstance(action, Place):
        card = state.discards[LEARNER][-1]
        if not card.fits(state.tops[action.pile]):
            return {"frame": card.frame, "circle": state.tops[action.pile].circle}
    return {}


def ended(left: tuple[int, ...], errors: tuple[int, ...], options: tuple[tuple[int, ...], ...]) -> Question:
    """Who wins a round that ended so (N7, N8)?"""
    about = {"ask": "wins", "left": left, "errors": errors, "titles": titles(left)}
    return Question(about, options, winners(left, errors))


FLIP, BACK, TURN = Task(("flip",)), Task(("back",)), Task(("turn",))

STEPS = (
    LessonStep(
        "flip",
        ("N3",),
        (FLIP,),
        position("RB0 / GV1 / YO2", ("BG RY GR RG BO", "VR YB GO OB RV", "OY VY BY YR GB")),
    ),
    LessonStep("place", ("N4",), (Task(("place 0",)),)),
    LessonStep("chain", ("N3", "N4"), (FLIP, FLIP, Task(("place 0",)), Task(("place 0",)))),
    LessonStep(
        "back",
        ("N3",),
        (FLIP, Task(("flip",), then=((1, "flip"), (1, "place 1"))), BACK, Task(("place 1",))),
    ),
    LessonStep(
        "turn",
        ("N3",),
        (Task(("turn",), then=((2, "place 0"),)), FLIP, Task(("place 0",))),
        position("GY1 / RG0 / VO2", ("", "RV OB GB", "BY YR"), ("BO RV BV", "", "RY YB")),
    ),
    LessonStep(
        "error",
        ("N5",),
        (Task(("place 0", "place 1", "place 2")),),
        position("OB1 / YR0 / GV2", ("RG BV", "RV OG GB", "BY YO"), ("GY", "", "")),
    ),
    LessonStep(
        "bounce",
        ("N11",),
        (
            Task(("place 0",), before=((2, "place 0"),), sent="place 0 on RB", then=((1, "place 2"),)),
            Task(("place 2",)),
        ),
        position("RB1 / YG0 / GO2", ("RV OR", "RO OV GO", "VY YV"), ("BG", "OB", "BV")),
    ),
    LessonStep(
        "end",
        ("N6", "N7", "N8"),
        (FLIP, Task(("place 1",))),
        position(
            "RB1 BG0 GO2 VR2 / YG0 GR1 RV0 GY0 / OV2 VR1 RB2 YO1",
            ("YB", "RY OG", "BY GR VG"),
            ("", "GV", "YR"),
        ),
    ),
    LessonStep("winner", ("N8",), (ended((0, 4, 7), (2, 1, 1), ((0,), (1,), (2,), (1, 2))),)),
)

lesson = Lesson(game, STEPS, why_not)
