"""The language of this run of the command line, its messages, and its errors: one line each, never long."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence

from wonderland.messages import best_match, choose, say

language = "en"

MAX_ERROR_LENGTH = 300  #: characters of an error message


def choose_language(words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Take the language from ``--lang``, wherever in the command it is, else from the locale."""
    global language
    language = choose(environment)
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        asked = value or "".join(words[place + 1 : place + 2])
        if name == "--lang":
            language = best_match(asked) or language


def tell(key: str, /, **values: object) -> str:
    return say(key, language, **values)


def print_error(text: str) -> None:
    """Print an error as one line on stderr."""
    # No-break spaces are French typography; everything else that does not print becomes a space.
    kept = "".join(char if char.isprintable() or char in "\u00a0\u202f" else " " for char in text)
    line = re.sub(" +", " ", kept).strip()
    print(line if len(line) <= MAX_ERROR_LENGTH else line[: MAX_ERROR_LENGTH - 1] + "…", file=sys.stderr)
