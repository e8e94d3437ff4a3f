"""A game while it is played."""

from __future__ import annotations

from golden.playthrough import FOLDER, read
from wonderland.games.parade import Play
from wonderland.records.log import Log


def test_a_game_goes_on_from_its_record_and_keeps_what_it_does_not_know() -> None:
    whole = read(FOLDER / "parade-2.txt")
    begun = {**whole, "moves": whole["moves"][:4], "note": "hello", "rated": True}
    del begun["discards"]
    log = Log.resume(begun)
    assert log.record() == begun
    turn = log.state.turn
    assert turn is not None
    log.act(turn, Play(next(card for card in log.state.hands[turn] if card == whole["moves"][4])))
    assert log.record() == {**begun, "moves": whole["moves"][:5]}
