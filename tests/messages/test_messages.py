"""Every message exists in every language, with the same values, and everything the code says exists."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import wonderland
from wonderland.messages import LANGUAGES, catalogue, say
from wonderland.testing import check_language

SOURCE = Path(wonderland.__file__).parent
WEB = SOURCE.parents[1] / "web"


def test_english_comes_first_and_then_the_alphabet_decides() -> None:
    assert LANGUAGES[0] == "en"
    assert list(LANGUAGES[1:]) == sorted(LANGUAGES[1:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_passes_the_kit(lang: str) -> None:
    check_language(lang)


def test_french_has_every_message_in_the_order_of_the_english_file() -> None:
    check_language("fr", complete=True)
    folders = sorted({path.parent for path in SOURCE.glob("**/messages/en.json")})
    assert len(folders) == 3, "ours, and one a game"
    for folder in folders:
        english, french = (json.loads((folder / f"{lang}.json").read_text("utf-8")) for lang in ("en", "fr"))
        assert list(french) == list(english)


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


def test_plurals() -> None:
    assert [say("cards_count", "en", count=count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [say("cards_count", "fr", count=count) for count in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
