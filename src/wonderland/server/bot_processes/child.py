"""The program of a bot process: ``python -m wonderland.server.bot_processes.child``, started only by the server.

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
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import GAMES, find
from wonderland.records.writing import encode
from wonderland.review.hints import find_hinter
from wonderland.review.registry import REVIEWERS
from wonderland.review.registry import find as find_reviewer
from wonderland.review.reviewer import OnProgress
from wonderland.server.bot_processes.child_protocol import (
    LENGTH_BYTES,
    DecideRequest,
    HintRequest,
    ReviewRequest,
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
            _send(answers, _respond(questions.get(), lambda part: _send(answers, WorkerResponse(progress=part))))


def _read(source: BinaryIO, questions: SimpleQueue[WorkerRequest]) -> None:
    """Read requests in a thread, even while a bot decides: when stdin closes, the process exits."""
    while length := source.read(LENGTH_BYTES):
        questions.put(pickle.loads(source.read(int.from_bytes(length, "big"))))
    os._exit(0)


def _send(answers: BinaryIO, response: WorkerResponse) -> None:
    answers.write(frame(msgspec.json.encode(response)))
    answers.flush()


def _respond(question: WorkerRequest, on_progress: OnProgress) -> WorkerResponse:
    try:
        return WorkerResponse(action=_perform(question, on_progress))
    except WonderlandError as refusal:
        return WorkerResponse(problem=type(refusal).__name__, refusal=refusal.key)
    except (Exception, SystemExit) as problem:
        return WorkerResponse(problem=type(problem).__name__)


def _perform(question: WorkerRequest, on_progress: OnProgress) -> str:
    match question:
        case StartWorker(bots, games, kits, path, nice, reviewers):
            REVIEWERS.update(reviewers)
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
        case ReviewRequest(game, record, settings):
            return encode(find_reviewer(game).review(record, settings, on_progress)).decode()
        case HintRequest(game, view, settings):
            hinter = find_hinter(game)
            return encode(hinter.moves(view, settings) if hinter else ()).decode()


if __name__ == "__main__":
    main()
