"""Where the games of a dataset come from: what plays them, and how they are kept until all have been played."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar

if TYPE_CHECKING:
    import pyarrow as pa


Item = TypeVar("Item")


class GameSource(Protocol):
    """Plays games and appends them to a file, from which any number of them can be read back.

    The file may hold something before ``start``, and its end may be incomplete after a crash.
    """

    def play(self, numbers: range) -> Generator[tuple[int, bytes], None, None]:
        """Play the games with these numbers, in order: how many more, and what to append to the file."""
        ...

    def whole_games(self, file: BinaryIO, start: int) -> tuple[int, int]:
        """How many whole games a file holds, and where the last of them ends."""
        ...

    def lines(self, file: BinaryIO, start: int, games: int) -> Iterator[tuple[int, bytes]]:
        """The games as JSON lines, some at a time: how many more, and their text."""
        ...

    def tables(self, file: BinaryIO, start: int, games: int) -> Iterator[pa.Table]:
        """The games as columns, as many at a time as a row group holds."""
        ...


def in_groups(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items in order, ``size`` at a time; the last group may have fewer.

    >>> list(in_groups("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(items)
    while group := list(islice(rest, size)):
        yield group
