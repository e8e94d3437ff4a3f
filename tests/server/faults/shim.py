"""Faults that a test switches on and off while a server runs: a disk that fails, a machine whose clock is set."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_suffix(".c")


class Shim:
    """Compiled into ``folder``, and steered by files there (``shim.c``)."""

    def __init__(self, folder: Path) -> None:
        if not shutil.which("gcc"):
            pytest.skip("there is no gcc to compile the faults with")
        folder.mkdir()
        self._folder = folder
        library = folder / "shim.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
        #: What a process with these faults has in its environment, and the command that runs a server with them.
        self.environment = {"LD_PRELOAD": str(library), "SHIM": str(folder)}
        self.before = ("env", *(f"{name}={value}" for name, value in self.environment.items()))

    def set(self, fault: str, content: object = "") -> None:
        """Whole at once: the server may be reading it."""
        fresh = self._folder / f"{fault}.new"
        fresh.write_text(str(content))
        fresh.rename(self._folder / fault)

    def clear(self, fault: str) -> None:
        (self._folder / fault).unlink()
