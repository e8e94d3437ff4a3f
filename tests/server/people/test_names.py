"""Names that others see, and user names of which no two look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wonderland.server
from wonderland.bots.registry import BOTS
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.messages import LANGUAGES, say
from wonderland.server.people.names import MAX_NAME_LENGTH, random_name, random_names, read_name
from wonderland.server.people.passwords import read_password
from wonderland.server.people.text import clean_line, normalise
from wonderland.server.people.user_names import read_user_name, user_key
from wonderland.server.sockets.chat import read_chat_line

#: The black flag, "gbeng" as tags, and the end of the tags.
ENGLAND = "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbeng") + "\U000e007f"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \u00a0 of   Oz ", "Ann of Oz"),
        ("Rene\u0301e", "Renée"),
        ("小明", "小明"),
        ("🐇", "🐇"),
        ("x" * 24, "x" * 24),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("🏳️\u200d🌈", "🏳️\u200d🌈"),
        ("👨\u200d👩\u200d👧\u200d👦 Four", "👨\u200d👩\u200d👧\u200d👦 Four"),
        ("👋🏽 Bob", "👋🏽 Bob"),
        ("🧑🏽\u200d🤝\u200d🧑🏻", "🧑🏽\u200d🤝\u200d🧑🏻"),
        (ENGLAND, ENGLAND),
        (f"Ann {ENGLAND}", f"Ann {ENGLAND}"),
        ("🏴\u200d☠️ 🇫🇷", "🏴\u200d☠️ 🇫🇷"),
        ("I ❤️ U", "I ❤️ U"),
        ("1️⃣", "1️⃣"),
        ("葛\U000e0100", "葛\U000e0100"),  # one of the two ways to write this name
        ("می\u200cنا", "می\u200cنا"),
        ("Nguyễn", "Nguyễn"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
    ],
    ids=lambda text: ascii(text)[:60],
)
def test_a_name_is_composed_and_has_single_spaces(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 25,
        "Ann\n",
        "A\tnn",
        "Ann\x00",
        "Ann\x1b[31m",
        "Ann\u200b",  # no width
        "\u202eAnn",  # turns the text around
        "Ann\ud800",
        "Ann\u0378",  # not assigned
        "Ann\ue000",  # private
        "Ann\u2028",
        "\u3164",  # a letter that shows nothing
        "\u0301",  # an accent on nothing
        *(f"An{char}n" for char in "\u00ad\u034f\u061c\u17b4\u180b\u200c\u200d\u2060\ufe0e\ufe0f\U000e0061\U000e0100"),
        *(f"{char}Ann" for char in "\u200d\ufe0f\u034f"),
        "🐇\u200d",  # joined to nothing
        "🐇\u200d\u200d🐇",
        "🐇\ufe0f\ufe0f",
        ENGLAND[:-1],  # a flag that does not end
        ENGLAND.replace("🏴", "🐇"),
        ENGLAND + ENGLAND[-1],
        "1\ufe0f",
        "e\u0301\u0302\u0303\u0304\u0305\u0306",  # a tower of accents
    ],
    ids=lambda text: ascii(text)[:60],
)
def test_names_that_cannot_be_shown_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_name(text)


@given(st.text(max_size=40))
def test_a_name_that_was_taken_is_taken_again_as_it_is(text: str) -> None:
    try:
        name = read_name(text)
    except Unreadable:
        return
    assert read_name(name) == name
    assert 1 <= len(name) <= MAX_NAME_LENGTH
    assert unicodedata.is_normalized("NFC", name)
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_given_names_are_names_and_no_bots(lang: str) -> None:
    names = random_names(lang)
    assert [read_name(name) for name in names] == names
    assert len(set(names)) == len(names) > 30
    bots = {say(f"bot_{name}", lang) for name, entry in BOTS.items() if entry.game and entry.avatar}
    assert bots
    assert not bots & set(names)
    assert random_name(lang) in names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "Ａnn"),
        ("ann", "ANN"),
        ("straße", "STRASSE"),
        ("ﬁnn", "finn"),
        ("Rene\u0301e", "renée"),
        ("сор", "cop"),  # the first in Cyrillic
        ("ΑΝΝ", "AVV"),  # the first in Greek, whose small letters are these
        ("alice", "alıce"),
        ("alice", "aIice"),
        ("alice", "a1ice"),
        ("alice", "ɑlice"),
        ("alice", "аӏісе"),  # in Cyrillic
        ("bob", "b0b"),
        ("modern", "rnodern"),
        ("william", "vvilliam"),
    ],
)
def test_user_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert user_key(read_user_name(one)) == user_key(read_user_name(other))


@pytest.mark.parametrize(("one", "other"), [("ann", "anna"), ("ann", "änn"), ("a.n", "a-n"), ("ann1", "ann2")])
def test_user_names_that_differ_have_two_keys(one: str, other: str) -> None:
    assert user_key(one) != user_key(other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ab",
        "x" * 25,
        "a b",
        "ann@home",
        "ann\n",
        ".ann",
        "-ann",
        "ann\u200b",
        "ann\ud800",
        "🐇🐇🐇",
        "pаypal",
    ],
)
def test_user_names_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_user_name(text)


@given(st.text(max_size=30))
def test_a_user_name_keeps_its_key_as_it_is_shown(text: str) -> None:
    try:
        user = read_user_name(text)
    except Unreadable:
        return
    assert read_user_name(user) == user
    assert user_key(user) == user_key(text) == user_key(user_key(text))


@pytest.mark.parametrize(
    "read", [normalise, clean_line, read_name, read_user_name, user_key, read_password, read_chat_line]
)
def test_what_is_too_long_is_refused_before_anything_is_done_with_it(read: Callable[[str], str]) -> None:
    """Ordering so many marks would take minutes."""
    with pytest.raises((Unreadable, NotAllowed)):
        read("a" + "\u0315\u0300" * 500_000)


def test_text_from_outside_is_normalised_in_one_place_only() -> None:
    folder = Path(wonderland.server.__file__).parent
    found = {path.name for path in folder.rglob("*.py") if "unicodedata.normalize" in path.read_text("utf-8")}
    # The other one makes the name of a file from names that were read before.
    assert found == {"text.py", "downloads.py"}
