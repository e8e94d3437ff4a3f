"""Names that others see. They need not be unique: ids are."""

from __future__ import annotations

import secrets

from wonderland.core.errors import Unreadable
from wonderland.messages import say
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.text import clean_line, has_visible_characters

MAX_NAME_LENGTH = 24  #: characters of a name


def read_name(text: str) -> str:
    """Check and normalise a name.

    >>> read_name(" Ann   Other")
    'Ann Other'
    """
    name = "" if len(text) > MAX_TEXT_LENGTH else clean_line(text)
    if not has_visible_characters(name) or len(name) > MAX_NAME_LENGTH:
        raise Unreadable("person_name_length", most=MAX_NAME_LENGTH)
    return name


def random_name(lang: str = "en") -> str:
    """A random name for a guest who chose none."""
    return secrets.choice(random_names(lang))


def random_names(lang: str) -> list[str]:
    return say("person_given_names", lang).split(", ")
