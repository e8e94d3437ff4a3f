"""P11: what is public and what is hidden, in the keys that outside programs rely on."""

from __future__ import annotations

import msgspec

from games.parade.positions import play, play_out, position
from wonderland.games.parade import Discard, game
from wonderland.records.writing import encode


def test_p11_a_view_has_the_promised_keys() -> None:
    state = play(position("R10 B9", ["G8 V1 V2 V3 V4", "S1 S2 S3 S4 S5"], first=1), "S5")
    view = msgspec.json.decode(encode(msgspec.structs.asdict(game.view(state, 0))))
    expected = {
        "players": ["Ann", "Bob"],
        "seat": 0,
        "first": 1,
        "turn": 0,
        "hand": ["G8", "V1", "V2", "V3", "V4"],
        "start": ["R10", "B9"],
        "parade": ["R10", "B9", "S5"],
        "front": [[], []],
        "hand_sizes": [5, 5],
        "pile": 66 - 2 - 10 - 1,
        "last_round": None,
        "phase": "play",
        "history": [[1, "S5"]],
    }
    assert {key: view[key] for key in expected} == expected


def test_p11_a_spectator_sees_no_hand() -> None:
    state = position("R10 B9", ["G8 V1 V2 V3 V4", "S1 S2 S3 S4 S5"])
    assert game.view(state, None).hand == ()
    assert game.view(state, None).hand_sizes == (5, 5)


def test_p11_the_discard_phase_and_the_end_in_a_view() -> None:
    hands = ["O1 R10 B10 V10 G10", "R9 B9 V9 G9 S9"]
    state = play_out(play(position("O9 S10", hands, ["R1 B1 V1 G1 S1", ""]), "O1"))
    view = game.view(state, 0)
    assert (view.phase, view.turn, view.last_round, view.hand_sizes) == ("discard", None, 0, (4, 4))
    for seat in (1, 0):
        state = game.apply(state, seat, Discard(state.hands[seat][:2]))
    view = game.view(state, 0)
    assert (view.phase, view.hand, view.hand_sizes) == ("over", (), (0, 0))
    assert view.discard == Discard(state.hands[0][:2]).cards
    # The other's cards set aside stay hidden, even after the end.
    aside = state.discards[1]
    assert aside is not None
    shown = msgspec.json.encode(view, enc_hook=str).decode()
    assert not any(f'"{card}"' in shown for card in aside)
