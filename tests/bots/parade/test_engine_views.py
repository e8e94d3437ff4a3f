"""A view from another program is believed only as far as the rules follow; nothing else reaches a bot."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from wonderland.bots.engines.protocol import read_question
from wonderland.bots.parade.engine_views import read_view
from wonderland.bots.registry import kit
from wonderland.core.errors import WonderlandError
from wonderland.games.parade import DECK, State, View, game
from wonderland.records import encode

#: What docs/formats.md promises of a view, in its order.
KIT = kit("parade")
PROMISED = (
    "players", "seat", "first", "turn", "hand", "start", "parade", "front", "hand_sizes", "pile", "last_round", "phase",
    "history",
)  # fmt: skip


#: What no key may be.
WRONG: tuple[object, ...] = ("zz", 99, -1, 1.0, True, {}, [[]], [7], [None] * 3)

Change = Callable[[dict[str, Any]], dict[str, Any]]


def moments(players: int, seed: int = 7) -> list[tuple[State, int]]:
    """A game played at random: every state, and a seat that is asked there."""
    random = Random(seed)
    state, found = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random)), []
    while not state.over:
        seats = [seat for seat in range(players) if game.legal(state, seat)]
        seat = seats[int(random.random() * len(seats))]
        found.append((state, seat))
        actions = game.legal(state, seat)
        state = game.apply(state, seat, actions[int(random.random() * len(actions))])
    return found


def as_json(view: View) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(encode(view))
    return data


@pytest.mark.parametrize("players", game.seats)
def test_every_view_of_a_game_is_read_back_with_its_own_keys_or_only_the_promised(players: int) -> None:
    for state, seat in moments(players):
        view = game.view(state, seat)
        data = as_json(view)
        assert read_view(data) == view
        promised = read_view({key: data[key] for key in PROMISED})
        assert [getattr(promised, key) for key in PROMISED] == [getattr(view, key) for key in PROMISED]


def test_the_cards_in_front_may_lie_in_any_order() -> None:
    state, seat = moments(3)[-5]
    view = game.view(state, seat)
    data = as_json(view)
    assert any(len(cards) > 1 for cards in data["front"])
    assert read_view({**data, "front": [cards[::-1] for cards in data["front"]]}) == view


@pytest.fixture(scope="module")
def middle() -> dict[str, Any]:
    """A view of three players in the middle of a game, seat 0 to move."""
    return next(as_json(game.view(state, seat)) for state, seat in moments(3)[20:] if seat == 0)


@pytest.mark.parametrize("key", PROMISED)
def test_a_key_that_is_missing_or_of_another_type_is_told_by_its_name(middle: dict[str, Any], key: str) -> None:
    with pytest.raises(WonderlandError, match=f"^{key}: this key is missing$"):
        read_view({name: value for name, value in middle.items() if name != key})
    for wrong in WRONG:
        with pytest.raises(WonderlandError, match=f"^{key}: "):
            read_view({**middle, key: wrong})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda view: {"pile": 500}, "pile: by the rules it is 24, not 500"),
        (lambda view: {"pile": 24.0}, "pile: by the rules it is 24, not 24.0"),
        (lambda view: {"phase": "discard"}, 'phase: by the rules it is "play", not "discard"'),
        (lambda view: {"last_round": 3}, "last_round: by the rules it is null, not 3"),
        (lambda view: {"hand_sizes": [5, 5, 6]}, r"hand_sizes: by the rules it is \[5, 5, 5\], not \[5, 5, 6\]"),
        (lambda view: {"turn": 1}, "turn: by the rules it is 0, not 1"),
        (lambda view: {"parade": view["parade"][::-1]}, "parade: by the rules it is"),
        (lambda view: {"parade": view["parade"] * 20}, "parade: by the rules it is"),
        (lambda view: {"front": view["front"][::-1]}, "front: by the rules it is"),
        (lambda view: {"front": view["front"][:2]}, "front: must have 3 entries, not 2"),
        (lambda view: {"players": ["A"] * 8}, "players: 8 players; this game is for 2 to 6"),
        (lambda view: {"first": 7}, "first: must be a whole number from 0 to 2, not 7"),
        (lambda view: {"seat": None}, "seat: must be a whole number from 0 to 2, not null"),
        (lambda view: {"seat": 1}, "seat: It is P0's turn."),
        (lambda view: {"start": view["start"][:5]}, "start: must have 6 entries, not 5"),
        (lambda view: {"start": view["start"][:5] * 2}, "start: must have 6 entries, not 10"),
        (lambda view: {"start": ["R11", *view["start"][1:]]}, 'start: card 1: "R11" is no Parade card'),
        (lambda view: {"hand": view["hand"][:4]}, "hand: must have 5 entries, not 4"),
        (lambda view: {"hand": [*view["hand"], fresh(view)]}, "hand: must have 5 entries, not 6"),
        (lambda view: {"hand": view["hand"][:4] * 2}, "hand: card 5: .* has been seen elsewhere already"),
        (lambda view: {"hand": [view["start"][0], *view["hand"][1:]]}, "hand: card 1: .* has been seen elsewhere"),
        (lambda view: {"history": [*view["history"], view["history"][0]]}, "history: move .* has been seen elsewhere"),
        (lambda view: {"history": [[9, fresh(view)]]}, "history: move 1: must be a whole number from 0 to 5, not 9"),
        (lambda view: {"history": [[5, fresh(view)]]}, "history: move 1: There is no seat 5"),
        (lambda view: {"history": view["history"][1:]}, "history: move 1: It is P.'s turn."),
        (lambda view: {"history": whole_deck(view)}, "history: move .*: Every turn has been played"),
        (lambda view: {"history": [["R1"]]}, "history: move 1: must have 2 entries, not 1"),
        (lambda view: {"discard": view["hand"][:2]}, "discard: by the rules it is null"),
        (lambda view: {"chosen": [True, False, False]}, "chosen: must be one of: false; not true"),
        (lambda view: {"chosen": [False]}, "chosen: must have 3 entries, not 1"),
    ],
)
def test_what_cannot_be_in_a_game_is_refused(middle: dict[str, Any], change: Change, message: str) -> None:
    with pytest.raises(WonderlandError, match=f"^{message}"):
        read_view({**middle, **change(middle)})


def fresh(view: dict[str, Any]) -> str:
    """A card that has not been seen."""
    seen = {*view["start"], *view["hand"], *(card for _, card in view["history"])}
    return str(next(card for card in DECK if card not in seen))


def whole_deck(view: dict[str, Any]) -> list[list[Any]]:
    """The history, going on until every card is played."""
    taken = {*view["start"], *view["hand"]}
    played = [card for _, card in view["history"]]
    played += [str(card) for card in DECK if card not in taken and card not in played]
    return [[(view["first"] + ply) % 3, card] for ply, card in enumerate(played)]


@pytest.mark.parametrize("view", [None, 7, [], "view"])
def test_a_view_is_an_object(view: object) -> None:
    with pytest.raises(WonderlandError, match=r"^must be a JSON object, not "):
        read_view(view)


def test_whoever_has_set_cards_aside_is_not_asked() -> None:
    state, seat = next((state, seat) for state, seat in moments(3) if any(state.discards))
    asked = as_json(game.view(state, seat))
    assert read_view(asked).chosen == tuple(cards is not None for cards in state.discards)
    with pytest.raises(WonderlandError, match=r"^chosen: "):
        read_view({**asked, "chosen": [True, True, True]})
    done = next(other for other in range(3) if state.discards[other])
    with pytest.raises(WonderlandError, match=r"^discard: "):
        read_view(as_json(game.view(state, done)))


def test_legal_is_the_hand(middle: dict[str, Any]) -> None:
    asked = {"id": 1, "budget_ms": 200, "view": middle, "legal": middle["hand"][::-1]}
    assert read_question(KIT, asked)[1].hand == tuple(middle["hand"])
    del asked["legal"]
    with pytest.raises(WonderlandError, match=r"^legal: this key is missing"):
        read_question(KIT, asked)
    for wrong in ([], middle["hand"][:4], [*middle["hand"][:4], fresh(middle)]):
        with pytest.raises(WonderlandError, match=r"^legal: by the rules it is"):
            read_question(KIT, {**asked, "legal": wrong})
    with pytest.raises(WonderlandError, match=r"^legal: must be a list"):
        read_question(KIT, {**asked, "legal": "R1"})
