"""Options that the name of a bot carries after a colon: ``alice:net``, ``alice:level=3``, ``alice:net:level=3``.

A bot's entry in the registry says which it takes. A colon also stands between several, since lists of bots have commas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wonderland.core.errors import Unreadable, shown

SEPARATOR = ":"  #: after a bot's name, and between its options
STRENGTH = "level"  #: the option that people are asked for when they choose an opponent: how strong it plays

#: What the factory of a bot is called with, by the option's name; an option that is not given is left out.
OptionValues = Mapping[str, bool | int]


class FlagOption(msgspec.Struct, frozen=True):
    """Given, or not: ``net``."""

    name: str

    @property
    def allowed(self) -> str:
        """How it may be written, in a message."""
        return self.name

    @property
    def choices(self) -> list[str]:
        """Every form of it that changes something."""
        return [self.name]

    def read(self, text: str | None) -> bool | int | None:
        """Its value from what stands behind "="; None for a wrong one."""
        return True if text is None else None

    def write(self, value: bool | int) -> str:
        """The option in its usual form; empty where it changes nothing."""
        return self.name if value else ""


class NumberOption(msgspec.Struct, frozen=True):
    """A whole number from ``low`` to ``high``: ``level=3``. To give ``default`` is to give nothing."""

    name: str
    low: int
    high: int
    default: int

    @property
    def allowed(self) -> str:
        """How it may be written, in a message."""
        return f"{self.name}={self.low} … {self.name}={self.high}"

    @property
    def choices(self) -> list[str]:
        """Every form of it that changes something."""
        return list(filter(None, map(self.write, range(self.low, self.high + 1))))

    def read(self, text: str | None) -> bool | int | None:
        """Its value from what stands behind "="; None for a wrong one."""
        return int(text) if text and text in map(str, range(self.low, self.high + 1)) else None

    def write(self, value: bool | int) -> str:
        """The option in its usual form; empty where it changes nothing."""
        return "" if value == self.default else f"{self.name}={value}"


BotOption = FlagOption | NumberOption


def split_name(name: str) -> tuple[str, str | None]:
    """A bot's name without its options, and the options as they are written; None where there is no colon.

    >>> split_name("alice:level=3"), split_name("queen")
    (('alice', 'level=3'), ('queen', None))
    """
    plain, colon, text = name.partition(SEPARATOR)
    return plain, text if colon else None


def read_options(bot: str, taken: Sequence[BotOption], text: str | None) -> OptionValues:
    """What the options of a name say, in the order in which the bot's entry declares them.

    >>> alice = (FlagOption("net"), NumberOption("level", 1, 9, default=9))
    >>> read_options("alice", alice, "level=3:net"), read_options("alice", alice, "level=9")
    ({'net': True, 'level': 3}, {})
    >>> read_options("alice", alice, "level=12")
    Traceback (most recent call last):
    ...
    wonderland.core.errors.Unreadable: "level=12" is no option of alice; possible are net, level=1 … level=9
    """
    if text is None:
        return {}
    if not taken:
        raise Unreadable("bot_takes_no_options", bot=bot, option=shown(SEPARATOR + text))
    found: dict[str, bool | int] = {}
    for part, name, value in written_options(text):
        read = next((option.read(value) for option in taken if option.name == name), None)
        if read is None:
            allowed = ", ".join(option.allowed for option in taken)
            raise Unreadable("bot_option_wrong", bot=bot, option=shown(part), options=allowed)
        if name in found:
            raise Unreadable("bot_option_twice", bot=bot, option=shown(name))
        found[name] = read
    given = [option for option in taken if option.name in found]
    return {option.name: found[option.name] for option in given if option.write(found[option.name])}


def written_options(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Each option of a text as it is written, its name, and what stands behind "=" (None without one)."""
    for part in text.split(SEPARATOR):
        name, equals, value = part.partition("=")
        yield part, name, value if equals else None


def write_name(bot: str, taken: Sequence[BotOption], values: OptionValues) -> str:
    """The name of a bot with options, the same for all ways to write it.

    >>> write_name("alice", (FlagOption("net"), NumberOption("level", 1, 9, default=9)), {"level": 9, "net": True})
    'alice:net'
    """
    written = (option.write(values[option.name]) for option in taken if option.name in values)
    return SEPARATOR.join([bot, *filter(None, written)])


def every_name(bot: str, taken: Sequence[BotOption]) -> list[str]:
    """Every name of a bot: without options, and with all that it takes, one by one and together.

    >>> every_name("alice", (FlagOption("net"), NumberOption("level", 1, 3, default=3)))
    ['alice', 'alice:net', 'alice:level=1', 'alice:level=2', 'alice:net:level=1', 'alice:net:level=2']
    """
    names = [bot]
    for option in taken:
        names += [f"{name}{SEPARATOR}{choice}" for name in names for choice in option.choices]
    return names
