"""A match added up, from games whose results are known."""

from __future__ import annotations

from random import Random

import pytest

from wonderland.arena import Contest, Match, Tally
from wonderland.arena.played import Played, Thinking
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.core.table import ranked


def played(number: int, scores: tuple[int, ...], *thinking: Thinking) -> Played:
    return Played(number, ranked(scores), {"score": scores}, thinking or (Thinking(),) * len(scores))


def tally_of(match: Match, *games: tuple[int, ...], anytime: bool = False) -> Tally:
    tally = Tally(match, anytime)
    for number, scores in enumerate(games):
        tally.add(played(number, scores))
    return tally


def test_a_deal_counts_once_with_the_mean_of_its_games() -> None:
    # The seatings are (rabbit, greedy) and (greedy, rabbit).
    tally = tally_of(Match.of(["rabbit", "greedy"]), (30, 10), (20, 40), (5, 5), (8, 12))
    assert (tally.games, tally.deals) == (4, 2)
    assert tally.wins("greedy").mean == (2 / 2 + 1.5 / 2) / 2
    assert tally.wins("rabbit").mean == pytest.approx(1 - tally.wins("greedy").mean)
    assert tally.measure("greedy", "score").mean == (10 + 20 + 5 + 8) / 4
    assert tally.meetings.better("greedy", "rabbit").mean == 0.875
    assert tally.meetings.better("rabbit", "greedy").mean == 0.125
    assert tally.meetings.ahead("greedy", "rabbit").mean == (20 + 20 + 0 + 4) / 4
    assert tally.meetings.ahead("rabbit", "greedy").mean == -11
    assert tally.meetings.difference("greedy", "rabbit").mean == 0.75
    assert tally.ranking == ["greedy", "rabbit"]
    assert tally.rating("greedy").mu > 25 > tally.rating("rabbit").mu


def test_half_a_deal_waits() -> None:
    tally = tally_of(Match.of(["rabbit", "greedy"]), (30, 10), (20, 40), (1, 2))
    assert (tally.games, tally.deals, tally.whole) == (3, 1, False)
    assert tally.wins("greedy").mean == 1


def test_a_bot_in_several_seats_counts_by_the_seat() -> None:
    match = Match.of(["rabbit", "greedy"], players=3)
    assert match.seatings[0] == ("rabbit", "greedy", "greedy")
    tally = tally_of(match, (1, 2, 3), (2, 1, 3), (3, 1, 2))
    assert tally.wins("rabbit").mean == pytest.approx(2 / 3)
    assert tally.wins("greedy").mean == pytest.approx(1 / 6)
    # Better than 2, 2 and 1 of the two others.
    assert tally.meetings.better("rabbit", "greedy").mean == pytest.approx(5 / 6)
    assert tally.meetings.difference("rabbit", "greedy").mean == pytest.approx(1 / 2)


def test_thinking_and_faults_are_added_by_name() -> None:
    tally = Tally(Match.of(["rabbit", "greedy"]))
    tally.add(played(0, (1, 2), Thinking(10, 50.0, 9.0), Thinking(11, 5.0, 1.0, {"late": 1}, "late: asleep")))
    tally.add(played(1, (1, 2), Thinking(12, 7.0, 2.0, {"late": 2, "illegal": 1}, "illegal"), Thinking(9, 30.0, 6.0)))
    assert tally.thinking["rabbit"] == Thinking(19, 80.0, 9.0)
    assert tally.thinking["greedy"] == Thinking(23, 12.0, 2.0, {"late": 3, "illegal": 1}, "late: asleep")


@pytest.mark.parametrize("anytime", [False, True])
def test_a_clear_difference_is_settled_and_a_fair_coin_hardly_ever(anytime: bool) -> None:
    match, random, claimed = Match.of(["rabbit", "greedy"]), Random(5), 0
    for _ in range(100):
        coins = [(1, 2) if random.random() < 0.5 else (2, 1) for _ in range(80)]
        claimed += tally_of(match, *coins, anytime=anytime).meetings.settled
    assert claimed <= 9
    clear = tally_of(match, *[(1, 2), (2, 1)] * 25, anytime=anytime)
    assert clear.meetings.winner("greedy", "rabbit") == clear.meetings.winner("rabbit", "greedy") == "rabbit"


def test_until_sure_stops_early_where_bots_differ() -> None:
    contest = Contest(Match.of(["greedy", "random"], seed=1), 2000, until_sure=True)
    contest.play()
    assert contest.over
    assert contest.tally.games < 400
    assert contest.tally.meetings.winner("greedy", "random") == "greedy"


def test_until_sure_claims_nothing_of_equal_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "twin", registry.find("greedy"))
    contest = Contest(Match.of(["greedy", "twin"], seed=1), 300, until_sure=True)
    contest.play()
    assert contest.tally.games == 300
    assert contest.tally.meetings.winner("greedy", "twin") is None
    assert contest.tally.wins("twin").margin > abs(contest.tally.wins("twin").mean - 0.5)


@pytest.mark.parametrize(("bot", "kind"), [("Illegal", "illegal"), ("Crashing", "crashed"), ("Leaving", "crashed")])
def test_a_bot_that_fails_is_counted_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch, bot: str, kind: str) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "en")
    monkeypatch.setitem(registry.BOTS, "clumsy", registry.Entry("parade", f"arena.clumsy:{bot}"))
    contest = Contest(Match.of(["clumsy", "greedy"], seed=1, budget=Budget(rollouts=1)), 4)
    contest.play()
    thinking = contest.tally.thinking["clumsy"]
    assert thinking.faults == {kind: thinking.decisions}
    assert thinking.first_fault.startswith(f"{kind}: ")
    assert contest.tally.thinking["greedy"].faults == {}
    assert contest.tally.deals == 2


def test_what_went_wrong_in_nimble_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "en")
    monkeypatch.setitem(registry.BOTS, "boom", registry.Entry("nimble", "arena.clumsy:Boom"))
    contest = Contest(Match.of(["boom", "gryphon"], seed=1), 2)
    contest.play()
    assert contest.tally.thinking["boom"].first_fault == "crashed: ValueError: lost my head"
    assert contest.tally.thinking["gryphon"].first_fault == ""


def test_what_went_wrong_is_told_in_the_language_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "fr")
    monkeypatch.setitem(registry.BOTS, "clumsy", registry.Entry("parade", "arena.clumsy:Illegal"))
    contest = Contest(Match.of(["clumsy", "greedy"], seed=1), 2)
    contest.play()
    assert contest.tally.thinking["clumsy"].first_fault.startswith("interdit\u00a0: ")
