"""N12: what is public, what only the owner knows, and what nobody knows."""

from __future__ import annotations

from games.nimble.positions import act, cards, position
from wonderland.games.nimble import game


def test_n12_what_everybody_sees() -> None:
    state = act(position("RB BV VG", ["GY GO YR", "YG YO OG"]), "0 flip", "0 flip", "1 flip")
    view = game.view(state, None)
    assert view.tops == cards("RB BV VG")
    assert view.heights == tuple(len(pile) for pile in state.piles)
    assert view.hand_sizes == (1, 2)
    assert view.discard_sizes == (2, 1)
    assert view.discard_tops == cards("GO YG")
    assert view.discard == view.remembered == ()


def test_n12_the_owner_knows_what_has_been_flipped_and_no_more() -> None:
    state = act(position("RB BV VG", ["GY GO YR", "YG YO OG"]), "0 flip", "0 flip", "0 back")
    view = game.view(state, 0)
    assert view.discard == cards("GY")
    assert view.remembered == cards("GO")
    state = act(state, "0 flip", "0 flip", "0 turn")
    assert game.view(state, 0).remembered == cards("GY GO YR")
    assert game.view(state, 1).remembered == ()
