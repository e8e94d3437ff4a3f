"""Docstrings as the site shows them: their doctests as code blocks, Sphinx roles as plain code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

ROLE = re.compile(r":\w+:`~?([^`]+)`")


class Docstrings(Extension):
    """An extension of Griffe, which reads the sources for mkdocstrings."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite a docstring for Markdown."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    r"""A docstring with its doctests fenced: each begins with ``>>>`` and ends with an empty line.

    >>> print(as_markdown("Adds.\n\n>>> 1 + 1\n2"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    lines: list[str] = []
    inside = False
    for line in ROLE.sub(r"`\1`", text).splitlines():
        if not inside and line.lstrip().startswith(">>> "):
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line.replace("<BLANKLINE>", "") if inside else line)
    return "\n".join([*lines, "```"] if inside else lines)
