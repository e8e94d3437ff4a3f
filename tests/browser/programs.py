"""Where the browsers are that the tests drive."""

from __future__ import annotations

import os
import shutil


def program(variable: str, *names: str, package: str) -> str:
    """A program that tests cannot do without: the one that the environment names, or the first found on the path."""
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    assert found, (
        f"{names[0]} is missing: install Debian's package {package}, as scripts/test does, "
        f"or say in {variable} where the program is"
    )
    return found
