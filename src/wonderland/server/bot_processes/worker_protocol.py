"""What the server and a process in which bots think say to each other.

A frame is its length in four bytes and then so many bytes. Questions are pickled: a view arrives as just what it was.
Answers are JSON, and an action is its text: nothing that a bot makes is ever unpickled in the server.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.registry import Entry
from wonderland.records.writing import encode

LENGTH_BYTES = 4  #: before every frame that tell how long it is
MAX_RESPONSE_BYTES = 100_000  #: of an answer; whoever says more is not to be listened to


class StartWorker(msgspec.Struct, frozen=True):
    """The first thing a process hears."""

    #: What is registered, and where modules are found.
    bots: Mapping[str, Entry]
    games: Mapping[str, str]
    kits: Mapping[str, str]
    path: tuple[str, ...]
    #: How far it steps back for other processes.
    nice: int


class DecideRequest(msgspec.Struct, frozen=True):
    """A decision of one seat. Only the view crosses, never a game_state."""

    bot: str
    game: str
    view: Any
    seed: int
    budget: Budget


class WarmUpRequest(msgspec.Struct, frozen=True):
    """Load, or compile, whatever a bot needs to play with so many players."""

    bot: str
    game: str
    players: int


WorkerRequest = StartWorker | DecideRequest | WarmUpRequest


class WorkerResponse(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action's text, nothing where none was asked for, or the kind of problem: a class's name, no word more.

    The words of a problem might speak of cards.
    """

    action: str = ""
    problem: str = ""


def frame(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH_BYTES, "big") + message


def write_request(question: WorkerRequest) -> bytes:
    return frame(pickle.dumps(question, pickle.HIGHEST_PROTOCOL))


def decision_seed(seed: int, view: Any) -> int:
    """The seed of one decision: the same for the same seed and view, another at every other moment.

    A bot is made for every decision anew, so a seed alone would have it slip at each of them, or at none.
    """
    return Random(f"{seed} {hashlib.sha256(encode(view)).hexdigest()}").getrandbits(32)
