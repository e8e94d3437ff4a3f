"""A page's file of numbers, written after every part, so that a measurement can be broken off and continued."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

from wonderland.bots.parade.network.weights import weights_hash
from wonderland.lab.markdown import plain

#: Letters of the weights' hash that tell them apart.
HASH_LETTERS = 12
#: Where the file says how each part was measured.
MADE = "made"


class NumbersFile:
    """The answers by number of players, each part with the settings and the weights by which it was measured."""

    def __init__(self, file: Path, earlier: Path) -> None:
        """``earlier`` is read where there is no ``file`` yet; written is ``file`` only."""
        self._file = file
        source = file if file.exists() else earlier
        self.numbers: dict[str, Any] = json.loads(source.read_text("utf-8")) if source.exists() else {}

    def measure(
        self, players: int, part: str, settings: Mapping[str, object], answer: Callable[[], Mapping[str, Any]]
    ) -> None:
        """Measure a part and write it down, unless it was measured by the same weights and settings before."""
        found = self.numbers.setdefault(str(players), {})
        made = {"weights": weights_hash()[:HASH_LETTERS], **settings}
        if found.get(MADE, {}).get(part) == made:
            print(f"{self._file.name}: {players} players, {part}: measured before", flush=True)
            return
        started = perf_counter()
        for name, value in plain(answer()).items():
            # Several parts may be of one table: one bot each of the table of bots.
            found[name] = {**found.get(name, {}), **value} if isinstance(value, dict) else value
        found.setdefault(MADE, {})[part] = made
        self._write()
        print(f"{self._file.name}: {players} players, {part}: {perf_counter() - started:.1f} s", flush=True)

    def _write(self) -> None:
        text = json.dumps(dict(sorted(self.numbers.items())), separators=(",", ":")) + "\n"
        # Replaced as a whole: whoever breaks it off has the file before or the file after.
        partial = self._file.with_name(f"{self._file.name}.partial")
        partial.write_text(text, "utf-8")
        partial.replace(self._file)


def weights_of(numbers: Mapping[str, Any], part: str | None = None) -> list[str]:
    """The weights by which a part, or everything, was measured; several while not everything is measured anew."""
    made = [one for found in numbers.values() for name, one in found[MADE].items() if part in (None, name)]
    return sorted({one["weights"] for one in made})
