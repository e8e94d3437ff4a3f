"""What the lines of the engine protocol say (docs/formats.md), written and read on both sides."""

from __future__ import annotations

from typing import Any

import msgspec

from wonderland.bots.engines.views import expect, read_view
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, at, choice, field, integer, items
from wonderland.games.parade.cards import Card
from wonderland.games.parade.state import ASIDE, Action, Discard, Play
from wonderland.games.parade.view import View
from wonderland.records.writing import encode

VERSION = 1
LARGEST = 2**53  #: up to here every language's JSON counts exactly
LARGEST_SEED = 2**64


# ---- to the engine -------------------------------------------------------------------------------


def hello(seed: int) -> bytes:
    return _line("hello", protocol=VERSION, game="parade", seed=seed)


def decide(number: int, view: View, milliseconds: int) -> bytes:
    """The question with this number. Whoever is asked may play, or set aside, any card of the hand."""
    return _line("decide", id=number, view=view, legal=view.hand, budget_ms=milliseconds)


def bye() -> bytes:
    return _line("bye")


def read_hello(message: Data) -> int | None:
    """The seed of a hello, if it has one; what we do not speak or play is refused."""
    with field(message, "protocol") as version:
        choice(version, [VERSION])
    with field(message, "game") as game:
        choice(game, ["parade"])
    with at("at_key", key="seed"):
        seed = message.get("seed")
        return None if seed is None else integer(seed, -LARGEST_SEED, LARGEST_SEED)


def read_question(message: Data) -> tuple[int, View, int]:
    """The number of a decision, the view to decide from, and the milliseconds to think."""
    with field(message, "id") as value:
        number = integer(value, 0, LARGEST)
    with field(message, "budget_ms") as value:
        milliseconds = integer(value, 0, LARGEST)
    with field(message, "view") as value:
        view = read_view(value)
    with field(message, "legal") as value:
        expect(sorted(map(Card, items(value))), sorted(view.hand))
    return number, view, milliseconds


# ---- from the engine -----------------------------------------------------------------------------


def ready(name: str) -> bytes:
    return _line("ready", name=name)


def move(number: int, action: Action) -> bytes:
    """The answer to the question with this number."""
    if isinstance(action, Discard):
        return _line("move", id=number, discard=action.cards)
    return _line("move", id=number, move=action.card)


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


def read_move(message: Data, view: View) -> Action:
    """What the engine wants to do; whether the rules allow it is for the game to say."""
    if view.phase == "discard":
        with field(message, "discard") as cards:
            return Discard(tuple(Card(card) for card in items(cards, ASIDE)))
    with field(message, "move") as card:
        return Play(Card(card))


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
