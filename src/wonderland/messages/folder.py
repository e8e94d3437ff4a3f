"""The messages of one or more folders: one JSON file a language in each, in inlang's message format.

A message is a text with ``{values}`` or, where numbers decide, one variant for each plural form. What a language
lacks is said in English.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from wonderland.messages.numbers import plural_form

ENGLISH = "en"  #: the language that has every message

Messages = Mapping[str, Any]


class MessageFolder:
    """Every language that has a file ``<code>.json`` in the first folder; the code is a BCP 47 one, such as ``pt-BR``.

    The files of the other folders add to it.
    """

    def __init__(self, *folders: Traversable) -> None:
        self.folders = folders
        self._read: dict[str, Messages] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages: English first, then by the alphabet."""
        found = (path.name.removesuffix(".json") for path in self.folders[0].iterdir() if path.name.endswith(".json"))
        return tuple(sorted(found, key=lambda code: (code != ENGLISH, code)))

    def own(self, lang: str) -> Messages:
        """What the language's own files hold."""
        if lang not in self._read:
            files = [folder.joinpath(f"{lang}.json") for folder in self.folders]
            parts = [json.loads(file.read_text("utf-8")) for file in files if file.is_file()]
            self._read[lang] = {key: message for part in parts for key, message in part.items()}
        return self._read[lang]

    def every(self, lang: str) -> Messages:
        """Every message: the language's own, and the English ones that it lacks."""
        return {**self.own(ENGLISH), **self.own(lang)}

    def say(self, key: str, lang: str, values: Mapping[str, object]) -> str:
        """A message in a language, or in English if the language lacks it, with its values filled in."""
        if key not in self.own(lang):
            lang = ENGLISH  # its plural forms are English, too
        message = self.own(lang)[key]
        if isinstance(message, list):
            message = _variant(message[0], lang, values)
        return str(message).format_map({name: _plain(value) for name, value in values.items()})


def counted_values(message: Mapping[str, Any]) -> dict[str, str]:
    """The names of a message's plural forms, and the value that each is of.

    >>> counted_values({"declarations": ["input count", "local countPlural = count: plural"]})
    {'countPlural': 'count'}
    """
    counted = {}
    for declaration in message["declarations"]:
        match declaration.replace(":", " ").replace("=", " ").split():
            case ["local", name, value, "plural"]:
                counted[name] = value
    return counted


def variants(message: Mapping[str, Any]) -> list[tuple[dict[str, str], str]]:
    """Each variant of a message: which plural forms it is for, and its text."""
    return [
        (dict(part.strip().split("=") for part in condition.split(",")), text)
        for condition, text in message["match"].items()
    ]


def _variant(message: Mapping[str, Any], lang: str, values: Mapping[str, object]) -> str:
    """The text for the plural forms of the values; ``other`` stands for forms that have no text of their own."""
    forms = {name: plural_form(int(str(values[value])), lang) for name, value in counted_values(message).items()}
    fitting = [
        (sum(forms[name] == form for name, form in wanted.items()), text)
        for wanted, text in variants(message)
        if all(form in (forms[name], "other") for name, form in wanted.items())
    ]
    return max(fitting, key=lambda pair: pair[0])[1]


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "–"
    return printable(str(value))


def printable(text: str) -> str:
    """Text of unknown origin, such as a name, without what could move a terminal's cursor."""
    return "".join("?" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char for char in text)
