"""What an agent observes: what its seat may know, all of it, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from envs.nimble.policies import any_legal
from games.nimble.positions import position
from wonderland.envs.nimble import observations
from wonderland.envs.nimble.actions import read_action
from wonderland.envs.nimble.observations import named, observe, pieces
from wonderland.envs.nimble.picture import draw
from wonderland.envs.nimble.render import text
from wonderland.envs.nimble.reports import info, mask_of
from wonderland.envs.nimble.virtual_round import VirtualRound
from wonderland.games.nimble import COLOURS, PACK, Card, game
from wonderland.games.nimble.scoring import errors


def moments(players: int, seed: int) -> Any:
    """A round at random, at each moment when somebody is asked; and what was done since the moment before."""
    deal = game.shuffle([f"player_{seat}" for seat in range(players)], Random(seed))
    played, random = VirtualRound(deal, {}, dict.fromkeys(range(players))), np.random.default_rng(seed)
    done: list[Any] = []
    while played.outcome is None:
        yield played, done
        for seat in played.asked:
            played.decide(seat, *read_action(any_legal(mask_of(played, seat), random), played.view(seat)))
        done = played.run()


def told(played: VirtualRound, seat: int, done: list[Any]) -> bytes:
    """Everything that leaves the environment for a seat, as bytes."""
    facts = info(played, seat, mask_of(played, seat), 0, done)
    mask = facts.pop("action_mask")
    drawn = text(played.view(seat), played).encode() + draw(played.view(seat), played.now).tobytes()
    return b"".join([observe(played, seat).tobytes(), mask.tobytes(), msgspec.json.encode(facts), drawn])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_hidden_card_is_told(players: int) -> None:
    random, compared = Random(players), 0
    for number, (played, done) in enumerate(moments(players, seed=players)):
        if number % 9:
            continue
        state = played.state
        for seat in range(players):
            before = told(played, seat, done)
            played.set_state(game.reshuffle(state, seat, random))
            if played.outcome is None:  # else the hidden cards end the round: everybody would see that
                assert told(played, seat, done) == before
                compared += played.state != state
            played.set_state(state)
    assert compared > 10 * players


def test_the_observation_is_in_its_space_and_whole() -> None:
    for played, _ in moments(3, seed=1):
        for seat in range(3):
            seen, view = observe(played, seat), played.view(seat)
            assert seen.dtype == np.float32
            assert seen.min() >= 0
            assert seen.max() <= 1
            part = named(seen, 3)
            # The order of every card that the seat knows can be read off.
            for column, known in ((0, view.discard[::-1]), (1, view.remembered)):
                held = [number for number in range(30) if part["cards"][number, column]]
                assert [PACK[number] for number in sorted(held, key=lambda n: part["cards"][n, 3])] == list(known)
            assert part["cards"][:, :3].sum() == view.hand_sizes[seat] + view.discard_sizes[seat]
            assert part["placed"].sum() == sum(view.heights)
            faults = errors(played.state)
            assert part["errors"] * 30 == pytest.approx([faults[(seat + step) % 3] for step in range(3)])


def test_the_pieces_of_a_position() -> None:
    played = VirtualRound(game.shuffle(["Ann", "Bob"], Random(1)), {}, {0: None, 1: None})
    played.set_state(position("RB BV VG", ["YR YB RY", "OV OB"], ["BO GY", "GO"]))
    part = named(observe(played, 0), 2)

    def cards(rows: Any) -> list[Card | None]:
        rows = np.atleast_2d(rows)
        colours = [(COLOURS[row[:6].argmax()], COLOURS[row[6:].argmax()]) for row in rows]
        return [Card(frame + circle) if row.any() else None for row, (frame, circle) in zip(rows, colours, strict=True)]

    assert cards(part["piles"]) == [Card("RB"), Card("BV"), Card("VG")]
    assert part["fits"].tolist() == [0, 0, 1]
    assert cards(part["discard"]) == [Card("GY"), Card("BO"), None, None, None, None]
    assert cards(part["hand"]) == [None] * 6
    assert cards(part["discard_tops"]) == [Card("GY"), Card("GO")]
    assert part["hand_sizes"].tolist() == pytest.approx([3 / 30, 2 / 30])
    other = named(observe(played, 1), 2)
    assert cards(other["discard_tops"]) == [Card("GO"), Card("GY")]
    assert [PACK[number] for number in np.flatnonzero(other["cards"][:, 2])] == [Card("OB"), Card("OV")]


def test_the_table_in_the_documentation_has_every_piece_at_its_index() -> None:
    rows = [line.split("|")[1:4] for line in (observations.__doc__ or "").splitlines() if line.startswith("| ``")]
    found = {name.strip(" `"): index.strip() for name, _, index in rows}
    assert found == {
        name: f"{at.start}–{at.stop - 1}" if at.stop - at.start > 1 else str(at.start) for name, at in pieces(2).items()
    }
