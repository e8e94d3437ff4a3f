"""Hints: what the moves of a position are worth, worked out in a child process with a small budget."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from wonderland.core.errors import NotAllowed
from wonderland.games.registry import find
from wonderland.review.reviewer import ReviewSettings
from wonderland.server.bot_processes.child_protocol import HintRequest
from wonderland.server.bot_processes.review_process import ReviewProcess
from wonderland.server.errors import Limited
from wonderland.server.people.anonymous import anonymous_name
from wonderland.server.tables.state import TableState

HINT_SETTINGS = ReviewSettings(worlds=200)
HINT_NICENESS = 5  #: Unix niceness: after the bots' decisions, before reviews
HINT_TIMEOUT_SECONDS = 120.0  #: enough to compile what has never run on this machine
MAX_WAITING_HINTS = 8  #: beyond which nobody else may ask for one
RETRY_SECONDS = 5  #: after which they may


class Hints:
    """Gives hints at the tables where they are switched on. The process starts with the first one."""

    def __init__(self) -> None:
        self.process = ReviewProcess(HINT_NICENESS)
        self._preparing: set[asyncio.Task[None]] = set()

    def expect(self, game: str, players: int) -> None:
        """Somebody will want hints: start the process, and compile what they need."""
        if not self.process.wanted:
            task = asyncio.create_task(self._prepare(game, players), name="first hint")
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, game: str, players: int) -> None:
        rules = find(game)
        state = rules.deal(rules.shuffle([anonymous_name(seat) for seat in range(players)], Random(0)))
        view = rules.view(state, rules.table.waiting(state)[0])
        with suppress(NotAllowed):  # whoever asks for a hint learns why there is none
            await self.process.ask(HintRequest(game, view, HINT_SETTINGS), HINT_TIMEOUT_SECONDS)

    async def moves(self, state: TableState, person: str) -> list[dict[str, Any]]:
        """Every legal move of the person whose turn it is, the best first, as in the game's reports."""
        view = state.rules.view(state.game_state, _seat(state, person))
        if self.process.wanted >= MAX_WAITING_HINTS:
            raise Limited("hints_busy", seconds=RETRY_SECONDS)
        answer = await self.process.ask(HintRequest(state.game, view, HINT_SETTINGS), HINT_TIMEOUT_SECONDS)
        moves: list[dict[str, Any]] = msgspec.json.decode(answer)
        return moves

    async def close(self) -> None:
        for task in self._preparing:
            task.cancel()
        await asyncio.gather(*self._preparing, return_exceptions=True)
        await self.process.close()


def _seat(state: TableState, person: str) -> int:
    """The seat that may have a hint now."""
    seats = state.seats_of(person)
    if not seats:
        raise NotAllowed("table_not_seated")
    if len([seat for seat in state.seats if seat.kind != "bot"]) > 1:
        raise NotAllowed("hint_not_alone")
    if not state.hints:
        raise NotAllowed("hint_off")
    state.expect_playing()
    if seats[0] not in state.waiting or state.seats[seats[0]].left:
        raise NotAllowed("hint_not_now")
    return seats[0]
