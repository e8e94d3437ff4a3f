"""Running the real command, as a person or a program does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

#: Beside the Python that runs the tests, so that no other installation is found.
WONDERLAND = str(Path(sys.executable).parent / "wonderland")


def wonderland(
    *words: str | Path, given: bytes | str = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; its output as text. Errors in decoding would be ours, so they are strict."""
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
