"""Names that others see. They need not be unique: ids are."""

from __future__ import annotations

import secrets

from wonderland.core.errors import Unreadable
from wonderland.messages import say
from wonderland.server.bounds import MAX_TEXT_LENGTH
from wonderland.server.people.text import tidy, visible

LONGEST = 24  #: characters of a name


def read_name(text: str) -> str:
    """A name as it is kept.

    >>> read_name(" Ann   Other")
    'Ann Other'
    """
    name = "" if len(text) > MAX_TEXT_LENGTH else tidy(text)
    if not visible(name) or len(name) > LONGEST:
        raise Unreadable("person_name_length", most=LONGEST)
    return name


def given_name(lang: str = "en") -> str:
    """A name for somebody who chose none."""
    return secrets.choice(given_names(lang))


def given_names(lang: str) -> list[str]:
    return say("person_given_names", lang).split(", ")
