"""Our own bots as engines: questions in, answers out, one JSON object per line."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from wonderland.bots.bot import Budget
from wonderland.bots.engines import protocol
from wonderland.bots.kit import GameBots
from wonderland.bots.registry import AnyBot
from wonderland.bots.warmup import Make, WarmedUpBot
from wonderland.core.errors import NotAllowed, WonderlandError
from wonderland.core.fields import Data, choice, field
from wonderland.records.reading import read_lines


def serve(
    kit: GameBots,
    make: Make,
    name: str,
    questions: BinaryIO,
    answers: BinaryIO,
    report_error: Callable[[WonderlandError], None],
) -> None:
    """Answer until ``bye`` or the end of the input; errors are passed to ``report_error``.

    A bot that cannot be made is refused before anything is read.
    """
    _make_bot(make, 0)
    bot: WarmedUpBot | None = None
    for number, line in read_lines(questions):
        try:
            if isinstance(line, WonderlandError):
                raise line
            message = protocol.read_line(line)
            kind = _kind(message)
            if kind == "bye":
                return
            if kind == "hello":
                seed = protocol.read_hello(message, kit.game.name)
                bot = WarmedUpBot(kit, partial(_make_bot, make), secrets.randbelow(2**32) if seed is None else seed)
                bot.get_ready()
                answer = protocol.ready(name)
            else:
                answer = _answer(kit, bot, message)
        except WonderlandError as problem:
            report_error(problem.within("at_line", line=number))
        except (Exception, SystemExit) as problem:  # a bot that fails at one decision may answer the next
            report_error(_failed(problem).within("at_line", line=number))
        else:
            answers.write(answer)
            answers.flush()


def _make_bot(make: Make, seed: int) -> AnyBot:
    try:
        return make(seed)
    except WonderlandError:
        raise
    except (Exception, SystemExit) as problem:
        raise _failed(problem) from None


def _failed(problem: BaseException) -> NotAllowed:
    return NotAllowed("engine_bot_failed", kind=type(problem).__name__, problem=str(problem))


def _kind(message: Data) -> str:
    with field(message, "type") as kind:
        return str(choice(kind, ["hello", "decide", "bye"]))


def _answer(kit: GameBots, bot: WarmedUpBot | None, message: Data) -> bytes:
    if bot is None:
        raise NotAllowed("engine_hello_first")
    number, view, milliseconds = protocol.read_question(kit, message)
    action = bot.decide(view, Budget(milliseconds))
    return protocol.move(kit, number, action, bot.pace(view, action) if kit.game.table.live else None)
