"""Where ``wonderland`` starts: picks the language, runs the command, and turns every failure into one line."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from wonderland.cli import messages
from wonderland.cli.files import discard_output
from wonderland.core.errors import WonderlandError


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code.

    0: done, also for a game that was left and saved; 1: a server that could not go on; 2: input that is refused;
    130: interrupted.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115  # until we exit
        # A terminal that cannot show a letter gets a question mark, not a crash.
        getattr(sys, name).reconfigure(errors="replace")
    messages.choose_language(words, os.environ)
    os.environ["WONDERLAND_LANG"] = messages.language  # for the processes that play, and for engines
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
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
        messages.print_error(problem.say(messages.language))
    except TyperException as problem:
        if not words:  # without a command the help is shown, which is no error
            print(problem.format_message())
            return 0
        messages.print_error(messages.tell("cli_usage", problem=problem.format_message()))
    except BrokenPipeError:
        raise
    except OSError as problem:
        messages.print_error(messages.tell("cli_file", file=problem.filename or "-", problem=_why(problem)))
    return 2


def _why(problem: OSError) -> str:
    """The system's reason, in the reader's language where it is a common one."""
    known = {
        errno.ENOENT: "file_missing",
        errno.EISDIR: "file_folder",
        errno.ENOTDIR: "file_not_folder",
        errno.EEXIST: "file_not_folder",  # we make folders where there may be one, never files
        errno.EACCES: "file_denied",
        errno.ENOSPC: "file_no_space",
    }
    key = known.get(problem.errno or 0)
    return messages.tell(key) if key else problem.strerror or str(problem)
