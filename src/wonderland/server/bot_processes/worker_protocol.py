"""The protocol between the server and a bot process.

A frame is its length in four bytes, then the message. Requests are pickled, so that a view arrives as the same object.
Responses are JSON with actions as text: the server never unpickles anything from a bot.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.registry import BotEntry
from wonderland.records.writing import encode

LENGTH_BYTES = 4  #: of the length before every frame
MAX_RESPONSE_BYTES = 100_000  #: a longer response is a fault


class StartWorker(msgspec.Struct, frozen=True):
    """The first request to a process."""

    #: What is registered, and where modules are found.
    bots: Mapping[str, BotEntry]
    games: Mapping[str, str]
    kits: Mapping[str, str]
    path: tuple[str, ...]
    #: Its Unix niceness.
    nice: int


class DecideRequest(msgspec.Struct, frozen=True):
    """A decision of one seat. Only the view is sent, never a game state."""

    bot: str
    game: str
    view: Any
    seed: int
    budget: Budget


class WarmUpRequest(msgspec.Struct, frozen=True):
    """Load or compile what a bot needs to play with that many players."""

    bot: str
    game: str
    players: int


WorkerRequest = StartWorker | DecideRequest | WarmUpRequest


class WorkerResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action as text (empty for other requests), or the class name of an exception.

    Its message is left out: it might contain cards.
    """

    action: str = ""
    problem: str = ""


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def write_request(question: WorkerRequest) -> bytes:
    return frame(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))


def decision_seed(seed: int, view: Any) -> int:
    """The seed of one decision: a function of the game's seed and the view.

    A bot is created for every decision; with the game's seed alone it would err at each of them, or at none.
    """
    return Random(f"{seed} {hashlib.sha256(encode(view)).hexdigest()}").getrandbits(32)
