"""Levels of a game's ladder as people name them: by number, by title in their own language, or by the bot's name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from wonderland.bots.options import SEPARATOR, split_name
from wonderland.bots.registry import canonical, ladder, title
from wonderland.core.errors import Unreadable, shown


def read_levels(text: str, game: str, lang: str = "en") -> tuple[str, ...]:
    """The levels that a text names, with commas or spaces between; the beginning of a name is enough.

    A bot that takes options has them after a colon.

    >>> read_levels("rabbit, 5", "parade"), read_levels("White Rabbit mad", "parade")
    (('rabbit', 'queen'), ('rabbit', 'hatter'))
    >>> read_levels("al:level=3 rabbit", "parade")
    ('alice:level=3', 'rabbit')
    >>> read_levels("Reine de Cœur, lapin", "parade", "fr")
    ('queen', 'rabbit')
    """
    found: list[str] = []
    for part in text.split(","):
        words = part.split()
        while words:
            # As many words as possible, because titles have several.
            for end in range(len(words), 0, -1):
                levels = _called(" ".join(words[:end]), game, lang)
                if len(levels) == 1:
                    break
            else:
                raise _unclear(words[0], levels or ladder(game), game, lang)
            found += levels
            words = words[end:]
    if not found:
        raise _unclear("", ladder(game), game, lang)
    return tuple(found)


def _called(name: str, game: str, lang: str) -> Sequence[str]:
    """The levels that a name may mean: by the whole name, or else by its beginning."""
    plain, options = split_name(name)
    levels = _levels_called(plain, game, lang)
    if options is None or len(levels) != 1:
        return levels
    # Behind a space begins another name.
    return () if " " in options else (canonical(f"{levels[0]}{SEPARATOR}{options}"),)


def _levels_called(name: str, game: str, lang: str) -> Sequence[str]:
    known = [(_plain(word), level) for level in ladder(game) for word in (level, title(level, lang))]
    known += [(str(number), level) for number, level in enumerate(ladder(game), 1)]
    exact = [level for word, level in known if word == _plain(name)]
    begun = [level for word, level in known if word.startswith(_plain(name)) and not word.isdigit()]
    return tuple(dict.fromkeys(exact or begun))


def _plain(name: str) -> str:
    """Without capitals, accents and ligatures, which people may leave out."""
    letters = unicodedata.normalize("NFKD", name.lower().replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _unclear(word: str, levels: Sequence[str], game: str, lang: str) -> Unreadable:
    """A refusal that lists all levels, or those that the word may mean, as the menu shows them."""
    # A no-break space, so that a number stays with its name where the line is broken.
    shown_as = [f"{ladder(game).index(level) + 1}\u00a0{title(level, lang)}" for level in levels]
    key = "level_unknown" if tuple(levels) == ladder(game) else "level_unclear"
    return Unreadable(key, name=shown(word), game=game, levels=", ".join(shown_as))
