"""What an agent is given at a step: its mask, and what happened meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wonderland.core.game import Done
from wonderland.envs.nimble.actions import Mask, action_mask, empty_mask
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import Action
from wonderland.games.nimble.records import event


def mask_of(played: VirtualRound, seat: int) -> Mask:
    """The legal actions of a seat: none while its hand moves and after the end."""
    return action_mask(played.view(seat)) if seat in played.asked else empty_mask()


def info(played: VirtualRound, seat: int, mask: Mask, since: int, done: Sequence[Done[Action]]) -> dict[str, Any]:
    """What is not observed but worth knowing; nothing in it is hidden from the seat.

    | key             | what                                                                                       |
    |-----------------|--------------------------------------------------------------------------------------------|
    | ``action_mask`` | 1 for each legal action; all zero while the hand moves and after the end                   |
    | ``time_ms``     | virtual time                                                                               |
    | ``elapsed_ms``  | virtual time since the step before, for discounting by time                                |
    | ``events``      | what was done meanwhile, in order, as in records: ``["place", seat, pile, time_ms]``       |
    | ``bounced``     | the sentence, if the seat's own placement bounced (N11)                                    |
    | ``faults``      | by seat: the first fault of a bot that failed, for its author                              |
    | ``result``      | at the end: cards left, errors, titles, winners; each by seat                              |
    | ``time_over``   | at the end: whether the time limit ended the round                                         |
    """
    facts: dict[str, Any] = {
        "action_mask": mask,
        "time_ms": played.now,
        "elapsed_ms": played.now - since,
        "events": [event(one) for one in done],
    }
    if seat in played.refusals:
        facts["bounced"] = str(played.refusals[seat])
    if played.faults:
        facts["faults"] = played.faults
    if (end := played.outcome) is not None:
        facts["result"] = {name: getattr(end, name) for name in ("end", "left", "errors", "titles", "winners")}
        facts["time_over"] = played.time_over
    return facts
