"""Parade in OpenSpiel: its own tests, the reference rules side by side, and what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest

import wonderland.envs.open_spiel  # noqa: F401  # registers the game
from wonderland.core.errors import NotAllowed, NotInstalled, WonderlandError
from wonderland.core.notation import read_cards
from wonderland.envs.parade.actions import ASIDE_PLACES
from wonderland.games.parade import DECK, Card, Deal, Discard, Play, State
from wonderland.games.parade import game as parade
from wonderland.games.parade.cards import by_colour

SEATS = pytest.mark.parametrize("players", parade.seats)


def load(players: int) -> Any:
    return pyspiel.load_game(f"python_wonderland_parade(players={players})")


def random_step(state: Any, random: Random) -> None:
    state.apply_action(random.choice(state.legal_actions()))


@SEATS
def test_openspiels_random_simulations(players: int) -> None:
    pyspiel.random_sim_test(load(players), num_sims=10, serialize=False, verbose=False)


@SEATS
def test_openspiels_test_of_all_its_games(players: int) -> None:
    np.random.seed(players)  # that test takes numpy's global random source
    import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(load(players))


@SEATS
def test_the_game_is_the_reference_rules(players: int) -> None:
    """The outcomes of chance are those of a deal; legal moves, turn, table, scores and winners are the same."""
    for seed in range(5):
        random = Random(seed)
        deck, first = random.sample(DECK, len(DECK)), random.randrange(players)
        reference = parade.deal(Deal(tuple(f"player {seat}" for seat in range(players)), first, tuple(deck)))
        state = load(players).new_initial_state()
        state.apply_action(first)
        cards, decisions = iter(deck), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards).number)
                continue
            seat = state.current_player()
            legal = {str(action): action for action in parade.legal(reference, seat)}
            assert sorted(state.action_to_string(action) for action in state.legal_actions()) == sorted(legal)
            assert reference.turn in (seat, None)
            text = random.choice(sorted(legal))
            reference = parade.apply(reference, seat, legal[text])
            state.apply_action(state.string_to_action(text))
            decisions += 1
        ours = state.position.state
        assert msgspec.structs.replace(ours, pile=reference.pile) == reference
        assert set(ours.pile) == set(reference.pile)
        assert decisions <= state.get_game().max_game_length()
        outcome = parade.outcome(reference)
        assert outcome
        best = max(state.returns())
        assert tuple(seat for seat in range(players) if state.returns()[seat] == best) == outcome.winners


def test_actions_are_numbered_as_everywhere() -> None:
    """Cards by their number; then pairs of places of the sorted hand."""
    random, state = Random(4), load(2).new_initial_state()
    while state.is_chance_node() or state.position.state.turn is not None:
        if not state.is_chance_node():
            held = state.position.state.hands[state.current_player()]
            assert state.legal_actions() == sorted(card.number for card in held)
            assert [state.action_to_string(card.number) for card in held] == [str(Play(card)) for card in held]
        random_step(state, random)
    hand = by_colour(state.position.state.hands[state.current_player()])
    assert state.legal_actions() == [66, 67, 68, 69, 70, 71]
    assert [state.action_to_string(66 + place) for place in range(6)] == [
        str(Discard((hand[one], hand[two]))) for one, two in ASIDE_PLACES
    ]


def test_chance_says_who_begins_then_deals_and_draws_from_what_is_left() -> None:
    state = load(3).new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert state.action_to_string(2) == "player 2 begins"
    state.apply_action(2)
    said = []
    for number in range(5 * 3 + 6):
        assert state.chance_outcomes() == [(left, 1 / (66 - number)) for left in range(number, 66)]
        said.append(state.action_to_string(number))
        state.apply_action(number)
    assert said[0] == "player 2 is dealt R0"
    assert said[5] == "player 0 is dealt R5"
    assert said[15] == "B4 joins the line"
    assert state.current_player() == 2
    state.apply_action(state.string_to_action("play R4"))
    assert state.is_chance_node()
    assert state.action_to_string(65) == "player 2 draws O10"
    assert state.action_to_string(0, 66) == "discard cards 0 and 1 of the hand"
    with pytest.raises(WonderlandError, match="card: must be a whole number from 0 to 65, not 66"):
        state.action_to_string(66)
    assert [number for number, _ in state.chance_outcomes()] == list(range(21, 66))
    state.apply_action(65)
    assert state.current_player() == 0
    assert "hands: R5 R6 R7 R8 R9 / R10 B0 B1 B2 B3 / R0 R1 R2 R3 O10\n" in str(state)


@SEATS
def test_what_openspiel_is_told_of_the_game(players: int) -> None:
    loaded = load(players)
    assert loaded.num_players() == players
    assert loaded.num_distinct_actions() == 72
    assert loaded.max_chance_outcomes() == 66
    # A card for each that is drawn, a last round, and the last choice (P6, P7).
    assert loaded.max_game_length() == (60 - 5 * players) + players + players
    assert loaded.max_chance_nodes_in_history() == 67
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (-1 / (players - 1), 1, 0)


def test_a_shared_win_is_shared_in_the_returns() -> None:
    kept = ["R1 B2", "V1 G2", "S1 O2"]
    hands = [f"{pair} {aside}" for pair, aside in zip(kept, ["R9 R10", "V9 V10", "S9 S10"], strict=True)]
    cards = [read_cards(Card, text) for text in hands]
    ended = State(
        ("a", "b", "c"), 0, (), (), tuple(cards), ((), (), read_cards(Card, "S5")), (), (), None,
        tuple(hand[2:] for hand in cards),
    )  # fmt: skip
    state = load(3).new_initial_state()
    state.position = msgspec.structs.replace(state.position, state=ended)
    assert state.returns() == [0.25, 0.25, -0.5]
    state.position = msgspec.structs.replace(state.position, state=msgspec.structs.replace(ended, front=((),) * 3))
    assert state.returns() == [0, 0, 0]


def test_what_is_not_legal_is_refused_by_a_sentence_and_changes_nothing() -> None:
    random, state = Random(7), load(2).new_initial_state()

    def refused(action: int, sentence: str) -> None:
        before = str(state), state.history()
        with pytest.raises(WonderlandError) as error:
            state.apply_action(action)
        assert sentence in str(error.value)
        assert (str(state), state.history()) == before

    refused(2, "There is no seat 2; the seats are 0 to 1.")
    state.apply_action(1)
    state.apply_action(12)
    refused(12, "B1 has left the deck already; the deck holds R0 R1 R2 ")
    refused(66, "card: must be a whole number from 0 to 65, not 66")
    while state.is_chance_node():
        random_step(state, random)
    missing = next(number for number in range(66) if number not in state.legal_actions())
    refused(missing, f"{DECK[missing]} is not in the hand, which is ")
    refused(70, "Cards are set aside only when every turn has been played.")
    refused(72, "action: must be a whole number from 0 to 71, not 72")
    while state.is_chance_node() or state.position.state.turn is not None:
        random_step(state, random)
    refused(state.position.state.hands[0][0].number, "Every turn has been played; now everyone sets two cards aside.")
    while not state.is_terminal():
        random_step(state, random)
    refused(66, "The game is over.")


def test_copies_go_their_own_way_and_come_back_from_text() -> None:
    random, state = Random(3), load(4).new_initial_state()
    while not state.is_terminal():
        before, history = str(state), state.history()
        copy = state.clone()
        random_step(copy, random)
        assert (str(state), state.history()) == (before, history)
        for same in (pickle.loads(pickle.dumps(state)), state.get_game().deserialize_state(state.serialize())):
            assert (str(same), same.history(), same.legal_actions()) == (before, history, state.legal_actions())
        state = copy
    replayed = load(4).new_initial_state()
    for action in state.history():
        replayed.apply_action(action)
    assert str(replayed) == str(state)


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(WonderlandError, match=f"^players: must be a whole number from 2 to 6, not {players}$"):
        load(players)


def test_without_openspiel_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "wonderland.envs.open_spiel")
    with pytest.raises(NotInstalled, match=r'need open_spiel .*: pip install "wonderland\[rl\]"$'):
        import_module("wonderland.envs.open_spiel")


def test_the_environments_do_not_import_openspiel() -> None:
    code = "import sys, wonderland.envs; print({'pyspiel', 'open_spiel'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_a_seat_that_is_not_there_cannot_be_resampled() -> None:
    with pytest.raises(NotAllowed, match="There is no seat 2"):
        load(2).new_initial_state().resample_from_infostate(2, Random(1).random)
