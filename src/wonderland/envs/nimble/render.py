"""The table of an environment as text, as a picture, or printed: only what a seat may know."""

from __future__ import annotations

from typing import Any

from wonderland.core.errors import TooLate
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import View, game


def render(played: VirtualRound | None, seat: int | None, mode: str | None) -> Any:
    """The table as a seat sees it (None: a spectator); None without a mode, and where it was printed."""
    if mode is None:
        return None
    if played is None:
        raise TooLate("env_nimble_over")
    view = game.view(played.state, seat)
    if mode == "rgb_array":
        from wonderland.envs.nimble.picture import draw

        return draw(view, played.now)
    if mode == "ansi":
        return text(view, played)
    print(text(view, played))
    return None


def text(view: View, played: VirtualRound) -> str:
    """The table in a few lines.

    >>> from random import Random
    >>> deal = game.shuffle(["player_0", "player_1"], Random(1))
    >>> print(render(VirtualRound(deal, {}, {0: None, 1: None}), 0, "ansi"))
    0.000 s
    piles     BR (1)  YV (1)  RV (1)
    player_0  28 in hand, 0 in the discard
    player_1  29 in hand, 0 in the discard
    """
    piles = "  ".join(f"{top} ({height})" for top, height in zip(view.tops, view.heights, strict=True))
    lines = [f"{played.now / 1000:.3f} s", f"{'piles':<10}{piles}"]
    for seat, name in enumerate(view.players):
        line = f"{name:<10}{view.hand_sizes[seat]} in hand, {view.discard_sizes[seat]} in the discard"
        if seat == view.seat:
            line += "".join(f" {card}" for card in view.discard)
            if view.remembered:
                line += f", next in hand {' '.join(map(str, view.remembered))}"
        elif view.discard_tops[seat]:
            line += f", shows {view.discard_tops[seat]}"
        lines.append(line)
    if played.log.actions:
        seat, action, time = played.log.actions[-1]
        lines.append(f"{'last':<10}{view.players[seat]}: {action} at {(time or 0) / 1000:.3f} s")
    if (end := played.outcome) is not None:
        winners = ", ".join(view.players[seat] for seat in end.winners)
        lines.append(f"{end.end}: won by {winners}; cards left {end.left}, errors {end.errors}")
    return "\n".join(lines)
