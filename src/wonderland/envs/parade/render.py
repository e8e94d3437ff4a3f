"""The table as one seat sees it: as text, as a picture, or printed."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from wonderland.envs.arguments import agent_name
from wonderland.games import parade
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import State
from wonderland.games.parade.view import View


def render(state: State, seat: int, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What ``render()`` of an environment gives for this mode: nothing of what ``seat`` may not know is in it."""
    if mode is None:
        return None
    view = named_view(state, seat)
    if mode == "rgb_array":
        from wonderland.envs.parade.picture import draw

        return np.asarray(draw(view), np.uint8)
    text = table_text(view)
    if mode == "ansi":
        return text
    print(text)
    return None


def named_view(state: State, seat: int) -> View:
    """The seat's view, in which the players are named like PettingZoo's agents."""
    names = tuple(agent_name(number) for number in range(len(state.players)))
    return msgspec.structs.replace(parade.game.view(state, seat), players=names)


def status_text(view: View) -> str:
    """What the table waits for, in a sentence."""
    if view.phase == "over":
        winners = parade.score(view.front).winners
        return f"{' and '.join(view.players[seat] for seat in winners)} {'win' if len(winners) > 1 else 'wins'}"
    if view.phase == "discard":
        waiting = [view.players[seat] for seat, chosen in enumerate(view.chosen) if not chosen]
        return f"two of four cards are set aside: {', '.join(waiting)} to choose"
    assert view.turn is not None, "while cards are played it is somebody's turn"
    name = view.players[view.turn]
    if view.last_round is None:
        return f"{name} to play"
    return f"last round, {view.last_round} {'turns' if view.last_round > 1 else 'turn'} left: {name} to play"


def table_text(view: View) -> str:
    """The table as lines of text: the line, what lies in front of each player, and the seat's own hand.

    >>> from wonderland.games.parade import DECK, Deal
    >>> state = parade.game.deal(Deal(("Ann", "Bob"), 1, DECK))
    >>> print(table_text(named_view(state, 0)))
    player_1 to play
    line         R10 B0 B1 B2 B3 B4 < end
    pile         50
      player_0   hand 5   score   0   -
    * player_1   hand 5   score   0   -
    your hand    R5 R6 R7 R8 R9
    """
    points = parade.score(view.front).scores
    rows = [status_text(view), f"line         {' '.join(view.parade)} < end", f"pile         {view.pile}"]
    for seat, name in enumerate(view.players):
        mark = "*" if is_asked(view, seat) else " "
        groups = [" ".join(card for card in view.front[seat] if card.colour == colour) for colour in parade.COLOURS]
        front = " | ".join(group for group in groups if group) or "-"
        rows.append(f"{mark} {name}   hand {view.hand_sizes[seat]}   score {points[seat]:3}   {front}")
    if view.hand:
        rows.append(f"your hand    {' '.join(by_colour(view.hand))}")
    if view.discard:
        rows.append(f"set aside    {' '.join(view.discard)}")
    return "\n".join(rows)


def is_asked(view: View, seat: int) -> bool:
    """Whether the table waits for this seat."""
    return view.turn == seat if view.phase == "play" else view.phase == "discard" and not view.chosen[seat]
