"""The language of this run of the command line, and how it complains: one line, never long."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence

from wonderland.messages import best_match, choose, say

language = "en"

LONGEST = 300  #: characters of one complaint


def listen(words: Sequence[str], environment: Mapping[str, str]) -> None:
    """Take the language from ``--lang`` wherever it stands, else from the locale."""
    global language
    language = choose(environment)
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        asked = value or "".join(words[place + 1 : place + 2])
        if name == "--lang":
            language = best_match(asked) or language


def tell(key: str, /, **values: object) -> str:
    return say(key, language, **values)


def complain(text: str) -> None:
    # No-break spaces are French typography; everything else that does not print is not worth a line.
    kept = "".join(char if char.isprintable() or char in "\u00a0\u202f" else " " for char in text)
    line = re.sub(" +", " ", kept).strip()
    print(line if len(line) <= LONGEST else line[: LONGEST - 1] + "…", file=sys.stderr)
