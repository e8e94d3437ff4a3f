"""Names that others see, and user names of which no two look alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wonderland.bots.registry import BOTS
from wonderland.core.errors import Unreadable
from wonderland.messages import LANGUAGES, say
from wonderland.server.people.names import LONGEST, given_name, given_names, read_name
from wonderland.server.people.users import read_user, user_key


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \u00a0 of   Oz ", "Ann of Oz"),
        ("Rene\u0301e", "Renée"),
        ("小明", "小明"),
        ("🐇", "🐇"),
        ("x" * 24, "x" * 24),
    ],
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
    ],
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
    assert 1 <= len(name) <= LONGEST
    assert unicodedata.is_normalized("NFC", name)
    assert name.isprintable()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_given_names_are_names_and_no_bots(lang: str) -> None:
    names = given_names(lang)
    assert [read_name(name) for name in names] == names
    assert len(set(names)) == len(names) > 30
    bots = {say(f"bot_{name}", lang) for name, entry in BOTS.items() if entry.face}
    assert bots
    assert not bots & set(names)
    assert given_name(lang) in names


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
    ],
)
def test_user_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert user_key(read_user(one)) == user_key(read_user(other))


@pytest.mark.parametrize(("one", "other"), [("ann", "anna"), ("ann", "änn"), ("a.n", "a-n"), ("ann1", "ann2")])
def test_user_names_that_differ_have_two_keys(one: str, other: str) -> None:
    assert user_key(one) != user_key(other)


@pytest.mark.parametrize(
    "text",
    ["", "ab", "x" * 25, "a b", "ann@home", "ann\n", ".ann", "-ann", "ann\u200b", "ann\ud800", "🐇🐇🐇", "pаypal"],
)
def test_user_names_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_user(text)


@given(st.text(max_size=30))
def test_a_user_name_keeps_its_key_as_it_is_shown(text: str) -> None:
    try:
        user = read_user(text)
    except Unreadable:
        return
    assert read_user(user) == user
    assert user_key(user) == user_key(text) == user_key(user_key(text))
