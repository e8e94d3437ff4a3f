"""The same games on two tables: the reference rules, and a batch of the simulator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NoReturn

import numpy as np
import pytest

from wonderland.core.errors import NotAllowed
from wonderland.games import parade
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.state import Discard, Play, State
from wonderland.records import encode
from wonderland.records.log import Log
from wonderland.sim import Batch

DECK = len(parade.DECK)


class Tables:
    """Random games that go on in step on both sides, one choice at a time."""

    def __init__(self, players: int, games: int, seed: int) -> None:
        self.random = Random(seed)
        names = [f"P{seat}" for seat in range(players)]
        self.logs = [Log(parade.game, parade.game.shuffle(names, self.random)) for _ in range(games)]
        deals = [log.deal for log in self.logs]
        self.batch = Batch.deal(
            players,
            [[card.number for card in deal.deck] for deal in deals],
            [deal.first for deal in deals],
        )

    def steps(self) -> Iterator[None]:
        """The deal, then every choice until all games are over."""
        yield
        while not all(log.state.over for log in self.logs):
            choices = np.full((len(self.logs), 2), -1, np.int16)
            for game, log in enumerate(self.logs):
                if not log.state.over:
                    choices[game] = self._choose(log)
            try:
                self.batch.step(choices)
            except NotAllowed as refusal:
                self.fail(int(str(refusal.values["game"])), str(refusal))
            yield

    def _choose(self, log: Log) -> tuple[int, int]:
        state = log.state
        seat = actor(state)
        hand = state.hands[seat]
        if state.phase == "play":
            card = self.random.choice(hand)
            log.act(seat, Play(card))
            return card.number, -1
        one, two = self.random.sample(hand, 2)
        log.act(seat, Discard((one, two)))
        return one.number, two.number

    def fail(self, game: int, problem: str) -> NoReturn:
        """Show the game up to here as a record that ``wonderland replay`` accepts."""
        pytest.fail(f"game {game}: {problem}\n{encode(self.logs[game].record()).decode()}")


def actor(state: State) -> int:
    """Who chooses next in a batch."""
    return state.turn if state.turn is not None else state.discards.index(None)


def sorted_cards(state: State) -> State:
    """The state with every hand and front sorted: their order means nothing."""
    return State(
        state.players,
        state.first,
        state.start,
        state.parade,
        tuple(by_colour(hand) for hand in state.hands),
        tuple(by_colour(front) for front in state.front),
        state.pile,
        state.history,
        state.trigger,
        state.discards,
    )
