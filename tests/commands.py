"""Runs the installed ``wonderland`` command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

#: The command beside the Python that runs the tests, not that of another installation.
WONDERLAND = str(Path(sys.executable).parent / "wonderland")


def wonderland(
    *words: str | Path, given: bytes | str = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; its output as text. Invalid UTF-8 in the output raises."""
    raw = subprocess.run(
        [WONDERLAND, *map(str, words)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100", **(env or {})},
        check=False,
    )
    return subprocess.CompletedProcess(raw.args, raw.returncode, raw.stdout.decode(), raw.stderr.decode())


def refusal(*words: str | Path, given: bytes | str = b"", env: dict[str, str] | None = None) -> str:
    """The one line of a command that refuses its input: exit 2, nothing on stdout, no traceback."""
    done = wonderland(*words, given=given, env=env)
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert len(lines[0]) <= 300
    return lines[0]
