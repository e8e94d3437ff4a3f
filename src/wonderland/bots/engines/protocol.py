"""The messages of the engine protocol (docs/formats.md), written and read on both sides."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.bots.kit import GameBots
from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.core.fields import Data, at, choice, field, integer, items
from wonderland.records.writing import encode

PROTOCOL_VERSION = 1
MAX_INTEGER = 2**53  #: up to here integers are exact in every language's JSON
MAX_SEED = 2**64


# ---- to the engine -------------------------------------------------------------------------------


def hello(game: str, seed: int) -> bytes:
    return _line("hello", protocol=PROTOCOL_VERSION, game=game, seed=seed)


def decide(kit: GameBots, number: int, view: Any, milliseconds: int, at: int = 0) -> bytes:
    """The question with this number; ``at`` is the time in a live game, in milliseconds since the start."""
    clock = {"at": at} if kit.game.table.live else {}
    return _line("decide", id=number, view=view, legal=kit.engine_legal(view), budget_ms=milliseconds, **clock)


def bye() -> bytes:
    return _line("bye")


def read_hello(message: Data, game: str) -> int | None:
    """The seed of a hello, if it has one; a protocol or a game that we do not speak is refused."""
    with field(message, "protocol") as version:
        choice(version, [PROTOCOL_VERSION])
    with field(message, "game") as name:
        choice(name, [game])
    with at("at_key", key="seed"):
        seed = message.get("seed")
        return None if seed is None else integer(seed, -MAX_SEED, MAX_SEED)


def read_question(kit: GameBots, message: Data) -> tuple[int, Any, int]:
    """The number of a decision, the view to decide from, and the milliseconds to think."""
    with field(message, "id") as value:
        number = integer(value, 0, MAX_INTEGER)
    with field(message, "budget_ms") as value:
        milliseconds = integer(value, 0, MAX_INTEGER)
    with field(message, "view") as value:
        view = kit.read_engine_view(value)
    with field(message, "legal") as value:
        found, right = items(value), kit.engine_legal(view)
        if sorted(map(str, found)) != sorted(right):
            raise NotAllowed("engine_differs", right=shown(sorted(right), 100), value=shown(found, 100))
    return number, view, milliseconds


# ---- from the engine -----------------------------------------------------------------------------


def ready(name: str) -> bytes:
    return _line("ready", name=name)


def move(kit: GameBots, number: int, action: Any, after: int | None = None) -> bytes:
    """The answer to the question with this number; ``after`` is how long the player hesitates in a live game."""
    hesitation = {} if after is None else {"after_ms": after}
    return _line("move", id=number, **kit.engine_answer(action), **hesitation)


def read_hesitation(message: Data) -> int:
    """The milliseconds that an engine waits before its action in a live game; 0 where the answer has none."""
    with at("at_key", key="after_ms"):
        return integer(message.get("after_ms", 0), 0, MAX_INTEGER)


def expect_ready(message: Data) -> None:
    """Refuse a message of any other type."""
    with field(message, "type") as kind:
        choice(kind, ["ready"])


def read_ready(message: Data) -> str:
    """The name of an engine that is ready."""
    with field(message, "name") as name:
        if not isinstance(name, str):
            raise Unreadable("name_wrong", value=shown(name))
        return name


def read_number(message: Data, asked: int) -> int:
    """Which question an answer is for: the last one asked, or an older one."""
    with field(message, "type") as kind:
        choice(kind, ["move"])
    with field(message, "id") as number:
        return integer(number, 0, asked)


# ---- both ways -----------------------------------------------------------------------------------


def read_line(line: bytes) -> Data:
    """The message of a line."""
    try:
        message = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Unreadable("engine_line", line=shown(line[:100].decode(errors="replace"), 60))
    return message


def _line(kind: str, **values: Any) -> bytes:
    return encode({"type": kind, **values}) + b"\n"
