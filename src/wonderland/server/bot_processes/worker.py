"""The program of a bot process: ``python -m wonderland.server.bot_processes.worker``, started only by the server.

It reads requests from stdin and exits when stdin closes, even in the middle of a decision. What a bot prints is
discarded: it might contain cards.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from wonderland.bots import registry
from wonderland.bots.warmup import warm_up
from wonderland.games.registry import GAMES, find
from wonderland.server.bot_processes.worker_protocol import (
    LENGTH_BYTES,
    DecideRequest,
    StartWorker,
    WarmUpRequest,
    WorkerRequest,
    WorkerResponse,
    decision_seed,
    frame,
)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    questions: SimpleQueue[WorkerRequest] = SimpleQueue()
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
        while True:
            answers.write(frame(msgspec.json.encode(_respond(questions.get()))))
            answers.flush()


def _read(source: BinaryIO, questions: SimpleQueue[WorkerRequest]) -> None:
    """Read requests in a thread, even while a bot decides: when stdin closes, the process exits."""
    while length := source.read(LENGTH_BYTES):
        questions.put(pickle.loads(source.read(int.from_bytes(length, "big"))))
    os._exit(0)


def _respond(question: WorkerRequest) -> WorkerResponse:
    try:
        return WorkerResponse(action=_perform(question))
    except (Exception, SystemExit) as problem:
        return WorkerResponse(problem=type(problem).__name__)


def _perform(question: WorkerRequest) -> str:
    match question:
        case StartWorker(bots, games, kits, path, nice):
            registry.BOTS.update(bots)
            registry.KITS.update(kits)
            GAMES.update(games)
            sys.path += [place for place in path if place not in sys.path]
            if nice and hasattr(os, "nice"):
                os.nice(nice)
            return ""
        case WarmUpRequest(bot, game, players):
            warm_up(find(game), partial(registry.make, bot, game=game), players)
            return ""
        case DecideRequest(bot, game, view, seed, budget):
            return str(registry.make(bot, decision_seed(seed, view), game).decide(view, budget))


if __name__ == "__main__":
    main()
