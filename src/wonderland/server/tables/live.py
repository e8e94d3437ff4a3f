"""Bots at a table where everybody acts at once, in real time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wonderland.bots.real_time import RealTimeBots
from wonderland.server.clock import Alarm, Clock
from wonderland.server.tables.seeds import bot_seed
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table


class LiveBots:
    """Lets the bots of one table act when their time has come; they wait while no person is connected."""

    def __init__(self, table: Table, clock: Clock, secret: bytes, holds: Callable[[], bool] = lambda: True) -> None:
        """``holds``: whether this instance looks after the table."""
        self._table = table
        self._holds = holds
        self._secret = secret
        self._clock = clock
        self._game = 0
        self._seats: dict[int, str] = {}
        self._bots = RealTimeBots(table.now.rules, {}, 0)
        self._alarm: Alarm | None = None
        self._set_for: int | None = None

    def look(self, state: TableState) -> None:
        """Update the bots after any change: of the seats, of who is connected, or of the cards."""
        seats = {number: seat.bot for number, seat in enumerate(state.seats) if seat.bot}
        now = max(self._clock.now(), state.begins)
        if state.number != self._game:
            self._game, self._seats = state.number, seats
            self._bots = RealTimeBots(state.rules, seats, bot_seed(state, 0, self._secret))
            self._bots.begin(state.game_state, now)
        elif seats != self._seats:
            for seat in self._seats.keys() - seats.keys():
                self._bots.leave(seat)
            for seat in seats.keys() - self._seats.keys():
                self._bots.join(seat, seats[seat], state.game_state, now)
            self._seats = seats
        else:
            self._bots.changed(state.game_state, now)
        self._set()

    def stop(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._set_for = None

    def _set(self) -> None:
        here = any(self._table.audience.present(seat) for seat, held in enumerate(self._table.now.seats) if held.person)
        due = self._bots.due if here and self._table.now.phase == "playing" else None
        if due != self._set_for:
            self.stop()
            if due is not None:
                self._alarm, self._set_for = self._clock.at(due, self._ring), due

    def _ring(self) -> None:
        self._set_for = None
        if self._table.broken or self._table.now.phase != "playing" or not self._holds():
            return
        self._bots.run(lambda: self._table.now.game_state, self._act, self._clock.now())
        self._set()

    def _act(self, seat: int, action: Any) -> None:
        self._table.act(seat, str(action), None, None)
