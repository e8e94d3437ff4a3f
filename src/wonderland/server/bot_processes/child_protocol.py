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
from wonderland.review.reviewer import ReviewSettings

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
    reviewers: Mapping[str, str] = {}


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


class ReviewRequest(msgspec.Struct, frozen=True):
    """Review a record, in which nobody has a name. The response is the report as JSON; progress comes before it."""

    game: str
    record: Mapping[str, Any]
    settings: ReviewSettings


class HintRequest(msgspec.Struct, frozen=True):
    """What the moves of a seat are worth, from its view. The response is a JSON list, the best move first."""

    game: str
    view: Any
    settings: ReviewSettings


WorkerRequest = StartWorker | DecideRequest | WarmUpRequest | ReviewRequest | HintRequest


class WorkerResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action as text, a report or hints as JSON (empty for other requests), or the class name of an exception.

    Its message is left out: it might contain cards. A refusal has a message key, which contains nothing.
    """

    action: str = ""
    problem: str = ""
    refusal: str = ""
    #: The part that is done, from 0 to 1; then this is not the last response to the request.
    progress: float | None = None


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def write_request(question: WorkerRequest) -> bytes:
    return frame(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))


def decision_seed(seed: int, view: Any) -> int:
    """The seed of one decision: a function of the game's seed and the view.

    A bot is created for every decision; with the game's seed alone it would err at each of them, or at none.
    """
    return Random(f"{seed} {hashlib.sha256(encode(view)).hexdigest()}").getrandbits(32)
