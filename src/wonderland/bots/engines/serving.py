"""Our own bots as engines: questions in, answers out, one JSON object a line."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import BinaryIO

from wonderland.bots.bot import Budget
from wonderland.bots.engines import protocol
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import decide
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.fields import Data, choice, field
from wonderland.games import parade
from wonderland.records.reading import read_lines

Make = Callable[[int], AnyBot]


def serve(
    make: Make, name: str, questions: BinaryIO, answers: BinaryIO, complain: Callable[[WonderlandError], None]
) -> None:
    """Answer until goodbye or the end of the questions. What cannot be read or answered is told to ``complain``."""
    bot: AnyBot | None = None
    for number, line in read_lines(questions):
        try:
            if isinstance(line, WonderlandError):
                raise line
            message = protocol.read_line(line)
            kind = _kind(message)
            if kind == "bye":
                return
            if kind == "hello":
                seed = protocol.read_hello(message)
                _rehearse(make)
                bot = make(secrets.randbelow(2**32) if seed is None else seed)
                answer = protocol.ready(name)
            else:
                answer = _answer(bot, message)
        except WonderlandError as problem:
            complain(problem.within("at_line", line=number))
        except Exception as problem:  # a bot that fails at one decision may well answer the next
            failure = NotAllowed("engine_bot_failed", kind=type(problem).__name__, problem=problem)
            complain(failure.within("at_line", line=number))
        else:
            answers.write(answer)
            answers.flush()


def _kind(message: Data) -> str:
    with field(message, "type") as kind:
        return str(choice(kind, ["hello", "decide", "bye"]))


def _answer(bot: AnyBot | None, message: Data) -> bytes:
    if bot is None:
        raise NotAllowed("engine_hello_first")
    number, view, milliseconds = protocol.read_question(message)
    return protocol.move(number, bot.decide(view, Budget(milliseconds)))


def _rehearse(make: Make) -> None:
    """Play a quick game before saying that we are ready: what is compiled then need not be when the clock runs."""
    random = Random(0)
    state = parade.game.deal(parade.game.shuffle(["", ""], random))
    bot = make(0)
    while not state.over:
        seat = next(seat for seat in (0, 1) if parade.game.legal(state, seat))
        action, _ = decide(parade.game, state, seat, bot, Budget(milliseconds=1), random)
        state = parade.game.apply(state, seat, action)
