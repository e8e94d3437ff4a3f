"""Running pytest on a small file, with the settings of this project and a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
#: The few that matter here: with all that are installed it takes seconds to start.
PLUGINS = ("xdist.plugin", "pytest_asyncio.plugin", "pytest_timeout", "conftest")


def run_pytest(
    folder: Path, source: str, *words: str, before: Sequence[str] = (), variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What comes of a file of tests; ``before`` is a command that runs pytest."""
    file = folder / "test_inner.py"
    file.write_text(source)
    # Our own process may be a worker of pytest-xdist, and have been given options: neither is for the inner one.
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": ",".join(PLUGINS)}
    options = ("-c", ROOT / "pyproject.toml", "--rootdir", folder, "-p", "no:cacheprovider")
    return subprocess.run(
        [*before, sys.executable, "-m", "pytest", *options, *words, file],
        env={**env, "PYTHONPATH": os.pathsep.join([str(TESTS), env.get("PYTHONPATH", "")]), **(variables or {})},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
