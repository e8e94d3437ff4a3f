"""What the environments of all games ask of their arguments."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, choice

#: What ``render_mode`` may be, apart from None: ``human`` prints the text after every step.
RENDER_MODES = ("human", "ansi", "rgb_array")
#: What an illegal action does in Gymnasium: it ends the episode, or raises.
ILLEGAL_MODES = ("end", "raise")
ILLEGAL_REWARD = -1.0  #: as much as a lost game of two costs


def agent_name(seat: int) -> str:
    """The name of a seat, as PettingZoo names its agents."""
    return f"player_{seat}"


def render_mode_of(value: Any, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """A known render mode, or None; anything else is refused."""
    if value is None:
        return None
    with at("at_key", key="render_mode"):
        choice(value, modes)
    return str(value)


def illegal_mode(value: Any) -> str:
    """``end`` or ``raise``; anything else is refused."""
    with at("at_key", key="illegal"):
        choice(value, ILLEGAL_MODES)
    return str(value)


def number_of_players(value: Any, seats: range) -> int:
    """As many as the game has seats for; Python's or numpy's number."""
    try:
        number = 0 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = 0
    if number not in seats:
        found = shown(str(value)) if number == 0 else number
        raise Unreadable("integer_wrong", value=found, low=seats[0], high=seats[-1]).within("at_key", key="players")
    return number


def names_by_seat(value: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The opponent of each seat but the first; one name alone is for all of them.

    >>> names_by_seat("greedy", 3), names_by_seat(["queen", "random"], 3)
    (('greedy', 'greedy'), ('queen', 'random'))
    """
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise Unreadable("env_opponents_names", value=shown(str(value)))
    if len(names) not in (1, players - 1):
        raise Unreadable("env_opponents_number", found=len(names), expected=players - 1)
    return tuple(names) if len(names) == players - 1 else (names[0],) * (players - 1)
