"""Alice: what she finds where the best is known, her levels, and that her network alone beats the levels below."""

from __future__ import annotations

from itertools import combinations
from math import exp

import pytest

from bots.parade.card_bot import CardBot
from bots.parade.endings import ending
from bots.parade.test_search import middle, obvious
from games.parade.positions import cards, play
from wonderland.arena import Match, MatchRunner
from wonderland.bots.bot import Budget
from wonderland.bots.parade.alice.bot import ROLLOUTS, TEMPERATURES, AliceSearch, NetworkBot, make_alice
from wonderland.bots.parade.alice.race import Race
from wonderland.bots.parade.alice.rollouts import EVERYTHING, MARGIN_PART
from wonderland.bots.parade.search.rollouts import CLEAR_MARGIN
from wonderland.games.parade import Discard, Play, State, game
from wonderland.games.parade.state import Cards


def counted(state: State) -> dict[tuple[Play, Cards], tuple[float, float]]:
    """Share and worth of each last card with each pair then set aside, when the other plays by the card network."""
    found: dict[tuple[Play, Cards], tuple[float, float]] = {}
    other = CardBot()
    for card in state.hands[0]:
        after = play(state, card)
        if after.turn is not None:
            after = game.apply(after, 1, other.decide(game.view(after, 1), Budget()))
        for pair in combinations(after.hands[0], 2):
            end = game.apply(after, 0, Discard(pair))
            outcome = game.outcome(game.apply(end, 1, other.decide(game.view(after, 1), Budget())))
            assert outcome is not None
            share = (0 in outcome.winners) / len(outcome.winners)
            clearly = 1 / (1 + exp((outcome.scores[0] - outcome.scores[1]) / CLEAR_MARGIN))
            found[Play(card), pair] = share, (1 - MARGIN_PART) * share + MARGIN_PART * clearly
    return found


@pytest.mark.parametrize("seed", range(6))
def test_with_nothing_hidden_the_last_round_is_counted_out(seed: int) -> None:
    state = ending(seed, 2)
    truth = counted(state)
    race = Race(game.view(state, 0), key=seed, depth=2)
    race.play(3)
    for one in race.ranking():
        share, worth = max((found for (action, _), found in truth.items() if action == one.action), key=lambda f: f[1])
        assert (one.share, one.worth) == pytest.approx((share, worth)), one


@pytest.mark.parametrize("seed", range(3))
def test_with_everything_known_a_candidate_is_worth_what_the_rest_of_the_game_brings(seed: int) -> None:
    """The whole game after each card in the plain rules, everybody by the card network."""
    state = middle(3, 8 + seed, seed)
    seat = state.turn
    assert seat is not None
    race = Race(game.view(state, seat), key=1, depth=200)
    race.reveal(EVERYTHING, state)
    race.play(1)
    bot = CardBot()
    for one in race.ranking():
        after = game.apply(state, seat, one.action)
        while (outcome := game.outcome(after)) is None:
            mover = next(other for other in range(3) if game.legal(after, other))
            after = game.apply(after, mover, bot.decide(game.view(after, mover), Budget()))
        assert one.share == (seat in outcome.winners) / len(outcome.winners)


def test_equals_are_hardly_worse_than_the_best() -> None:
    race = AliceSearch(0).search(game.view(middle(2, 15, 4), 1), Budget(rollouts=2000))
    worths = {one.action: one.worth for one in race.ranking()}
    best = max(worths[action] for action in race.equals())
    assert all(best - worths[action] < 0.005 for action in race.equals())


def test_the_only_card_that_takes_nothing_is_found() -> None:
    view = game.view(obvious(), 0)
    for bot in (NetworkBot(0), AliceSearch(0), AliceSearch(1, max_rollouts=100)):
        assert bot.decide(view, Budget(rollouts=1000)) == Play(cards("G10")[0])


def test_a_ranking_has_every_card_once_and_the_best_are_among_its_first() -> None:
    view = game.view(middle(2, 15, 4), 1)
    race = AliceSearch(3).search(view, Budget(rollouts=2000))
    ranking = race.ranking()
    assert {one.action for one in ranking} == {Play(card) for card in view.hand}
    assert all(0 <= one.share <= 1 for one in ranking)
    assert set(race.equals()) <= {one.action for one in ranking[: race.racing]}
    assert ranking[0].action in race.equals()


@pytest.mark.parametrize("rollouts", [1, 7, 40, 700])
def test_few_rollouts_are_kept_to(rollouts: int) -> None:
    view = game.view(middle(2, 10, 1), 0)
    race = AliceSearch(0).search(view, Budget(rollouts=rollouts))
    assert race.rollouts <= max(rollouts, len(view.hand)) + len(view.hand)


def test_levels_are_ordered() -> None:
    gentle = [TEMPERATURES[level] for level in sorted(TEMPERATURES)]
    assert gentle == sorted(gentle, reverse=True)
    assert sorted({*TEMPERATURES, *ROLLOUTS}) == list(range(1, 9))
    assert isinstance(make_alice(0, level=3), NetworkBot)
    assert isinstance(make_alice(0, level=8), AliceSearch)
    assert isinstance(make_alice(0, net=True, level=8), NetworkBot)


@pytest.mark.parametrize(("stronger", "weaker"), [("alice:net", "hatter"), ("alice:level=6", "alice:level=1")])
def test_who_is_stronger(stronger: str, weaker: str) -> None:
    runner = MatchRunner(Match.of([stronger, weaker], 2, 5), 160)
    runner.play(1)
    wins = runner.results.wins(stronger)
    assert wins.mean - wins.margin > 0.5
