"""Writes the index tables of observations into docs/environments.md, from the layouts themselves.

python docs/observation_tables.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from wonderland.envs.nimble import observations as nimble
from wonderland.envs.parade.observations import COMPACT, LAYOUTS, Layout, Piece

PAGE = Path(__file__).parent / "environments.md"
#: A table in the page, between the comment that names it and the next one.
PLACE = re.compile(r"<!-- (?P<name>\w+) -->\n.*?<!-- end -->", re.DOTALL)
#: A row of the table in the docstring of Nimble's observations: name, shape, index and meaning.
NIMBLE_ROW = re.compile(r"^\| ``(?P<name>\w+)`` *\| (?P<shape>[^|]*?) *\| [^|]*\| (?P<about>.*?) *\|$", re.MULTILINE)
NIMBLE_PLAYERS = (2, 3, 4)


def page(text: str) -> str:
    """The text of the page with all its tables as they should be now."""
    made = {kind: parade_table(layout) for kind, layout in LAYOUTS.items()} | {"nimble": nimble_table()}
    return PLACE.sub(lambda place: f"<!-- {place['name']} -->\n\n{made[place['name']]}\n<!-- end -->", text)


def parade_table(layout: Layout) -> str:
    """Index, name, shape and meaning of each piece; what the compact one has, too, is one row."""
    shared = len(COMPACT.table) if layout.table[: len(COMPACT.table)] == COMPACT.table and layout != COMPACT else 0
    rows = [(f"0–{COMPACT.size - 1}", "", "", "the compact observation")] if shared else []
    rows += [
        (index(layout.pieces[piece.name]), f"`{piece.name}`", shape(piece), piece.about)
        for piece in layout.table[shared:]
    ]
    title = f"{layout.size} numbers, `{layout.dtype}`."
    return f"{title}\n\n{table(('index', 'piece', 'shape', 'what'), rows)}"


def nimble_table() -> str:
    """Nimble's pieces, with the index for each number of players."""
    told = {row["name"]: row for row in NIMBLE_ROW.finditer(nimble.__doc__ or "")}
    rows = []
    for name in nimble.shapes(NIMBLE_PLAYERS[0]):
        places = (index(nimble.pieces(players)[name]) for players in NIMBLE_PLAYERS)
        rows.append((f"`{name}`", told[name]["shape"], *places, told[name]["about"]))
    sizes = ", ".join(f"{nimble.size(players)} for {players}" for players in NIMBLE_PLAYERS)
    heads = ("piece", "shape", *(f"{players} players" for players in NIMBLE_PLAYERS), "what")
    return f"Numbers by players: {sizes}.\n\n{table(heads, rows)}"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown, with a line of space after it."""
    heads = tuple(heads)
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def index(place: slice) -> str:
    """Where a piece lies, as people write it.

    >>> index(slice(3, 9)), index(slice(150, 151))
    ('3–8', '150')
    """
    return f"{place.start}–{place.stop - 1}" if place.stop - place.start > 1 else str(place.start)


def shape(piece: Piece) -> str:
    """The shape of a piece, as people write it."""
    return " × ".join(map(str, piece.shape))


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
