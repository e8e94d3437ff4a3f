"""Where ``wonderland`` starts: picks the language, runs the command, and turns every failure into one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from wonderland.cli import speech
from wonderland.cli.files import hush
from wonderland.core.errors import WonderlandError


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 is fine, 2 is input we refuse, 130 is an interruption."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets a question mark, not a crash.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # TextIO, unless replaced
    speech.listen(words, os.environ)
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        hush()
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _run(words: list[str]) -> int:
    # Only now, because help texts are read in the chosen language as the commands are defined.
    from typer.exceptions import TyperException

    from wonderland.cli.app import run

    try:
        return run(words)
    except WonderlandError as problem:
        speech.complain(problem.say(speech.language))
    except TyperException as problem:
        if not words or problem.__class__.__name__ == "NoArgsIsHelpError":
            print(problem.format_message())
            return 0
        speech.complain(speech.tell("cli_usage", problem=problem.format_message()))
    except BrokenPipeError:
        raise
    except OSError as problem:
        name = problem.filename if problem.filename is not None else "-"
        speech.complain(speech.tell("cli_file", file=name, problem=problem.strerror or str(problem)))
    return 2
