"""Making sense of what an engine says until the time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wonderland.bots.engines import protocol
from wonderland.bots.engines.process import Process
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data

Sense = TypeVar("Sense")
#: What was heard, and the first thing said before that makes no sense.
Heard = tuple[Sense, WonderlandError | None]


def hear(
    process: Process, deadline: float, read: Callable[[Data], Sense | None], late: WonderlandError
) -> Heard[Sense]:
    """The first thing said that ``read`` accepts; ``late`` is the problem if there is none in time."""
    noise: WonderlandError | None = None
    for line in process.lines(deadline):
        try:
            heard = read(protocol.read_line(line))
        except WonderlandError as problem:
            noise = noise or problem
        else:
            if heard is not None:
                return heard, noise
    raise Fault("unreadable", noise) if noise else Fault("late", late)


def ready_name(message: Data) -> str:
    """What an engine that is ready calls itself. Whatever else it says before that costs nothing."""
    protocol.expect_ready(message)
    try:
        return protocol.read_ready(message)
    except WonderlandError as problem:
        raise Fault("unreadable", problem) from None
