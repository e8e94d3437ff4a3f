"""``--luck-adjusted``: luck is subtracted game by game, kept with the match, and measured by one evaluator only."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from statistics import covariance, fmean, variance
from typing import Any

import pytest

from arena.test_results import result_of
from commands import refusal, wonderland
from wonderland.arena import Match, MatchResults, MatchRunner
from wonderland.arena.game_result import GameResult
from wonderland.arena.luck import PRIOR_DEALS, evaluator_of
from wonderland.arena.match_reader import read_games, read_plan
from wonderland.arena.match_writer import MATCH_FILE_VERSION, MatchWriter
from wonderland.arena.plan import MatchPlan
from wonderland.arena.report_json import match_to_dict
from wonderland.bots.parade.kit import ParadeBots
from wonderland.core.errors import NotAllowed, Unreadable


class Fortune:
    """An evaluator that knows nothing: its luck depends on the cards and the number of actions only."""

    name = "fortune 1"

    def luck(self, deal: Any, actions: Any) -> dict[str, tuple[float, ...]]:
        random, players = Random(str(deal.deck)), len(deal.players)
        dealt = [random.random() for _ in range(players)]
        drawn = [len(actions) / 100 * random.random() for _ in range(players)]
        return {"deal": balanced(dealt), "draws": balanced(drawn)}


def balanced(values: list[float]) -> tuple[float, ...]:
    return tuple(value - fmean(values) for value in values)


@pytest.fixture(autouse=True)
def fortune(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ParadeBots, "evaluator", lambda self, players: Fortune())


def lucky(result: GameResult, **luck: tuple[float, ...]) -> GameResult:
    return GameResult(result.number, result.places, result.measures, result.thinking, luck)


def test_a_share_without_luck() -> None:
    result = lucky(result_of(0, (10, 20)), deal=(0.1, -0.1), draws=(0.3, -0.3))
    assert result.shares == (1, 0)
    assert result.total_luck == pytest.approx((0.4, -0.4))
    assert result.adjusted_shares(1) == pytest.approx((0.6, 0.4))
    assert result.adjusted_shares(0.5) == pytest.approx((0.8, 0.2))


def results_with_luck(
    match: Match, deals: int, effect: float, chance: float = 0.5
) -> tuple[MatchResults, list[float], list[float]]:
    """A match of two in which luck moves the first bot's chance by ``effect`` times as much as the evaluator says.

    Also its share and its luck in each deal.
    """
    random, results, shares, lucks = Random(1), MatchResults(match), [], []
    for deal in range(deals):
        of_deal = []
        for seat in (0, 1):
            luck = random.choice((-0.25, 0.25))
            won = random.random() < chance + effect * luck
            scores = (10, 20) if won == (seat == 0) else (20, 10)
            draws = (luck, -luck) if seat == 0 else (-luck, luck)
            results.add(lucky(result_of(2 * deal + seat, scores), deal=(0.2, -0.2), draws=draws))
            of_deal.append((float(won), luck))
        shares.append(fmean(share for share, _ in of_deal))
        lucks.append(fmean(luck for _, luck in of_deal))
    return results, shares, lucks


def test_raw_and_adjusted_figures_are_means_over_whole_deals() -> None:
    match = Match.of(["rabbit", "greedy"], luck_adjusted=True)
    results, shares, lucks = results_with_luck(match, 60, effect=1)
    adjusted = []
    for deal, (share, luck) in enumerate(zip(shares, lucks, strict=True)):
        # Only earlier deals say how much is subtracted.
        slope = covariance(shares[:deal], lucks[:deal]) / variance(lucks[:deal]) if deal > 1 else 1.0
        adjusted.append(share - (deal * slope + PRIOR_DEALS) / (deal + PRIOR_DEALS) * luck)
    assert results.wins("rabbit").mean == pytest.approx(fmean(shares))
    assert results.adjusted_wins("rabbit").mean == pytest.approx(fmean(adjusted))
    assert results.adjusted_wins("rabbit").mean + results.adjusted_wins("greedy").mean == pytest.approx(1)
    assert results.luck_factor == pytest.approx(variance(shares) / variance(adjusted))
    assert results.luck_factor is not None
    assert results.luck_factor > 1.1
    found = results.head_to_head.adjusted_difference("rabbit", "greedy")
    assert found.mean == pytest.approx(2 * results.adjusted_wins("rabbit").mean - 1)
    assert results.head_to_head.deciding_difference("rabbit", "greedy") == found


@pytest.mark.parametrize("effect", [2.0, 1.0, 0.0, -1.0])
def test_as_much_is_subtracted_as_the_luck_was_worth(effect: float) -> None:
    """An evaluator may exaggerate, understate or be wrong: nothing is worse for it in the end."""
    results, _, _ = results_with_luck(Match.of(["rabbit", "greedy"], luck_adjusted=True), 1000, effect)
    assert results.luck_part == pytest.approx(effect, abs=0.25)
    assert results.luck_factor is not None
    assert results.luck_factor > 0.99
    assert abs(results.adjusted_wins("rabbit").mean - 0.5) < results.adjusted_wins("rabbit").margin


def test_the_luck_of_the_deal_cancels_out_over_the_seatings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fortune, "luck", lambda self, deal, actions: {"deal": (0.3, 0.1, -0.4)})
    runner = MatchRunner(Match.of(["rabbit", "greedy"], players=3, seed=2, luck_adjusted=True), 30)
    runner.play()
    for bot in runner.match.entrants:
        assert runner.results.adjusted_wins(bot).mean == pytest.approx(runner.results.wins(bot).mean)
    assert runner.results.luck_factor == pytest.approx(1)


def test_everything_is_in_the_report() -> None:
    runner = MatchRunner(Match.of(["greedy", "random"], seed=4, luck_adjusted=True), 60)
    runner.play()
    report = match_to_dict(runner)
    assert report["evaluator"] == "fortune 1"
    assert report["luck_factor"] == runner.results.luck_factor is not None
    assert report["luck_part"] == runner.results.luck_part
    low, high = report["table"][0]["adjusted_wins"]["interval"]
    assert low < report["table"][0]["adjusted_wins"]["mean"] < high
    assert set(report["pairs"][0]) >= {"difference", "adjusted_difference"}
    plain = MatchRunner(Match.of(["greedy", "random"], seed=4), 60)
    plain.play()
    assert plain.results.wins("greedy") == runner.results.wins("greedy")
    assert plain.results.luck_factor is None
    assert not {"evaluator", "luck_factor"} & set(match_to_dict(plain))


def save_match(path: Path, match: Match, games: int) -> None:
    writer = MatchWriter.create(path, MatchPlan(MATCH_FILE_VERSION, match, games))
    MatchRunner(match, games).play(on_game=lambda result, record: writer.write(result))
    writer.close()


def test_luck_is_kept_with_the_match_and_it_goes_on(tmp_path: Path) -> None:
    file, match = tmp_path / "match.jsonl", Match.of(["greedy", "random"], seed=4, luck_adjusted=True)
    save_match(file, match, 10)
    assert read_plan(file).match == match
    assert set(json.loads(file.read_text().splitlines()[1])["luck"]) == {"deal", "draws"}
    resumed, whole = MatchRunner(match, 20, earlier_results=read_games(file, match)), MatchRunner(match, 20)
    for runner in (resumed, whole):
        runner.play()
    assert resumed.results.adjusted_wins("greedy") == whole.results.adjusted_wins("greedy")


def test_another_evaluator_is_refused_but_what_was_played_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, match = tmp_path / "match.jsonl", Match.of(["greedy", "random"], seed=4, luck_adjusted=True)
    save_match(file, match, 10)
    monkeypatch.setattr(Fortune, "name", "fortune 2")
    with pytest.raises(NotAllowed, match=r"begun with the evaluator fortune 1, here it is fortune 2.*fixed beforehand"):
        MatchRunner(match, 20, earlier_results=read_games(file, match))
    with pytest.raises(NotAllowed):
        evaluator_of(match)
    shown = MatchRunner(match, 10, earlier_results=read_games(file, match))
    assert shown.finished
    assert shown.results.adjusted_wins("greedy").mean > 0


@pytest.mark.parametrize("luck", [{}, {"draws": [0.1, 0.1]}, {"draws": [0.1]}])
def test_luck_that_cannot_be_is_refused(tmp_path: Path, luck: dict[str, list[float]]) -> None:
    file, match = tmp_path / "match.jsonl", Match.of(["greedy", "random"], seed=4, luck_adjusted=True)
    save_match(file, match, 2)
    first, *games = file.read_text().splitlines()
    games[0] = json.dumps({**json.loads(games[0]), "luck": luck})
    file.write_text("".join(f"{line}\n" for line in (first, *games)))
    with pytest.raises(Unreadable, match="this is not game 0"):
        list(read_games(file, match))


def test_a_match_that_was_begun_without_is_not_adjusted_later(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    save_match(file, Match.of(["greedy", "random"], seed=4), 4)
    assert "luck" not in file.read_text()
    told = refusal("arena", "--resume", file, "--games", "8", "--luck-adjusted")
    why = "the evaluator must be fixed before the first game"
    assert told == f"{file} holds a match that was begun without --luck-adjusted; {why}"


def test_the_command_plays_in_several_processes_and_goes_on(tmp_path: Path) -> None:
    file, match = tmp_path / "match.jsonl", ("greedy", "random", "--seed", "4", "--luck-adjusted", "--json")
    done = wonderland("arena", *match, "--games", "20", "--jobs", "2", "--save", file)
    assert done.returncode == 0, done.stderr
    resumed = json.loads(wonderland("arena", "--resume", file, "--games", "40", "--json").stdout)
    whole = json.loads(wonderland("arena", *match, "--games", "40").stdout)
    assert whole["evaluator"].startswith("parade-2 ")
    for report in (resumed, whole):
        del report["seconds"]
        for bot in report["table"]:
            del bot["milliseconds"]
    assert resumed == whole
    shown = wonderland("arena", "--resume", file).stdout
    assert f"evaluator {whole['evaluator']}" in " ".join(shown.split())
    assert "Luck-adjusted" in shown
    assert re.search(r"^greedy beats random: \d+\.\d ± \d+\.\d % \(luck-adjusted\)$", shown, re.MULTILINE)
    assert re.search(r"^Luck-adjusted, one game tells as much as \d\.\d\d games do unadjusted\.$", shown, re.MULTILINE)


def test_a_game_without_an_evaluator_says_so() -> None:
    told = refusal("arena", "hare", "dodo", "--luck-adjusted")
    assert told == "nimble has no evaluator to tell luck from play; leave --luck-adjusted out"
