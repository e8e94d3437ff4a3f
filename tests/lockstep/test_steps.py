"""Batch against reference over random decks and choices: everything equal after every single choice."""

from __future__ import annotations

import numpy as np
import pytest

from cases import cases
from lockstep.tables import DECK, Tables, actor, sorted_cards
from wonderland.games import parade
from wonderland.games.parade.cards import COLOURS
from wonderland.games.parade.state import State
from wonderland.games.parade.view import View
from wonderland.sim import Batch, Views

PLAYERS = range(2, 7)
WITH_GAMES = cases(
    ((players, 100) for players in PLAYERS),
    ((players, 1_000) for players in PLAYERS),
    "1,000 games, not 100",
)


@pytest.mark.parametrize(("players", "games"), WITH_GAMES)
def test_every_state_is_equal(players: int, games: int) -> None:
    """Line, cards in front, hands, pile, history, trigger and discards (P2 to P7)."""
    tables = Tables(players, games=games, seed=players)
    for _ in tables.steps():
        for game, log in enumerate(tables.logs):
            ours = sorted_cards(tables.batch.state(game, log.state.players))
            theirs = sorted_cards(log.state)
            if ours != theirs:
                tables.fail(game, f"the simulator has\n{ours}\ninstead of\n{theirs}\n")


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_cards_and_whose_turn_are_equal(players: int) -> None:
    tables = Tables(players, games=150, seed=10 + players)
    for _ in tables.steps():
        legal, actors = tables.batch.legal(), tables.batch.actors()
        for game, log in enumerate(tables.logs):
            state = log.state
            seat = -1 if state.over else actor(state)
            if actors[game] != seat:
                tables.fail(game, f"seat {actors[game]} acts instead of {seat}")
            if set(np.flatnonzero(legal[game])) != _choosable(state, seat):
                tables.fail(game, f"legal: {np.flatnonzero(legal[game])} instead of {_choosable(state, seat)}")


def _choosable(state: State, seat: int) -> set[int]:
    if seat < 0:
        return set()
    return {
        card.number
        for action in parade.game.legal(state, seat)
        for card in ((action.card,) if isinstance(action, parade.Play) else action.cards)
    }


@pytest.mark.parametrize(("players", "games"), WITH_GAMES)
def test_outcomes_are_equal(players: int, games: int) -> None:
    """Scores, card counts, majorities and winners (P8 to P10)."""
    tables = Tables(players, games=games, seed=20 + players)
    for _ in tables.steps():
        pass
    scores, cards, winners, turned = tables.batch.outcomes()
    for game, log in enumerate(tables.logs):
        end = parade.game.outcome(log.state)
        assert end is not None
        majorities = {
            colour: tuple(np.flatnonzero(turned[game] >> place & 1).tolist()) for place, colour in enumerate(COLOURS)
        }
        ours = (
            tuple(scores[game].tolist()),
            tuple(cards[game].tolist()),
            tuple(np.flatnonzero(winners[game]).tolist()),
        )
        if (*ours, majorities) != (end.scores, end.cards, end.winners, end.majorities):
            tables.fail(game, f"{ours} {majorities} instead of {end}")


@pytest.mark.parametrize("players", PLAYERS)
def test_views_are_equal(players: int) -> None:
    """Every seat's view, as tensors, says what the reference view says (P11)."""
    tables = Tables(players, games=12, seed=30 + players)
    for _ in tables.steps():
        for seat in range(players):
            views = tables.batch.views(seat)
            for game, log in enumerate(tables.logs):
                ours, theirs = _told(views, game), _view_told(parade.game.view(log.state, seat))
                if ours != theirs:
                    tables.fail(game, f"seat {seat} sees {ours} instead of {theirs}")


def _cards(numbers: np.ndarray) -> tuple[str, ...]:
    return tuple(parade.DECK[number] for number in numbers.tolist() if number < DECK)


def _told(views: Views, game: int) -> dict[str, object]:
    """One view of a batch in words that can be compared."""
    first, players = int(views.first[game]), views.front.shape[1]
    return {
        "seat": int(views.seat[game]),
        "first": first,
        "turn": int(views.turn[game]),
        "hand": _cards(np.flatnonzero(views.hand[game])),
        "start": _cards(views.start[game]),
        "parade": _cards(views.line[game]),
        "length": int(views.line_length[game]),
        "front": tuple(_cards(np.flatnonzero(mask)) for mask in views.front[game]),
        "hand_sizes": tuple(views.hand_sizes[game].tolist()),
        "pile": int(views.pile[game]),
        "last_round": int(views.last_round[game]),
        "phase": ("play", "discard", "over")[views.phase[game]],
        "history": tuple(((first + ply) % players, card) for ply, card in enumerate(_cards(views.history[game]))),
        "plies": int(views.plies[game]),
        "chosen": tuple(views.chosen[game].tolist()),
        "discard": _cards(np.flatnonzero(views.discard[game])),
    }


def _view_told(view: View) -> dict[str, object]:
    return {
        "seat": view.seat,
        "first": view.first,
        "turn": -1 if view.turn is None else view.turn,
        "hand": tuple(sorted(view.hand, key=parade.DECK.index)),
        "start": view.start,
        "parade": view.parade,
        "length": len(view.parade),
        "front": view.front,
        "hand_sizes": view.hand_sizes,
        "pile": view.pile,
        "last_round": -1 if view.last_round is None else view.last_round,
        "phase": view.phase,
        "history": view.history,
        "plies": len(view.history),
        "chosen": view.chosen,
        "discard": view.discard or (),
    }


def test_states_go_into_a_batch_and_come_back() -> None:
    tables = Tables(4, games=20, seed=5)
    for _ in tables.steps():
        states = [log.state for log in tables.logs]
        batch = Batch.of(states)
        for game, state in enumerate(states):
            back = batch.state(game, state.players)
            assert (back.hands, back.discards) == (state.hands, state.discards)
            assert sorted_cards(back) == sorted_cards(state)


def test_a_batch_made_of_states_goes_on_like_one_that_was_dealt() -> None:
    tables = Tables(3, games=20, seed=6)
    stopped = None
    for number, _ in enumerate(tables.steps()):
        if number == 15:
            stopped = [log.state for log in tables.logs]
    assert stopped is not None
    again = Batch.of(stopped)
    for ply in range(15, max(len(log.state.history) for log in tables.logs)):
        cards = [log.state.history[ply].number if ply < len(log.state.history) else 0 for log in tables.logs]
        going = np.flatnonzero(again.playing())
        part = again[going]
        part.step(np.array(cards, np.int16)[going])
        for name in ("slots", "line", "front", "hands", "meta"):
            getattr(again, name)[going] = getattr(part, name)
    for game, log in enumerate(tables.logs):
        assert again.state(game).parade == log.state.parade
        assert again.state(game).trigger == log.state.trigger
