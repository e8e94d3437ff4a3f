"""The bots of a match: what they may see, say and do outside of their decisions."""

from __future__ import annotations

import pytest

from arena.failing_bots import Spy
from wonderland.arena import Match, MatchRunner
from wonderland.arena.match_bots import MatchBots
from wonderland.bots import registry
from wonderland.core.errors import NotAllowed


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setitem(registry.BOTS, "spy", registry.BotEntry("parade", "arena.failing_bots:Spy"))
    monkeypatch.setattr(Spy, "seen", [])
    return Match.of(["spy", "greedy"], seed=3)


def test_a_bot_warms_up_with_cards_that_are_never_played(spied: Match) -> None:
    with MatchBots(spied) as match_bots:
        match_bots.warm_up()
    warm, Spy.seen = Spy.seen, []
    assert len(warm) == 4
    MatchRunner(spied, 40).play()
    played = Spy.seen[len(warm) :]
    assert len(set(played)) == 20
    assert not set(warm) & set(played)


def test_what_a_bot_prints_is_none_of_our_output(spied: Match, capsys: pytest.CaptureFixture[str]) -> None:
    MatchRunner(spied, 2).play()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("made\nasked\n")


def test_a_bot_that_cannot_be_made_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "broken", registry.BotEntry("parade", "arena.failing_bots:FailingToStart"))
    with pytest.raises(NotAllowed, match=r"^broken cannot be made: ValueError: lost my head$"):
        MatchRunner(Match.of(["broken", "greedy"]), 4).play()
