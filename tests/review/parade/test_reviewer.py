"""The review of Parade: luck and errors add up, and nobody is judged by what they could not know."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from bots.parade.evaluators import evaluator_by_worths, random_worths
from cases import cases
from wonderland.core.game import Done
from wonderland.games.parade import DECK, Discard, game
from wonderland.games.parade.state import DISCARD_SIZE
from wonderland.records.log import Log
from wonderland.records.writing import encode
from wonderland.review.parade.report import ParadeReport
from wonderland.review.parade.reviewer import ParadeReviewer, actions_in_order, states_before
from wonderland.review.reviewer import ReviewSettings
from wonderland.sim import record_of

QUICK = ReviewSettings(worlds=50)


def bad_evaluator(players: int) -> Any:
    """Says anything about a position, but knows the result."""
    return evaluator_by_worths(random_worths(players))


def check_luck(report: ParadeReport, end: tuple[float, ...]) -> None:
    """Luck and errors add up to the shares at the end, by the definitions of docs/formats.md."""
    for seat, luck in enumerate(report.luck):
        total = luck.deal + luck.draws + luck.hidden - luck.own_errors + luck.others_errors
        assert total == pytest.approx(end[seat] - report.fair, abs=1e-9)
        assert luck.adjusted == pytest.approx(end[seat] - luck.deal - luck.draws - luck.hidden, abs=1e-9)
        assert luck.own_errors == pytest.approx(sum(one.error for one in report.decisions if one.seat == seat))
        assert luck.own_errors >= 0
    for kind in ("deal", "draws", "hidden"):
        assert sum(getattr(luck, kind) for luck in report.luck) == pytest.approx(0, abs=1e-9)
    own, others = (sum(getattr(luck, kind) for luck in report.luck) for kind in ("own_errors", "others_errors"))
    assert own == pytest.approx(others, abs=1e-9)


@pytest.mark.parametrize(
    ("players", "find_evaluator"),
    cases(
        ((2, None), (2, bad_evaluator)),
        ((3, None), (3, bad_evaluator), *((players, find) for players in (4, 5, 6) for find in (None, bad_evaluator))),
        "all numbers of players, each compiled",
    ),
)
def test_luck_and_errors_add_up_to_the_result(players: int, find_evaluator: Any) -> None:
    record = record_of(players, 1, seed=5, policy="greedy")
    report = ParadeReviewer(find_evaluator).review(record, QUICK)
    assert report.result is not None
    assert report.fair == 1 / players
    assert report.chances[-1].at == "end"
    assert report.chances[-1].shares == report.result
    check_luck(report, report.result)
    # Everything else that a report promises of its moves.
    log = Log.resume(record)
    actions = actions_in_order(log.deal, log.actions, log.state)
    assert [one.seat for one in report.decisions] == [done.seat for done in actions]
    for (state, done), decision in zip(states_before(log.deal, actions), report.decisions, strict=True):
        wins = [move.win for move in decision.moves]
        assert wins == sorted(wins, reverse=True)
        assert len(wins) == len(game.legal(state, done.seat)) == len({move.move for move in decision.moves})
        played = next(move for move in decision.moves if move.move == decision.played)
        assert decision.error == wins[0] - played.win >= 0
        assert decision.mark is None or not played.right
        for move in decision.moves:
            assert move.win == move.shares[done.seat]
            assert sum(move.shares) == pytest.approx(1, abs=1e-9)
        held = [sum(seats) for seats in zip(*decision.unseen.values(), strict=True)]
        expected = [0 if seat == done.seat else len(hand) for seat, hand in enumerate(state.hands)]
        assert held == pytest.approx(expected, abs=0.05)  # the chances are rounded


def test_a_report_is_the_same_after_it_was_written_and_read() -> None:
    report = ParadeReviewer().review(record_of(2, 1, seed=5, policy="greedy"), QUICK)
    read = msgspec.json.decode(encode(report), type=ParadeReviewer.report_type)
    assert encode(read) == encode(report)
    for one, two in zip(report.decisions, read.decisions, strict=True):
        for lang in ("en", "fr"):
            assert [reason.say(lang) for reason in one.reasons] == [reason.say(lang) for reason in two.reasons]
        assert one.why.startswith(str(one.played) if isinstance(one.played, str) else " and ".join(one.played))


def test_an_unfinished_game_has_no_result_but_luck_up_to_now() -> None:
    record = record_of(2, 1, seed=5, policy="greedy")
    for moves in (0, 7, len(record["moves"])):
        part = {key: value for key, value in record.items() if key != "discards"} | {"moves": record["moves"][:moves]}
        report = ParadeReviewer().review(part, QUICK)
        assert report.result is None
        assert len(report.decisions) == moves
        check_luck(report, report.chances[-1].shares)


def test_choices_that_are_still_hidden_are_not_reviewed() -> None:
    record = record_of(2, 1, seed=5, policy="greedy")
    report = ParadeReviewer().review(record | {"discards": [record["discards"][0], None]}, QUICK)
    assert report.result is None
    assert len(report.decisions) == len(record["moves"])


@pytest.mark.parametrize("players", cases((2,), (3, 6), "more players"))
def test_what_a_seat_could_not_know_changes_nothing_in_its_moves(players: int) -> None:
    log = Log.resume(record_of(players, 2, seed=6, policy="greedy"))
    actions, random = actions_in_order(log.deal, log.actions, log.state), Random(4)
    whole = ParadeReviewer().review(log.record(), QUICK)
    turns = len(log.state.history)
    states = list(states_before(log.deal, actions))
    for number in (0, players, turns // 2, turns - 1, len(actions) - 1):
        state, done = states[number]
        seen = {*state.start, *state.history, *state.hands[done.seat]}
        hidden = [card for card in DECK if card not in seen]
        swapped = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
        deal = type(log.deal)(
            log.deal.players, log.deal.first, tuple(swapped.get(card, card) for card in log.deal.deck)
        )
        assert deal != log.deal
        report = ParadeReviewer().review(game.record(deal, redone(deal, actions[: number + 1], turns)), QUICK)
        assert report.decisions[number].moves == whole.decisions[number].moves
        assert report.decisions[number].unseen == whole.decisions[number].unseen


def redone(deal: Any, actions: list[Done[Any]], turns: int) -> list[Done[Any]]:
    """The same actions after another deal; of the others' last choices, any that their new hands allow."""
    if len(actions) <= turns:
        return actions
    state, own = game.deal(deal), actions[-1]
    for done in actions[:turns]:
        state = game.apply(state, done.seat, done.action)
    choices = [Done(seat, Discard(hand[:DISCARD_SIZE])) for seat, hand in enumerate(state.hands) if seat != own.seat]
    return [*actions[:turns], *choices, own]


def test_a_report_depends_on_its_seed_and_on_nothing_else() -> None:
    record = record_of(2, 3, seed=6, policy="greedy")
    record["moves"], _ = record["moves"][:4], record.pop("discards")
    first, again, other = (ParadeReviewer().review(record, ReviewSettings(seed, 50)) for seed in (1, 1, 2))
    assert first == again
    assert first.decisions[0].moves != other.decisions[0].moves
    renamed = ParadeReviewer().review(record | {"players": ["Ann", "Bob"]}, QUICK)
    assert [one.moves for one in renamed.decisions] == [one.moves for one in first.decisions]
