"""Every message exists in every language, with the same values, and everything the code says exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import wonderland
from wonderland.messages import LANGUAGES, catalogue, say

SOURCE = Path(wonderland.__file__).parent
WEB = SOURCE.parents[1] / "web"


def texts(message: Any) -> list[str]:
    return list(message[0]["match"].values()) if isinstance(message, list) else [message]


def values(message: Any) -> set[str]:
    return {name for text in texts(message) for name in re.findall(r"{(\w+)}", text)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_message_with_the_same_values(lang: str) -> None:
    english, other = catalogue("en"), catalogue(lang)
    assert list(other) == list(english)
    for key in english:
        assert values(other[key]) == values(english[key]), key
        assert all(text.strip() for text in texts(other[key])), key


def test_every_message_the_code_names_exists_and_every_message_is_named() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py")).replace("'", '"')
    pages = "\n".join(
        path.read_text("utf-8")
        for part in ("src", "build")
        for path in (WEB / part).rglob("*.*")
        if path.suffix in (".svelte", ".ts")
    )
    shown = set(re.findall(r"\bm\.(\w+)", pages))
    keys = set(catalogue("en"))
    assert shown <= keys
    called = r'(?:say|tell|text|ask|within|at|Unreadable|NotAllowed|TooLate)\(\s*"(\w+_\w+)"'
    assert set(re.findall(called, code)) <= keys
    prefixes = tuple(re.findall(r'f"(\w+_){', code))
    unnamed = {key for key in keys if f'"{key}"' not in code and key not in shown and not key.startswith(prefixes)}
    assert not unnamed


def test_french_typography() -> None:
    for key, message in catalogue("fr").items():
        for text in texts(message):
            assert not re.search(r"\w'\w", text), f"{key}: straight apostrophe"
            assert not re.search(r"[^\u00a0\u202f]([;!?»]| :)", text), f"{key}: no-break space before punctuation"
            assert not re.search(r"«[^\u00a0\u202f]", text), f"{key}: no-break space after «"


def test_plurals() -> None:
    assert [say("cards_count", "en", count=count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [say("cards_count", "fr", count=count) for count in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
