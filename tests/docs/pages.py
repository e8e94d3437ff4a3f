"""The code blocks of a page of docs/."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(page: str, language: str) -> list[str]:
    """The code of a page (its path in the tree) in one language, block by block."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)


def run_doctests(page: str) -> doctest.TestResults:
    """Run the ``pycon`` blocks of a page, one after the other, as one session."""
    session = doctest.DocTestParser().get_doctest("\n".join(blocks(page, "pycon")), {}, page, str(ROOT / page), 0)
    return doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session)
