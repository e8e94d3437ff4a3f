"""A match added up, from games whose results are known."""

from __future__ import annotations

from random import Random

import pytest

from wonderland.arena import Match, MatchResults, MatchRunner
from wonderland.arena.game_result import GameResult, ThinkingStats
from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.core.table import ranked


def result_of(number: int, scores: tuple[int, ...], *thinking: ThinkingStats) -> GameResult:
    return GameResult(number, ranked(scores), {"score": scores}, thinking or (ThinkingStats(),) * len(scores))


def results_of(match: Match, *games: tuple[int, ...], anytime_valid: bool = False) -> MatchResults:
    results = MatchResults(match, anytime_valid)
    for number, scores in enumerate(games):
        results.add(result_of(number, scores))
    return results


def test_a_deal_counts_once_with_the_mean_of_its_games() -> None:
    # The seatings are (rabbit, greedy) and (greedy, rabbit).
    results = results_of(Match.of(["rabbit", "greedy"]), (30, 10), (20, 40), (5, 5), (8, 12))
    assert (results.games, results.deals) == (4, 2)
    assert results.wins("greedy").mean == (2 / 2 + 1.5 / 2) / 2
    assert results.wins("rabbit").mean == pytest.approx(1 - results.wins("greedy").mean)
    assert results.measure("greedy", "score").mean == (10 + 20 + 5 + 8) / 4
    assert results.head_to_head.better("greedy", "rabbit").mean == 0.875
    assert results.head_to_head.better("rabbit", "greedy").mean == 0.125
    assert results.head_to_head.ahead("greedy", "rabbit").mean == (20 + 20 + 0 + 4) / 4
    assert results.head_to_head.ahead("rabbit", "greedy").mean == -11
    assert results.head_to_head.difference("greedy", "rabbit").mean == 0.75
    assert results.ranking == ["greedy", "rabbit"]
    assert results.rating("greedy").mu > 25 > results.rating("rabbit").mu


def test_half_a_deal_waits() -> None:
    results = results_of(Match.of(["rabbit", "greedy"]), (30, 10), (20, 40), (1, 2))
    assert (results.games, results.deals, results.whole_deals_only) == (3, 1, False)
    assert results.wins("greedy").mean == 1


def test_a_bot_in_several_seats_counts_by_the_seat() -> None:
    match = Match.of(["rabbit", "greedy"], players=3)
    assert match.seatings[0] == ("rabbit", "greedy", "greedy")
    results = results_of(match, (1, 2, 3), (2, 1, 3), (3, 1, 2))
    assert results.wins("rabbit").mean == pytest.approx(2 / 3)
    assert results.wins("greedy").mean == pytest.approx(1 / 6)
    # Better than 2, 2 and 1 of the two others.
    assert results.head_to_head.better("rabbit", "greedy").mean == pytest.approx(5 / 6)
    assert results.head_to_head.difference("rabbit", "greedy").mean == pytest.approx(1 / 2)


def test_thinking_and_faults_are_added_by_name() -> None:
    results = MatchResults(Match.of(["rabbit", "greedy"]))
    results.add(
        result_of(0, (1, 2), ThinkingStats(10, 50.0, 9.0), ThinkingStats(11, 5.0, 1.0, {"late": 1}, "late: asleep"))
    )
    results.add(
        result_of(
            1, (1, 2), ThinkingStats(12, 7.0, 2.0, {"late": 2, "illegal": 1}, "illegal"), ThinkingStats(9, 30.0, 6.0)
        )
    )
    assert results.thinking["rabbit"] == ThinkingStats(19, 80.0, 9.0)
    assert results.thinking["greedy"] == ThinkingStats(23, 12.0, 2.0, {"late": 3, "illegal": 1}, "late: asleep")


@pytest.mark.parametrize("anytime_valid", [False, True])
def test_a_clear_difference_is_settled_and_a_fair_coin_hardly_ever(anytime_valid: bool) -> None:
    match, random, claimed = Match.of(["rabbit", "greedy"]), Random(5), 0
    for _ in range(100):
        coins = [(1, 2) if random.random() < 0.5 else (2, 1) for _ in range(80)]
        claimed += results_of(match, *coins, anytime_valid=anytime_valid).head_to_head.settled
    assert claimed <= 9
    clear = results_of(match, *[(1, 2), (2, 1)] * 25, anytime_valid=anytime_valid)
    assert clear.head_to_head.winner("greedy", "rabbit") == clear.head_to_head.winner("rabbit", "greedy") == "rabbit"


def test_until_sure_stops_early_where_bots_differ() -> None:
    runner = MatchRunner(Match.of(["greedy", "random"], seed=1), 2000, until_sure=True)
    runner.play()
    assert runner.finished
    assert runner.results.games < 400
    assert runner.results.head_to_head.winner("greedy", "random") == "greedy"


def test_until_sure_claims_nothing_of_equal_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "twin", registry.find("greedy"))
    runner = MatchRunner(Match.of(["greedy", "twin"], seed=1), 300, until_sure=True)
    runner.play()
    assert runner.results.games == 300
    assert runner.results.head_to_head.winner("greedy", "twin") is None
    assert runner.results.wins("twin").margin > abs(runner.results.wins("twin").mean - 0.5)


@pytest.mark.parametrize(("bot", "kind"), [("Illegal", "illegal"), ("Crashing", "crashed"), ("Exiting", "crashed")])
def test_a_bot_that_fails_is_counted_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch, bot: str, kind: str) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "en")
    monkeypatch.setitem(registry.BOTS, "failing", registry.BotEntry("parade", f"arena.failing_bots:{bot}"))
    runner = MatchRunner(Match.of(["failing", "greedy"], seed=1, budget=Budget(rollouts=1)), 4)
    runner.play()
    thinking = runner.results.thinking["failing"]
    assert thinking.faults == {kind: thinking.decisions}
    assert thinking.first_fault.startswith(f"{kind}: ")
    assert runner.results.thinking["greedy"].faults == {}
    assert runner.results.deals == 2


def test_what_went_wrong_in_nimble_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "en")
    monkeypatch.setitem(registry.BOTS, "crashing", registry.BotEntry("nimble", "arena.failing_bots:CrashingAtNimble"))
    runner = MatchRunner(Match.of(["crashing", "gryphon"], seed=1), 2)
    runner.play()
    assert runner.results.thinking["crashing"].first_fault == "crashed: ValueError: lost my head"
    assert runner.results.thinking["gryphon"].first_fault == ""


def test_what_went_wrong_is_told_in_the_language_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDERLAND_LANG", "fr")
    monkeypatch.setitem(registry.BOTS, "failing", registry.BotEntry("parade", "arena.failing_bots:Illegal"))
    runner = MatchRunner(Match.of(["failing", "greedy"], seed=1), 2)
    runner.play()
    assert runner.results.thinking["failing"].first_fault.startswith("interdit\u00a0: ")
