"""What holds in every game, at every moment."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.walks import deals, some_state, walk
from wonderland.core.errors import WonderlandError
from wonderland.games import nimble, parade
from wonderland.games.parade.state import Action as ParadeAction
from wonderland.games.registry import AnyGame
from wonderland.records.writing import encode

randoms = st.randoms(use_true_random=False)


def cards_of(state: Any) -> Counter[tuple[int, str]]:
    """Every card by its pack: Parade has one pack, Nimble one per seat."""
    if isinstance(state, parade.State):
        return Counter((0, card) for card in (*state.parade, *state.pile, *sum(state.hands + state.front, ())))
    held = [(seat, card) for seats in (state.hands, state.discards) for seat, own in enumerate(seats) for card in own]
    return Counter([*held, *((on.seat, on.card) for pile in state.piles for on in pile)])


@given(deals(), randoms)
def test_cards_are_conserved_after_every_action(dealt: tuple[AnyGame, Any], choices: Random) -> None:
    game, deal = dealt
    packs = [parade.DECK] if game.name == "parade" else [nimble.PACK] * len(deal.players)
    whole = Counter((seat, card) for seat, pack in enumerate(packs) for card in pack)
    for state, _ in walk(game, deal, choices):
        assert cards_of(state) == whole


def actions_of(game: AnyGame, state: Any) -> list[Any]:
    """Everything one could try to do, sensible or not."""
    if game.name == "nimble":
        piles = [nimble.Place(pile) for pile in range(-1, 5)]
        return [nimble.Flip(), nimble.Back(), nimble.Turn(), *piles]
    hand = [card for hand in state.hands for card in hand]
    plays: list[ParadeAction] = [parade.Play(card) for card in parade.DECK]
    pairs = [parade.Discard((one, other)) for one in hand for other in hand if one.number <= other.number]
    return plays + pairs


@given(deals(), randoms, st.integers(0, 120))
def test_legal_and_check_agree(dealt: tuple[AnyGame, Any], choices: Random, length: int) -> None:
    game, deal = dealt
    state = some_state(game, deal, choices, length)
    for seat in range(len(deal.players)):
        accepted = [str(action) for action in actions_of(game, state) if game.check(state, seat, action) is None]
        assert sorted(accepted) == sorted(str(action) for action in game.legal(state, seat))


@given(deals(), randoms)
def test_every_state_and_action_rebuilds_itself_from_its_text(dealt: tuple[AnyGame, Any], choices: Random) -> None:
    game, deal = dealt
    for state, done in walk(game, deal, choices, longest=60):
        assert game.read_state(str(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(game.read_state(str(state))) == hash(state)
        if done:
            assert game.read_action(str(done.action)) == done.action
    module = parade if game.name == "parade" else nimble
    names = {name: getattr(module, name) for name in module.__all__}
    assert eval(repr(state), names) == state  # a state's repr is Python that builds it


@given(deals(), randoms, st.integers(0, 400))
def test_a_record_replays_to_the_same_states(dealt: tuple[AnyGame, Any], choices: Random, length: int) -> None:
    game, deal = dealt
    walked = list(walk(game, deal, choices, length))
    record = msgspec.json.decode(encode(game.record(deal, [done for _, done in walked if done])))
    steps = list(game.steps(record))
    assert len(steps) == len(walked)
    assert steps[-1].state == walked[-1][0]
    for (state, _), step in zip(walked, steps, strict=True):
        # Cards set aside are kept by seat, not by time: until then every step is the same.
        if not (game.name == "parade" and state.turn is None):
            assert step.state == state


@given(deals(), randoms, st.integers(0, 400), randoms)
def test_a_view_never_tells_what_its_seat_cannot_know(
    dealt: tuple[AnyGame, Any], choices: Random, length: int, hidden: Random
) -> None:
    game, deal = dealt
    state = some_state(game, deal, choices, length)
    for seat in (*range(len(deal.players)), None):
        seen = msgspec.json.encode(game.view(state, seat), enc_hook=str)
        other = game.reshuffle(state, seat, hidden)
        assert cards_of(other) == cards_of(state)
        assert msgspec.json.encode(game.view(other, seat), enc_hook=str) == seen


@given(deals(), randoms)
def test_reshuffling_really_moves_what_is_hidden(dealt: tuple[AnyGame, Any], choices: Random) -> None:
    game, deal = dealt
    state = game.deal(deal)
    assert any(game.reshuffle(state, 0, Random(seed)) != state for seed in range(3))


@given(st.text())
def test_any_text_is_read_as_a_state_or_action_or_refused_in_words(text: str) -> None:
    for game in (parade.game, nimble.game):
        for read in (game.read_state, game.read_action):
            try:
                found = read(text)
            except WonderlandError as refusal:
                said = refusal.say("fr")
            else:
                said = str(found)
            assert said != ""


@given(deals(), randoms, st.data())
def test_a_state_with_a_line_changed_is_read_or_refused_but_never_crashes(
    dealt: tuple[AnyGame, Any], choices: Random, data: st.DataObject
) -> None:
    game, deal = dealt
    lines = str(some_state(game, deal, choices, 60)).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    words = lines[place].split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
        st.sampled_from(["", "R1", "RB0", "/", "-1", "9", "x"])
    )
    lines[place] = " ".join(words)
    text = "\n".join(lines)
    try:
        state = game.read_state(text)
    except WonderlandError:
        return
    assert game.read_state(str(state)) == state
