"""A language is one file, found by nothing but its presence, under any BCP 47 code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wonderland.messages import best_match, choose, decimal, grouped, negotiate
from wonderland.messages.folder import MessageFolder
from wonderland.messages.languages import best_match as match
from wonderland.messages.languages import from_environment
from wonderland.messages.languages import negotiate as negotiate_among
from wonderland.testing import NotConforming, check_language


def counted(**texts: str) -> list[dict[str, Any]]:
    return [
        {
            "declarations": ["input count", "local countPlural = count: plural"],
            "selectors": ["countPlural"],
            "match": {f"countPlural={form}": text for form, text in texts.items()},
        }
    ]


ENGLISH = {
    "hello": "Hello, {name}!",
    "cards": counted(one="{count} card", other="{count} cards"),
    "bye": "Bye",
    "games": counted(one="{number} game", other="{number} games"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "en", ENGLISH)
    return tmp_path


def write(folder: Path, lang: str, messages: object) -> None:
    (folder / f"{lang}.json").write_text(json.dumps(messages), "utf-8")


def test_a_file_is_all_that_a_language_needs(folder: Path) -> None:
    write(folder, "pt-BR", {"hello": "Olá, {name}!", "cards": counted(one="{count} carta", other="{count} cartas")})
    write(folder, "fil", {})
    write(folder, "zh-Hant", {"cards": counted(other="{count} 張牌")})
    check_language("pt-BR", folder)
    check_language("fil", folder)
    check_language("zh-Hant", folder)
    files = MessageFolder(folder)
    assert files.languages == ("en", "fil", "pt-BR", "zh-Hant")
    assert files.say("hello", "pt-BR", {"name": "Ann"}) == "Olá, Ann!"
    # Brazilian Portuguese counts zero as one; the language chooses the form, not the file's author.
    assert [files.say("cards", "pt-BR", {"count": count}) for count in (0, 1, 2)] == ["0 carta", "1 carta", "2 cartas"]
    assert files.say("cards", "zh-Hant", {"count": 1}) == "1 張牌"
    assert from_environment({"LANG": "pt_PT.UTF-8"}, files.languages, "en") == "pt-BR"
    assert negotiate_among([("zh-TW", 1.0), ("en", 0.9)], files.languages, "en") == "zh-Hant"


def test_what_a_language_lacks_is_said_in_english_and_counted_as_english_counts(folder: Path) -> None:
    write(folder, "pt-BR", {"hello": "Olá, {name}!"})
    files = MessageFolder(folder)
    assert files.say("bye", "pt-BR", {}) == "Bye"
    assert files.say("cards", "pt-BR", {"count": 0}) == "0 cards"
    assert files.every("pt-BR")["bye"] == "Bye"
    assert "bye" not in files.own("pt-BR")


def test_a_plural_form_without_a_variant_is_written_like_the_others(folder: Path) -> None:
    write(folder, "pl", {"cards": counted(one="{count} karta", few="{count} karty", other="{count} kart")})
    files = MessageFolder(folder)
    said = [files.say("cards", "pl", {"count": count}) for count in (1, 3, 5)]
    assert said == ["1 karta", "3 karty", "5 kart"]  # 5 is “many” in Polish


def test_of_several_numbers_each_falls_back_to_other_by_itself(folder: Path) -> None:
    message = {
        "declarations": ["local aPlural = a: plural", "local bPlural = b: plural"],
        "selectors": ["aPlural", "bPlural"],
        "match": {
            "aPlural=other, bPlural=other": "n n",
            "aPlural=one, bPlural=other": "1 n",
            "aPlural=other, bPlural=few": "n f",
        },
    }
    write(folder, "pl", {"both": [message]})
    files = MessageFolder(folder)
    assert files.say("both", "pl", {"a": 1, "b": 5}) == "1 n"
    assert files.say("both", "pl", {"a": 5, "b": 2}) == "n f"
    assert files.say("both", "pl", {"a": 5, "b": 1}) == "n n"


@pytest.mark.parametrize(
    ("lang", "messages", "problem"),
    [
        ("pt_BR", {}, "BCP 47"),
        ("PT", {}, "BCP 47"),
        ("fr", [], "one object"),
        ("fr", {"helo": "Bonjour"}, "there is no message helo"),
        ("fr", {"hello": "Bonjour"}, "names the values"),
        ("fr", {"hello": "Bonjour, {nom}"}, "names the values"),
        ("fr", {"hello": "Bonjour, {name"}, "values stand in braces"),
        ("fr", {"bye": " "}, "is empty"),
        ("fr", {"bye": "Au revoir !"}, "no-break space"),
        ("fr", {"bye": "C'est tout"}, "apostrophe"),
        ("fr", {"bye": 3}, "must be a text"),
        ("fr", {"cards": [{"match": {}}]}, "plural variants are"),
        ("fr", {"cards": counted(one="{count} carte")}, "“other” is missing"),
        ("fr", {"cards": counted(few="{count} cartes", other="{count} cartes")}, "fr has no plural form few"),
        ("fr", {"bye": counted(one="Adieu", other="Adieux")}, "which English does not name"),
    ],
)
def test_the_kit_finds_a_fault(folder: Path, lang: str, messages: object, problem: str) -> None:
    write(folder, lang, messages)
    with pytest.raises(NotConforming, match=problem):
        check_language(lang, folder)


def test_the_kit_tells_what_is_missing_where_all_is_wanted(folder: Path) -> None:
    write(folder, "fr", {"bye": "Au revoir"})
    check_language("fr", folder)
    with pytest.raises(NotConforming, match="lacks cards, games, hello"):
        check_language("fr", folder, complete=True)


@pytest.mark.parametrize(
    ("wanted", "languages", "found"),
    [
        ("pt-BR", ["en", "pt", "pt-BR"], "pt-BR"),
        ("pt", ["en", "pt-PT", "pt-BR"], "pt-BR"),  # most who read Portuguese read the Brazilian one
        ("pt-AO", ["en", "pt", "pt-BR"], "pt"),
        ("PT-br", ["en", "pt-BR"], "pt-BR"),
        ("zh-HK", ["en", "zh", "zh-Hant"], "zh-Hant"),
        ("zh-CN", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"),
        ("zh-Hant-HK", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"),
        ("sr-Latn-RS", ["sr", "sr-Latn"], "sr-Latn"),
        ("fr-x-private", ["en", "fr"], "fr"),
        ("fil", ["en", "fi"], None),
        ("*", ["en", "fr"], None),
        ("", ["en", "fr"], None),
        ("C", ["en", "fr"], None),
        ("fr" * 50, ["en", "fr"], None),
        ("ｆｒ", ["en", "fr"], None),
    ],
)
def test_the_best_match(wanted: str, languages: list[str], found: str | None) -> None:
    assert match(wanted, languages) == found


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"WONDERLAND_LANG": "fr", "LC_ALL": "en_GB.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_FR@euro", "LANG": "C"}, "fr"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fro_FR"}, "en"),  # Old French is another language
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], lang: str) -> None:
    assert choose(environment) == lang


def test_of_equal_preferences_the_first_wins() -> None:
    assert negotiate([("fr", 1.0), ("en", 1.0)]) == "fr"
    assert negotiate([("en", 1.0), ("fr", 1.0)]) == "en"
    assert negotiate([("de", 1.0)]) == "en"
    assert best_match("en-GB") == "en"


@pytest.mark.parametrize(
    ("lang", "figure", "count"),
    [
        ("en", "25.04 ± 0.03 %", "1,234"),
        ("fr", "25,04 ± 0,03 %", "1\u202f234"),
        ("pt-BR", "25,04 ± 0,03 %", "1.234"),
        ("ja", "25.04 ± 0.03 %", "1,234"),
        ("de-CH", "25.04 ± 0.03 %", "1’234"),
        ("tlh", "25.04 ± 0.03 %", "1,234"),  # CLDR does not know it: as in English
    ],
)
def test_numbers_are_written_as_the_language_writes_them(lang: str, figure: str, count: str) -> None:
    assert decimal("25.04 ± 0.03 %", lang) == figure
    assert grouped(1234, lang) == count
