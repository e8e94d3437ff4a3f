"""What OpenSpiel's observers show: all a seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest

import wonderland.envs.open_spiel  # noqa: F401  # registers the game
from wonderland.games.parade import game as parade

SEATS = pytest.mark.parametrize("players", parade.seats)
Info = pyspiel.PrivateInfoType


def load(players: int) -> Any:
    return pyspiel.load_game(f"python_wonderland_parade(players={players})")


def observer(players: int, private: Any, *, public: bool = True, recall: bool = False) -> Any:
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
    return load(players).make_py_observer(kind)


def states(players: int, seed: int) -> Iterator[Any]:
    """Every node of a random game, one after the other, the last included."""
    random, state = Random(seed), load(players).new_initial_state()
    while True:
        yield state.clone()
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))


def seen(by: Any, state: Any, seat: int) -> tuple[str, bytes]:
    by.set_from(state, seat)
    return by.string_from(state, seat), by.tensor.tobytes()


@SEATS
def test_what_a_seat_cannot_know_changes_nothing(players: int) -> None:
    """Hidden cards reshuffled by the rules' own function, and dealt anew with another history: byte-identical."""
    random = Random(players)
    single = [observer(players, Info.SINGLE_PLAYER, recall=recall) for recall in (False, True)]
    nobody = [observer(players, Info.NONE, recall=recall) for recall in (False, True)]
    everyone = observer(players, Info.ALL_PLAYERS, recall=True)
    differed = 0
    for state in states(players, seed=players):
        seat = random.randrange(players)
        others = [state.resample_from_infostate(seat, random.random)]
        if state.position.state is not None:
            others.append(state.clone())
            hidden = parade.reshuffle(state.position.state, seat, random)
            others[-1].position = msgspec.structs.replace(state.position, state=hidden)
        for other in others:
            for by in single + nobody:
                assert seen(by, other, seat) == seen(by, state, seat)
            differed += seen(everyone, other, seat) != seen(everyone, state, seat)
    assert differed > 10, "an observer that sees all hands does see the difference"


@SEATS
def test_a_resampled_state_is_a_game_that_could_have_been(players: int) -> None:
    random = Random(players)
    for number, state in enumerate(states(players, seed=10 + players)):
        if number % 3 and not state.is_terminal():
            continue
        for seat in range(players):
            other = state.resample_from_infostate(seat, random.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
            # The same seats acted in the same order, and what lies open was played; only the hidden is another.
            assert [move.player for move in other.full_history()] == [move.player for move in state.full_history()]
            assert other.position.table.history == state.position.table.history


def test_every_card_a_seat_has_not_seen_may_come_anywhere_hidden() -> None:
    """The other's hand is drawn evenly from all cards that are not seen, and so is when it received them."""
    state = next(state for state in states(2, seed=5) if state.move_number() == 31 and not state.is_chance_node())
    seat, random, samples = state.current_player(), Random(1), 1500
    unseen = {*state.position.deck, *state.position.state.hands[1 - seat]}
    held: dict[str, int] = dict.fromkeys(unseen, 0)
    first = state.position.state.history[(1 - seat - state.position.first) % 2]
    dealt_at = dict.fromkeys(range(5), 0)
    for _ in range(samples):
        position = state.resample_from_infostate(seat, random.random).position
        for card in position.state.hands[1 - seat]:
            held[card] += 1
        dealt_at[position.received(1 - seat)[0].index(first)] += 1
    for counts, total in ((held, 5 * samples), (dealt_at, samples)):
        expected = total / len(counts)
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values()), counts


def test_what_another_seat_set_aside_is_chosen_anew() -> None:
    *_, state, _ = states(2, seed=3)
    random = Random(1)
    assert state.history()[-1] >= 66, "the other has chosen"
    others = [state.resample_from_infostate(state.current_player(), random.random) for _ in range(100)]
    assert {other.history()[-1] for other in others} == set(range(66, 72))


def test_two_states_have_the_same_tensor_exactly_when_they_have_the_same_text() -> None:
    """So nothing that the text of an information state tells is missing from its tensor."""
    by_text: dict[str, bytes] = {}
    by_tensor: dict[bytes, str] = {}
    by = observer(3, Info.SINGLE_PLAYER, recall=True)
    for seed in range(3):
        for state in states(3, seed):
            for seat in range(3):
                text, tensor = seen(by, state, seat)
                assert by_text.setdefault(text, tensor) == tensor
                assert by_tensor.setdefault(tensor, text) == text
    assert len(by_text) > 500


def test_the_order_in_which_a_hand_was_dealt_means_nothing() -> None:
    one, two = (load(2).new_initial_state() for _ in range(2))
    for state, hand in ((one, [3, 1, 4, 0, 5]), (two, [0, 1, 3, 4, 5])):
        for number in (0, *hand, *range(20, 31)):
            state.apply_action(number)
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.information_state_tensor(0) == two.information_state_tensor(0)


PUBLIC = {
    "first", "turn", "phase", "parade", "place", "front", "hand_sizes", "pile", "last_round", "chosen",
}  # fmt: skip


@pytest.mark.parametrize(
    ("private", "public", "recall", "pieces"),
    [
        (Info.SINGLE_PLAYER, True, False, PUBLIC | {"player", "hand", "discard"}),
        (
            Info.SINGLE_PLAYER,
            True,
            True,
            PUBLIC | {"player", "hand", "discard", "dealt", "draws", "start", "plays"},
        ),
        (Info.SINGLE_PLAYER, False, False, {"player", "hand", "discard"}),
        (Info.SINGLE_PLAYER, False, True, {"player", "hand", "discard", "dealt", "draws"}),
        (Info.NONE, True, False, PUBLIC),
        (Info.NONE, True, True, PUBLIC | {"start", "plays"}),
        (Info.NONE, False, False, set()),
        (Info.ALL_PLAYERS, True, False, PUBLIC | {"hand", "discard"}),
        (Info.ALL_PLAYERS, False, True, {"hand", "discard", "dealt", "draws"}),
    ],
)
def test_observers_hold_what_was_asked_for(private: Any, public: bool, recall: bool, pieces: set[str]) -> None:
    by = observer(3, private, public=public, recall=recall)
    assert set(by.dict) == pieces
    assert sum(piece.size for piece in by.dict.values()) == by.tensor.size
    assert by.tensor.dtype == np.float32
    *_, before, ended = states(3, seed=1)
    for state in (before, ended):
        text, _ = seen(by, state, 1)
        if private == Info.NONE:
            assert all(seen(by, state, seat) == seen(by, state, 1) for seat in range(3))
        # A line for each piece; the places in the line are in its order.
        assert {line.partition(":")[0].replace(" ", "_") for line in text.splitlines()} == pieces - {"place"}


def test_a_table_as_the_tensor_shows_it() -> None:
    state = next(state for state in states(3, seed=2) if state.move_number() == 60 and not state.is_chance_node())
    table, seat = state.position.state, state.current_player()
    by = load(3).make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    by.set_from(state, seat)
    shown = {name: piece.copy() for name, piece in by.dict.items()}

    def cards(piece: Any) -> set[int]:
        return set(np.flatnonzero(piece))

    assert cards(shown["hand"]) == {card.number for card in table.hands[seat]}
    assert np.argsort(shown["place"])[::-1][: len(table.parade)].tolist() == [card.number for card in table.parade]
    assert shown["place"][table.parade[-1].number] == np.float32(1 / 66)
    assert [cards(row) for row in shown["front"]] == [{card.number for card in front} for front in table.front]
    assert shown["plays"].argmax(axis=1)[: len(table.history)].tolist() == [card.number for card in table.history]
    assert shown["start"].argmax(axis=1).tolist() == [card.number for card in table.start]
    assert shown["pile"] == np.float32(len(table.pile) / 66)
    drawn = shown["draws"][shown["draws"].any(axis=1)].argmax(axis=1)
    played = [card.number for card in table.history[(seat - table.first) % 3 :: 3]]
    assert (cards(shown["dealt"]) | set(drawn)) - set(played) == cards(shown["hand"])


def test_observers_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="take no parameters"):
        load(2).make_py_observer(None, {"size": 3})
