"""Waits for an engine's answer until the deadline."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wonderland.bots.engines import protocol
from wonderland.bots.engines.process import EngineProcess
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.core.fields import Data

Message = TypeVar("Message")
#: The message, and the first line before it that could not be read.
AnswerAndNoise = tuple[Message, WonderlandError | None]


def wait_for(
    process: EngineProcess, deadline: float, read: Callable[[Data], Message | None], late: WonderlandError
) -> AnswerAndNoise[Message]:
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
    """The name of an engine that reports ready. Other output before that is ignored."""
    protocol.expect_ready(message)
    try:
        return protocol.read_ready(message)
    except WonderlandError as problem:
        raise Fault("unreadable", problem) from None
