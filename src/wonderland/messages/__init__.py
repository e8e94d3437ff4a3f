"""Everything we say to people, in every language: one JSON file a language, shared with the web app.

The files are in inlang's message format: a text with ``{values}``, or, where a number decides, a list with
one variant for each plural form. Adding a language is adding its file; one whose numbers take other forms than English
tells so below. (The browser knows the forms of every language.)
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

#: The languages that have a file, English first: it stands in where nothing better is known.
LANGUAGES = tuple(
    sorted(
        (path.name[:-5] for path in resources.files(__name__).iterdir() if path.name.endswith(".json")), key="en".__ne__
    )
)


def _english(number: int) -> str:
    return "one" if number == 1 else "other"


#: Which plural form a number takes, where not as in English: French differs at zero.
PLURALS: dict[str, Callable[[int], str]] = {"fr": lambda number: "one" if abs(number) < 2 else "other"}


def say(key: str, lang: str = "en", /, **values: object) -> str:
    """The message ``key`` in a language, with its values filled in.

    >>> say("cards_count", "en", count=1), say("cards_count", "fr", count=0)
    ('1 card', '0 carte')
    """
    message = catalogue(lang)[key]
    if isinstance(message, list):
        message = _variant(message[0], lang, values)
    return str(message).format_map({name: _plain(value) for name, value in values.items()})


@cache
def catalogue(lang: str) -> Mapping[str, Any]:
    text = resources.files(__name__).joinpath(f"{lang}.json").read_text("utf-8")
    messages: dict[str, Any] = json.loads(text)
    return messages


def _variant(message: Mapping[str, Any], lang: str, values: Mapping[str, object]) -> str:
    """The text whose condition (``countPlural=one``) holds for the values."""
    forms = {}
    for declaration in message["declarations"]:
        match declaration.replace(":", " ").replace("=", " ").split():
            case ["local", name, source, "plural"]:
                forms[name] = PLURALS.get(lang, _english)(int(str(values[source])))
    for condition, text in message["match"].items():
        parts = dict(part.strip().split("=") for part in condition.split(","))
        if all(forms[name] == form for name, form in parts.items()):
            return str(text)
    raise KeyError(f"no variant of {message} for {values}")


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "–"
    return printable(str(value))


def printable(text: str) -> str:
    """Text of unknown origin, such as a name, without what could move a terminal's cursor."""
    return "".join("?" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char for char in text)


def decimal(text: str, lang: str) -> str:
    """Figures as the language writes them: French has a comma before the decimals.

    >>> decimal("25.04 ± 0.03 %", "fr")
    '25,04 ± 0,03 %'
    """
    return re.sub(r"(?<=\d)\.(?=\d)", ",", text) if lang == "fr" else text


def choose(environment: Mapping[str, str]) -> str:
    """The language a person's locale asks for; English when we do not speak it.

    ``WONDERLAND_LANG`` comes first: it hands ``--lang`` on to whatever processes a command starts.

    >>> choose({"LANG": "fr_CA.UTF-8"}), choose({"LC_ALL": "C", "LANG": "fr_FR"}), choose({})
    ('fr', 'en', 'en')
    """
    for name in ("WONDERLAND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environment.get(name)
        if locale:
            return locale[:2].lower() if locale[:2].lower() in LANGUAGES else "en"
    return "en"
