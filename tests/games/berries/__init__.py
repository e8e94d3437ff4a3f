"""Berries, a tiny live game: everybody picks from one bowl at once. It shows that live games need no code of their own.

B1 The bowl holds six berries a player. B2 Anyone may pick one at any moment, and carry three at most. B3 Anyone who
carries some may store them. B4 The game ends when the bowl and all hands are empty; most berries stored win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal, TypedDict

import msgspec

from wonderland.core import fields
from wonderland.core.errors import NotAllowed, TooLate, Unreadable, unknown_seat
from wonderland.core.fields import Data, at, field
from wonderland.core.game import Done, IndependentRecords, Step
from wonderland.core.notation import read_lines, read_number, read_numbers, read_players, write_lines, write_players
from wonderland.core.table import Standing, TableRules, ranked
from wonderland.core.tuples import replaced

SEATS = range(2, 4)
BERRIES, CARRIED = 6, 3  #: a player's share of the bowl, and what a player can carry


class Deal(msgspec.Struct, frozen=True):
    """There is no chance in this game."""

    players: tuple[str, ...]


class State(msgspec.Struct, frozen=True):
    """Everything: nothing is hidden."""

    players: tuple[str, ...]
    bowl: int
    carried: tuple[int, ...]
    stored: tuple[int, ...]

    def __str__(self) -> str:
        numbers = {"carried": self.carried, "stored": self.stored}
        texts = {name: " ".join(map(str, values)) for name, values in numbers.items()}
        return write_lines({"players": write_players(self.players), "bowl": str(self.bowl), **texts})


class Act(msgspec.Struct, frozen=True):
    """``pick`` or ``store``."""

    name: Literal["pick", "store"]

    def __str__(self) -> str:
        return self.name


class View(msgspec.Struct, frozen=True):
    """The same for everybody, but for whose it is."""

    players: tuple[str, ...]
    seat: int | None
    bowl: int
    carried: tuple[int, ...]
    stored: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True):
    """Who stored most."""

    winners: tuple[int, ...]


class Result(TypedDict):
    """The end of a game."""

    game: Literal["berries"]
    finished: bool
    stored: list[int]


class BerriesTable(TableRules):
    """Everybody at once, and nothing is hidden."""

    live = True
    View = View
    Result = Result
    secret = frozenset()

    def is_public(self, action: Act) -> bool:
        return True

    def waiting(self, state: State) -> tuple[int, ...]:
        return ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        return tuple(map(Standing, ranked([-stored for stored in state.stored]), state.stored))


class Berries:
    """The game as a :class:`wonderland.core.game.Game`."""

    name = "berries"
    seats = SEATS
    rules_version = 1
    record_checker = IndependentRecords

    def __init__(self) -> None:
        self.table = BerriesTable(self)

    def deal(self, deal: Deal) -> State:
        number = len(deal.players)
        return State(deal.players, BERRIES * number, (0,) * number, (0,) * number)

    def check(self, state: State, seat: int, action: Act) -> NotAllowed | None:
        if refusal := unknown_seat(seat, len(state.players)):
            return refusal
        if self.outcome(state) is not None:
            return TooLate("refused_game_over")
        if action.name not in [act.name for act in self.choices(self.view(state, seat))]:
            return TooLate("refused_berries", action=action.name)
        return None

    def legal(self, state: State, seat: int) -> list[Act]:
        return [act for act in (Act("pick"), Act("store")) if self.check(state, seat, act) is None]

    def choices(self, view: View) -> list[Act]:
        if view.seat is None:
            return []
        carried = view.carried[view.seat]
        picks = [Act("pick")] if view.bowl and carried < CARRIED else []
        return [*picks, Act("store")] if carried else picks

    def apply(self, state: State, seat: int, action: Act) -> State:
        if refusal := self.check(state, seat, action):
            raise refusal
        carried = state.carried[seat]
        if action.name == "pick":
            return State(state.players, state.bowl - 1, replaced(state.carried, seat, carried + 1), state.stored)
        stored = replaced(state.stored, seat, state.stored[seat] + carried)
        return State(state.players, state.bowl, replaced(state.carried, seat, 0), stored)

    def view(self, state: State, seat: int | None) -> View:
        if seat is not None and (refusal := unknown_seat(seat, len(state.players))):
            raise refusal
        return View(state.players, seat, state.bowl, state.carried, state.stored)

    def outcome(self, state: State) -> Outcome | None:
        if state.bowl or any(state.carried):
            return None
        return Outcome(tuple(seat for seat, own in enumerate(state.stored) if own == max(state.stored)))

    def shuffle(self, players: Sequence[str], random: Random) -> Deal:
        return Deal(tuple(players))

    def read_state(self, text: str) -> State:
        lines = read_lines(text, ("players", "bowl", "carried", "stored"))
        numbers = [read_numbers(lines[name]) for name in ("carried", "stored")]
        return State(read_players(lines["players"], SEATS), read_number(lines["bowl"]), *numbers)

    def read_action(self, text: str) -> Act:
        if text not in ("pick", "store"):
            raise Unreadable("event_wrong", event=text)
        return Act("pick" if text == "pick" else "store")

    def reshuffle(self, state: State, seat: int | None, random: Random) -> State:
        return state

    def read_deal(self, record: Data) -> Deal:
        with field(record, "players") as value:
            return Deal(fields.names(value, SEATS))

    def record(self, deal: Deal, actions: Iterable[Done[Act]]) -> dict[str, Any]:
        events = [[str(done.action), done.seat, *([] if done.time is None else [done.time])] for done in actions]
        return {"game": self.name, "players": list(deal.players), "events": events}

    def steps(self, record: Data) -> Iterator[Step[State, Act]]:
        state = self.deal(self.read_deal(record))
        yield Step(state)
        for number, (name, seat, *time) in enumerate(record["events"], 1):
            with at("at_event", number=number):
                action = self.read_action(name)
                state = self.apply(state, seat, action)
            yield Step(state, seat, action, *time)

    def result(self, state: State) -> dict[str, Any]:
        return {"game": self.name, "finished": self.outcome(state) is not None, "stored": state.stored}


game = Berries()
