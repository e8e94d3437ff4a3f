"""``wonderland replay FILE``: check records against the rules and tell how they end."""

from __future__ import annotations

from typing import Annotated, BinaryIO

import typer

from wonderland.cli import messages
from wonderland.cli.files import opened, print_json
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import AsJson, File, Lang
from wonderland.core.errors import WonderlandError
from wonderland.records import decode, read_whole, replay_lines
from wonderland.records.replaying import last_state


def replay(
    file: File,
    as_json: AsJson = False,
    lines: Annotated[bool, typer.Option("--lines", help=tell("cli_lines"))] = False,
    lang: Lang = None,
) -> None:
    with opened(file) as stream:
        if lines or file.endswith(".jsonl"):
            _replay_lines(stream, as_json)
        else:
            game, state = last_state(decode(read_whole(stream)))
            if as_json:
                print_json(game.result(state))
            else:
                from wonderland.terminal.results import show_result

                show_result(game, state, messages.language)


def _replay_lines(stream: BinaryIO, as_json: bool) -> None:
    refused = False
    for _, result in replay_lines(stream):
        if isinstance(result, WonderlandError):
            print_error(told(result, as_json))
            refused = True
        elif as_json:
            print_json(result)
        else:
            from wonderland.terminal.results import summary

            print(summary(result, messages.language))
    if refused:
        raise typer.Exit(2)


def told(problem: WonderlandError, as_json: bool) -> str:
    """The problem of a line. Programs rely on ``line N: `` whatever the language (docs/formats.md)."""
    if not as_json:
        return problem.say(messages.language)
    inner = problem.values["problem"]
    text = inner.say(messages.language) if isinstance(inner, WonderlandError) else str(inner)
    return f"line {problem.values['line']}: {text}"
