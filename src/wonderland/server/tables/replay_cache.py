"""A cache of replayed records, so that the next page does not replay from the beginning. One replay at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

import msgspec

from wonderland.core.game import Step
from wonderland.records.replaying import game_of
from wonderland.server.tables.replay_pages import ReplayPage, replay_page

P = ParamSpec("P")
Result = TypeVar("Result")

MAX_CACHED_STEPS = 20_000  #: of all records together


class ReplayCache:
    """Caches the steps of recently used records, by their text."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Sequence[Step[Any, Any]]] = OrderedDict()
        # Because of the GIL, several threads at once would only slow down the event loop.
        self._turn = asyncio.Lock()

    async def run(self, work: Callable[P, Result], *words: P.args, **options: P.kwargs) -> Result:
        """Run slow work in a thread, one at a time."""
        async with self._turn:
            return await asyncio.to_thread(work, *words, **options)

    async def page(
        self, record: bytes, whose: str, after: int, explain: bool = False, as_text: bool = False
    ) -> ReplayPage:
        """A page of a record that everyone may see."""
        return await self.run(self._page, record, whose, after, explain, as_text)

    def _page(self, record: bytes, whose: str, after: int, explain: bool = False, as_text: bool = False) -> ReplayPage:
        data = msgspec.json.decode(record)
        found = self._known.get(record)
        if found is None:
            found = self._known[record] = tuple(game_of(data).steps(data))
            while len(self._known) > 1 and sum(map(len, self._known.values())) > MAX_CACHED_STEPS:
                self._known.popitem(last=False)
        self._known.move_to_end(record)
        return replay_page(data, whose, after, found=found, explain=explain, as_text=as_text)
