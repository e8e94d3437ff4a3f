"""A Challenge is reviewed round by round, as its lines follow one another."""

from __future__ import annotations

from io import BytesIO
from random import Random

from review.nimble.rounds import played_by_bots
from wonderland.bots.nimble.levels import gryphon, hare
from wonderland.bots.timeline import play_live
from wonderland.core.errors import WonderlandError
from wonderland.games.nimble import Challenge, game
from wonderland.games.nimble.scoring import outcome
from wonderland.records import encode
from wonderland.review.analyse import Reviewed, review_lines
from wonderland.review.reviewer import ReviewSettings


def challenge(seed: int) -> list[bytes]:
    """The rounds of a Challenge of two bots."""
    standing, random, lines = Challenge.start(2), Random(seed), []
    while not standing.over:
        deal = game.shuffle(["Ann", "Bob"], random, fewest=standing.fewest, of=(standing.played + 1, 2))
        log, _ = play_live(game, deal, [hare(seed), gryphon(seed)])
        end = outcome(log.state)
        assert end
        standing = standing.after(end)
        lines.append(encode(log.record()))
    return lines


def reviews(*lines: bytes) -> list[Reviewed | WonderlandError]:
    return list(review_lines(BytesIO(b"\n".join(lines)), ReviewSettings(), lambda part: None))


def test_every_round_has_its_report() -> None:
    found = [one for one in reviews(*challenge(3)) if isinstance(one, Reviewed)]
    assert [(one.line, one.report.round, one.report.timed) for one in found] == [(1, (1, 2), True), (2, (2, 2), True)]


def test_a_round_out_of_order_is_refused_and_the_others_are_reviewed() -> None:
    first, second = challenge(3)
    refused, _, other = reviews(second, first, encode(played_by_bots(("hare", "dodo"), 1)))
    assert isinstance(refused, WonderlandError)
    assert "line 1" in refused.say("en")
    assert isinstance(other, Reviewed)
    assert other.report.round is None
