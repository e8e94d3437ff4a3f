"""The 70 actions of the Nimble environments: what to do, and how long to hesitate before it.

An action is a whole number (``Discrete(70)``), so that every stock algorithm can use it and one mask covers it. Its
tens are what to do, its units the hesitation in steps of 50 milliseconds:

| actions | what                                                                                  | rule |
|---------|---------------------------------------------------------------------------------------|------|
| 0–9     | ``flip``: the next card of the hand, face up onto the own discard                      | N3   |
| 10–19   | ``back``: the top card of the own discard, back onto the hand                          | N3   |
| 20–29   | ``turn``: the hand is empty, turn the own discard over                                 | N3   |
| 30–39   | ``place 0``: the top card of the own discard on pile 0, as its top card lies now       | N4   |
| 40–49   | ``place 1``                                                                           | N4   |
| 50–59   | ``place 2``                                                                           | N4   |
| 60–69   | ``wait``: do nothing until something changes on the table, or the hesitation is over   |      |

Action 34 is ``place 0`` after hesitating for 4 × 50 = 200 milliseconds. The hesitation is added to the time that the
hands need (:mod:`wonderland.envs.nimble.virtual_round`). Whoever wants to hesitate longer than 450 milliseconds
waits first, and then sees what has changed meanwhile.

A placement that does not fit is legal (N5) except with ``assist`` (N10): the mask is not a hint.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.bot import WAIT, Wait
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.games.nimble import rules
from wonderland.games.nimble.state import PILE_COUNT, Action, Back, Flip, Place, State, Turn
from wonderland.games.nimble.view import View, choices

HESITATION_STEP_MS = 50  #: milliseconds of one step of hesitation
HESITATION_COUNT = 10  #: hesitations to choose from: 0 to 450 milliseconds

#: What can be done, in the order of the tens of an action.
WHAT: tuple[Action | Wait, ...] = (Flip(), Back(), Turn(), *(Place(pile) for pile in range(PILE_COUNT)), WAIT)
ACTION_COUNT = len(WHAT) * HESITATION_COUNT

Mask = NDArray[np.int8]


def read_action(number: Any, view: View) -> tuple[Action | Wait, int]:
    """What an action's number means to the seat of this view, and the milliseconds of its hesitation.

    A placement names the top card that the seat sees now (N11). What is not a number of an action is refused; whether
    the action is legal is not checked.

    >>> from random import Random
    >>> from wonderland.games.nimble import game
    >>> view = game.view(game.deal(game.shuffle(["Ann", "Bob"], Random(1))), 0)
    >>> read_action(3, view), read_action(34, view)
    ((Flip(), 150), (Place(pile=0, seen=Card('BR')), 200))
    """
    whole = isinstance(number, int | np.integer) or (isinstance(number, np.ndarray) and number.shape == ())
    if not whole or isinstance(number, bool) or not 0 <= int(number) < ACTION_COUNT:
        found = number if isinstance(number, str) or number is None else str(number)
        raise Unreadable("env_nimble_action_unknown", action=shown(found), last=ACTION_COUNT - 1)
    which, steps = divmod(int(number), HESITATION_COUNT)
    what = WHAT[which]
    if isinstance(what, Place):
        what = Place(what.pile, seen=view.tops[what.pile])
    return what, steps * HESITATION_STEP_MS


def write_action(action: Action | Wait, hesitation_ms: int = 0) -> int:
    """The number of an action, with the nearest hesitation that there is.

    >>> write_action(Place(2), 210), write_action(WAIT, 5000)
    (54, 69)
    """
    what = Place(action.pile) if isinstance(action, Place) else action
    steps = min(round(hesitation_ms / HESITATION_STEP_MS), HESITATION_COUNT - 1)
    return WHAT.index(what) * HESITATION_COUNT + steps


def check(state: State, seat: int, number: Any, action: Action | Wait) -> NotAllowed | None:
    """Why the rules refuse the action with this number, with what would be legal, or None."""
    problem = None if action is WAIT else rules.check(state, seat, action)  # type: ignore[arg-type]  # is not WAIT
    if problem is None:
        return None
    legal = ", ".join(
        f"{HESITATION_COUNT * which}–{HESITATION_COUNT * which + HESITATION_COUNT - 1} ({what})"
        for which, what in enumerate(WHAT)
        if what is WAIT or rules.check(state, seat, what) is None  # type: ignore[arg-type]  # is not WAIT
    )
    return NotAllowed("env_nimble_illegal", number=int(number), action=action, problem=problem, legal=legal)


def action_mask(view: View) -> Mask:
    """1 for each legal action of a seat that is asked."""
    legal = choices(view)
    return np.repeat(np.array([what is WAIT or what in legal for what in WHAT], np.int8), HESITATION_COUNT)


def empty_mask() -> Mask:
    """The mask of a seat that is not asked."""
    return np.zeros(ACTION_COUNT, np.int8)
