"""The rating of play: cross-fitted, without decisions that do not matter, and anchored to the ladder."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from docs.pages import ROOT
from wonderland.bots.registry import ladder
from wonderland.games.parade import Card, Play
from wonderland.records.log import Log
from wonderland.review.parade import anchors as command
from wonderland.review.parade.decisions import BLOCKS, HALVES, Judgement
from wonderland.review.parade.losses import loss_of
from wonderland.review.parade.marks import LEAST_ERRORS, mark_of
from wonderland.review.parade.rating import Anchors, Loss, anchors_of, combine, load_anchors, nearest_bot, rate
from wonderland.review.parade.report import Rating


def judged(wins: np.ndarray) -> Judgement:
    """A judgement of two players with these shares of the mover, by half, block and action."""
    shares = np.stack([wins, 1 - wins], axis=-1)
    actions = tuple(Play(Card(name)) for name in ("R1", "B2", "V3", "G4", "S5"))
    return Judgement(0, actions, shares, shares.mean(axis=(0, 1)), np.zeros(5), np.zeros((66, 2)))


def test_equal_moves_are_rated_as_lossless_on_average_though_the_best_seems_better() -> None:
    random = np.random.default_rng(1)
    raw, lost = [], []
    for _ in range(400):
        judgement = judged(random.normal(0.5, 0.2, (HALVES, BLOCKS, 5)))
        loss = loss_of(judgement, 0, "opening")
        raw.append(judgement.wins.max() - judgement.wins[0])
        lost.append(loss.lost if loss else 0.0)
    error = np.std(lost) / np.sqrt(len(lost))
    assert np.mean(raw) > 8 * error  # chosen and valued in the same worlds
    assert abs(np.mean(lost)) < 3 * error


def test_a_loss_and_its_standard_error_are_those_of_the_worlds() -> None:
    random = np.random.default_rng(2)
    wins = random.normal(0.5, 0.1, (HALVES, BLOCKS, 1)) + np.array([0.0, 0.1, -0.05, -0.1, -0.2])
    loss = loss_of(judged(wins), 2, "middle")
    assert loss is not None
    # The blocks' common luck is no uncertainty of a difference in the same worlds.
    assert loss.stage == "middle"
    assert loss.lost == pytest.approx(0.15)
    assert loss.standard_error == pytest.approx(0.0, abs=1e-9)
    alone = judged(wins).standard_error(1)
    assert alone == pytest.approx(0.1 / np.sqrt(HALVES * BLOCKS), rel=0.35)


def test_a_decision_in_which_nothing_matters_does_not_count() -> None:
    wins = np.full((HALVES, BLOCKS, 5), 0.5) + np.array([0.0, 0.009, 0.0, 0.004, 0.0])
    assert loss_of(judged(wins), 0, "opening") is None


def test_a_rating_is_the_mean_in_thousandths_by_stage() -> None:
    play = rate([Loss("opening", 0.01, 0.1), Loss("opening", 0.03, 0.1), Loss("last_choice", 0.0, 0.002)], 2)
    assert play.per_mille == pytest.approx(40 / 3)
    assert play.decisions == 3
    assert play.se == pytest.approx(np.std([10, 30, 0], ddof=1) / np.sqrt(3))
    assert play.stages["opening"].per_mille == pytest.approx(20)
    assert play.stages["last_choice"].se == pytest.approx(2)
    assert rate([], 2) == rate([], 6)
    assert (rate([], 2).decisions, rate([], 2).like) == (0, "")


def test_games_count_as_much_as_their_decisions() -> None:
    whole = combine([(2, Rating(10.0, 3.0, 30, "x")), (4, Rating(40.0, 6.0, 10, "x")), (2, Rating(0.0, 0.0, 0, ""))])
    assert whole.per_mille == pytest.approx(17.5)
    assert whole.decisions == 40
    assert whole.se == pytest.approx(np.hypot(3 * 30, 6 * 10) / 40)
    assert whole.like in ladder("parade")
    assert combine([]) == Rating(0.0, 0.0, 0, "")


@pytest.mark.parametrize("players", range(2, 7))
def test_every_bot_of_the_ladder_plays_like_itself(players: int) -> None:
    anchors = anchors_of(players)
    assert list(anchors) == list(ladder("parade"))
    for bot, loss in anchors.items():
        assert nearest_bot(loss, players) == bot
    assert anchors["dormouse"] > anchors["hatter"] > anchors["alice"]


def test_the_page_has_the_anchors_of_the_package() -> None:
    assert command.table_of(load_anchors()) in (ROOT / "docs/review.md").read_text("utf-8"), (
        "python -m wonderland.review.parade.anchors --table"
    )


def test_the_web_app_names_the_same_bounds() -> None:
    bounds = ", ".join(f"{mark}: {least}" for mark, least in LEAST_ERRORS.items())
    assert f"{{ {bounds} }}" in (ROOT / "web/src/games/parade/review/moments.ts").read_text("utf-8")


def test_anchors_are_measured_on_from_where_they_were_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[str, ...]] = []
    play = command.play

    def counted(table: tuple[str, ...], seed: int, rollouts: int) -> Log:
        played.append(table)
        return play(table, seed, rollouts)

    monkeypatch.setattr(command, "play", counted)

    def measure(games: int) -> Anchors:
        options = f"--players 2 --worlds 50 --games {games} --bots dormouse rabbit --out {tmp_path / 'anchors.json'}"
        monkeypatch.setattr(sys, "argv", ["anchors", *options.split()])
        assert command.main() == 0
        return msgspec.json.decode((tmp_path / "anchors.json").read_bytes(), type=Anchors)

    first = measure(2)
    lines = tmp_path / "anchors.games.jsonl"
    assert len(lines.read_bytes().splitlines()) == len(played) == 2
    with lines.open("ab") as file:
        file.write(b'{"measurement": {"pl\n')  # broken off while it was written
    again = measure(3)
    assert len(played) == 3
    assert first.bots["2"]["dormouse"].games == 2
    assert {bot: one.games for bot, one in again.bots["2"].items()} == {"dormouse": 3, "rabbit": 3}
    assert measure(3) == again
    assert len(played) == 3


@pytest.mark.parametrize(
    ("error", "standard_error", "players", "mark"),
    [
        (0.0, 0.0, 2, None),
        (0.009, 0.0, 2, None),
        (0.01, 0.004, 2, "doubtful"),
        (0.01, 0.005, 2, None),
        (0.03, 0.001, 2, "mistake"),
        (0.06, 0.001, 2, "blunder"),
        (0.06, 0.04, 2, None),
        (0.005, 0.001, 4, "doubtful"),
        (0.02, 0.001, 6, "blunder"),
    ],
)
def test_marks_need_size_and_certainty(error: float, standard_error: float, players: int, mark: str | None) -> None:
    assert mark_of(error, standard_error, players) == mark
