"""Everything we say to people: one JSON file a language, shared with the web app.

What belongs to a game is in its folder: ``games/<game>/messages``.

A new language is a new file, named by its BCP 47 code; nothing else lists the languages (docs/adding-a-language.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from wonderland.messages import languages
from wonderland.messages.folder import ENGLISH, MessageFolder, Messages, printable
from wonderland.messages.numbers import decimal, grouped

__all__ = [
    "ENGLISH",
    "FOLDERS",
    "LANGUAGES",
    "add_folder",
    "best_match",
    "catalogue",
    "choose",
    "decimal",
    "grouped",
    "known",
    "negotiate",
    "printable",
    "say",
]

_GAMES = [folder.joinpath("messages") for folder in resources.files("wonderland").joinpath("games").iterdir()]
#: The messages of this package, those of its games included.
FOLDERS = MessageFolder(resources.files(__name__), *sorted((one for one in _GAMES if one.is_dir()), key=str))
_MORE_FOLDERS: list[MessageFolder] = []

#: The languages that have a file: English first, then by the alphabet.
LANGUAGES = FOLDERS.languages


def say(key: str, lang: str = ENGLISH, /, **values: object) -> str:
    """The message ``key`` in a language, with its values filled in; in English if the language lacks it.

    >>> say("cards_count", "en", count=1), say("cards_count", "fr", count=0)
    ('1 card', '0 carte')
    """
    return _folder_of(key).say(key, lang, values)


def known(key: str) -> bool:
    """Whether there is such a message, here or in a registered game's own folder."""
    return key in _folder_of(key).own(ENGLISH)


@cache
def catalogue(lang: str) -> Messages:
    """Every message of a language by its key; the English one where the language lacks it.

    Messages that a game outside this package brings along are not among them.
    """
    return FOLDERS.every(lang)


def add_folder(folder: Traversable) -> None:
    """Know the messages of another folder, too: a game from elsewhere brings its own along."""
    if folder not in [*_GAMES, *(one for known in _MORE_FOLDERS for one in known.folders)]:
        _MORE_FOLDERS.append(MessageFolder(folder))


def _folder_of(key: str) -> MessageFolder:
    """Where a message is: nearly always here."""
    if key not in FOLDERS.own(ENGLISH):
        for folder in _MORE_FOLDERS:
            if key in folder.own(ENGLISH):
                return folder
    return FOLDERS


def best_match(wanted: str) -> str | None:
    """The one of our languages that a reader of a BCP 47 code reads best, or None.

    >>> best_match("fr-CA"), best_match("tlh")
    ('fr', None)
    """
    return languages.best_match(wanted, LANGUAGES)


def negotiate(preferences: Iterable[tuple[str, float]]) -> str:
    """The language to answer a request in, from the codes that it prefers and their weights; else English.

    >>> negotiate([("de", 1.0), ("fr-CA", 0.8), ("en", 0.5)]), negotiate([])
    ('fr', 'en')
    """
    return languages.negotiate(preferences, LANGUAGES, ENGLISH)


def choose(environment: Mapping[str, str]) -> str:
    """The language that the environment's locale asks for; English if we do not have it.

    >>> choose({"LANG": "fr_CA.UTF-8"}), choose({"LC_ALL": "C", "LANG": "fr_FR"}), choose({})
    ('fr', 'en', 'en')
    """
    return languages.from_environment(environment, LANGUAGES, ENGLISH)
