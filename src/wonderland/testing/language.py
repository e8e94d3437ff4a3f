"""Checks a language's message file by comparing it with the English one.

- Its name is a BCP 47 code as we write them: ``fr``, ``pt-BR``, ``zh-Hant``.
- Every key is one that English has. Keys may be missing: those messages are said in English.
- Every message names the same ``{values}`` as the English one.
- Plural variants are for forms that the language has, and ``other`` is always there: it stands for the forms without a
  variant of their own.
- The typography is that of the language, where we know its rules (French).
"""

from __future__ import annotations

import json
import re
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

from wonderland.messages import FOLDERS
from wonderland.messages.folder import ENGLISH, MessageFolder, counted_values, variants
from wonderland.messages.languages import CODE
from wonderland.messages.numbers import plural_forms
from wonderland.testing.game import NotConforming

#: By language: what must not occur in a text, and why.
TYPOGRAPHY = {
    "fr": (
        (r"\w'\w", "the apostrophe is ’"),
        (r"[^\u00a0\u202f]([;!?»]| :)", "a no-break space stands before ; : ! ? »"),
        (r"«[^\u00a0\u202f]", "a no-break space stands after «"),
    ),
}


def check_language(lang: str, folder: Traversable | None = None, complete: bool = False) -> None:
    """Compare a language's file with the English one of the folder (else ours); raises ``NotConforming`` at a fault.

    ``complete=True`` also refuses a file that lacks a message.

    >>> check_language("fr", complete=True)
    """
    _expect(CODE.fullmatch(lang), f"{lang}.json must be named by a BCP 47 code such as fr, pt-BR or zh-Hant")
    files = FOLDERS if folder is None else MessageFolder(folder)
    _expect(lang in files.languages, f"there is no {lang}.json")
    try:
        english, own = files.own(ENGLISH), files.own(lang)
    except (OSError, json.JSONDecodeError) as problem:
        raise NotConforming(f"{lang}.json cannot be read: {problem}") from problem
    except AttributeError:
        raise NotConforming(f"{lang}.json must hold one object") from None
    if complete:
        missing = sorted(set(english) - set(own))
        _expect(not missing, f"{lang}.json lacks {', '.join(missing[:5])}")
    for key, message in own.items():
        _expect(key in english, f"{lang}.json: there is no message {key}")
        try:
            _check_message(lang, message, english[key])
        except NotConforming as problem:
            raise NotConforming(f"{lang}.json: {key}: {problem}") from None


def _check_message(lang: str, message: Any, english: Any) -> None:
    _expect(isinstance(message, str | list), "must be a text or a list with its plural variants")
    if isinstance(message, list):
        _check_variants(lang, message, english)
    wanted, found = _named(english), _named(message)
    # A number that only chooses the variant in English may well be named in a language that has no plural forms.
    _expect(
        wanted <= found <= wanted | _counted(english), f"names the values {sorted(found)}, but English {sorted(wanted)}"
    )
    for text in _texts(message):
        _expect(text.strip(), "is empty")
        for pattern, reason in TYPOGRAPHY.get(lang.split("-")[0], ()):
            _expect(not re.search(pattern, text), f"{reason}: {text}")


def _check_variants(lang: str, message: list[Any], english: Any) -> None:
    try:
        counted, cases = counted_values(message[0]), variants(message[0])
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        raise NotConforming('plural variants are [{"declarations": […], "selectors": […], "match": {…}}]') from None
    known = _named(english) | _counted(english)
    _expect(set(counted.values()) <= known, f"counts {sorted(counted.values())}, which English does not name")
    for forms, text in cases:
        _expect(set(forms) == set(counted), f"the variant {text!r} must name a form of each of {sorted(counted)}")
        unknown = sorted(set(forms.values()) - plural_forms(lang))
        _expect(not unknown, f"{lang} has no plural form {', '.join(unknown)}; it has {sorted(plural_forms(lang))}")
    everything_else = dict.fromkeys(counted, "other")
    _expect(any(forms == everything_else for forms, _ in cases), "the variant for “other” is missing")


def _texts(message: Any) -> list[str]:
    return [text for _, text in variants(message[0])] if isinstance(message, list) else [message]


def _named(message: Any) -> set[str]:
    """The values that stand in the texts."""
    try:
        return {name for text in _texts(message) for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as problem:
        raise NotConforming(f"values stand in braces, as {{name}}: {problem}") from None


def _counted(message: Any) -> set[str]:
    """The values whose number decides on the variant."""
    return set(counted_values(message[0]).values()) if isinstance(message, list) else set()


def _expect(holds: object, problem: str) -> None:
    if not holds:
        raise NotConforming(problem)
