"""Batches and rollouts: what bots and training rest on."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from cases import cases
from wonderland.core.errors import NotAllowed, Unreadable
from wonderland.games import parade
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import State
from wonderland.sim import Batch, rollouts


def some_state(players: int, plies: int, seed: int) -> State:
    """A game after some random turns."""
    random = Random(seed)
    state = parade.game.deal(parade.game.shuffle([f"P{seat}" for seat in range(players)], random))
    for _ in range(plies):
        if state.turn is not None:
            state = parade.game.apply(state, state.turn, parade.Play(random.choice(state.hands[state.turn])))
    return state


def test_an_illegal_choice_is_refused_and_changes_nothing() -> None:
    states = [some_state(3, 5, seed) for seed in range(4)]
    batch = Batch.of(states)
    before = [batch.state(game) for game in range(4)]
    choices = [state.hands[state.turn or 0][0].number for state in states]
    choices[2] = states[2].pile[0].number
    with pytest.raises(NotAllowed, match="game 2"):
        batch.step(choices)
    assert batch.state(2) == before[2]
    assert all(batch.state(game) != before[game] for game in (0, 1, 3))


def test_the_same_card_twice_cannot_be_set_aside() -> None:
    state = some_state(2, 99, 1)
    assert state.phase == "discard"
    batch = Batch.of([state])
    card = state.hands[0][0].number
    with pytest.raises(NotAllowed):
        batch.step([[card, card]])
    batch.step([[card, state.hands[0][1].number]])
    assert batch.actors()[0] == 1


def test_a_line_out_of_order_is_refused() -> None:
    state = some_state(2, 3, 1)
    turned = State(
        state.players,
        state.first,
        state.start,
        state.parade[::-1],
        state.hands,
        state.front,
        state.pile,
        state.history,
        state.trigger,
        state.discards,
    )
    with pytest.raises(Unreadable, match="in order"):
        Batch.of([turned])


def test_views_from_the_own_seat_are_the_same_views_turned() -> None:
    batch = Batch.of([some_state(5, 17, seed) for seed in range(30)])
    seats = np.arange(30) % 5
    table, own = batch.views(seats), batch.views(seats, from_own=True)
    for game, seat in enumerate(seats.tolist()):
        assert (own.front[game] == np.roll(table.front[game], -seat, axis=0)).all()
        assert (own.hand_sizes[game] == np.roll(table.hand_sizes[game], -seat)).all()
        assert own.turn[game] == (table.turn[game] - seat) % 5
        assert own.first[game] == (table.first[game] - seat) % 5
    assert (own.hand == table.hand).all()


def test_views_do_not_tell_what_is_hidden() -> None:
    """Other hands and the pile dealt anew: the view must be byte-identical (P11)."""
    for seed in range(40):
        state = some_state(4, seed, seed)
        hidden = shuffled_for(state, 1, Random(seed))
        ours, theirs = Batch.of([state]).views(1), Batch.of([hidden]).views(1)
        for name in ours.__dataclass_fields__:
            assert (getattr(ours, name) == getattr(theirs, name)).all(), name


def shuffled_for(state: State, seat: int, random: Random) -> State:
    """The same state with all that a seat cannot know dealt anew."""
    others = [other for other in range(len(state.players)) if other != seat]
    hidden = [card for other in others for card in state.hands[other]] + list(state.pile)
    random.shuffle(hidden)
    hands = list(state.hands)
    for other in others:
        size = len(hands[other])
        hands[other], hidden = tuple(hidden[:size]), hidden[size:]
    return State(
        state.players,
        state.first,
        state.start,
        state.parade,
        tuple(hands),
        state.front,
        tuple(hidden),
        state.history,
        state.trigger,
        state.discards,
    )


def test_rollouts_do_not_know_what_is_hidden() -> None:
    for plies in (0, 11, 99):
        state = some_state(3, plies, 3)
        hidden = shuffled_for(state, 2, Random(1))
        ours = rollouts(Batch.of([state]), 200, seed=5, unseen_by=2)
        theirs = rollouts(Batch.of([hidden]), 200, seed=5, unseen_by=2)
        assert (ours.scores == theirs.scores).all()
        assert len({tuple(score) for score in ours.scores[0].tolist()}) > 1


@pytest.mark.parametrize("players", cases([2, 5], [3, 4, 6], "every number of players is compiled"))
def test_greedy_rollouts_are_what_greedy_players_do(players: int) -> None:
    """Least value and number of cards taken, then the higher card; the two highest are set aside."""
    batch = Batch.of([some_state(players, plies, plies) for plies in range(0, 40, 3)])
    rolled = rollouts(batch, 1, policy="greedy")
    while (batch.actors() >= 0).any():
        batch.step([greedy(batch, game) for game in range(len(batch))])
    scores, _, winners, _ = batch.outcomes()
    assert (rolled.scores[:, 0] == scores).all()
    assert (rolled.winners[:, 0] == winners).all()


def greedy(batch: Batch, game: int) -> tuple[int, int]:
    seat = int(batch.actors()[game])
    if seat < 0:
        return -1, -1
    state = batch.state(game)
    hand = state.hands[seat]
    if state.phase == "discard":
        one, two = max(combinations(hand, 2), key=lambda pair: pair[0].value + pair[1].value)
        return one.number, two.number

    def cost(card: parade.Card) -> tuple[int, int]:
        taken, _ = split(state.parade, card)
        return sum(other.value for other in taken) + len(taken), -card.value

    return min(hand, key=cost).number, -1


def test_choices_are_made_before_a_rollout() -> None:
    """A rollout with a choice is a rollout of the state after it, where nothing is hidden."""
    state = some_state(3, 8, 2)
    seat = state.turn
    assert seat is not None
    hand = state.hands[seat]
    tried = rollouts(Batch.of([state] * 5), 1, policy="greedy", choices=[card.number for card in hand])
    after = Batch.of([parade.game.apply(state, seat, parade.Play(card)) for card in hand])
    # The drawn card takes the played card's place in a batch, and lies last in the reference: sort both away.
    stepped = Batch.of([state] * 5)
    stepped.step([card.number for card in hand])
    assert [set(stepped.state(game).hands[seat]) for game in range(5)] == [
        set(after.state(game).hands[seat]) for game in range(5)
    ]
    assert (tried.scores == rollouts(stepped, 1, policy="greedy").scores).all()


def test_rollouts_leave_the_batch_as_it_is() -> None:
    state = some_state(4, 9, 2)
    batch = Batch.of([state])
    before = batch.state(0)
    shares = rollouts(batch, 500, seed=1, unseen_by=0).shares
    assert batch.state(0) == before
    assert shares.sum() == pytest.approx(1)
