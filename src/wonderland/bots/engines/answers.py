"""Waiting for an engine's answer until its time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wonderland.bots.engines import protocol
from wonderland.bots.engines.process import Process
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data

Message = TypeVar("Message")
#: The message, and the first line before it that could not be read.
Answered = tuple[Message, WonderlandError | None]


def wait_for(
    process: Process, deadline: float, read: Callable[[Data], Message | None], late: WonderlandError
) -> Answered[Message]:
    """The first message that ``read`` accepts; ``late`` is the problem if there is none in time."""
    noise: WonderlandError | None = None
    for line in process.lines(deadline):
        try:
            found = read(protocol.read_line(line))
        except WonderlandError as problem:
            noise = noise or problem
        else:
            if found is not None:
                return found, noise
    raise Fault("unreadable", noise) if noise else Fault("late", late)


def ready_name(message: Data) -> str:
    """What an engine that is ready calls itself. Whatever else it says before that costs nothing."""
    protocol.expect_ready(message)
    try:
        return protocol.read_ready(message)
    except WonderlandError as problem:
        raise Fault("unreadable", problem) from None
