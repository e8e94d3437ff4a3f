"""Search: what it finds where the best is known, how it keeps to its budget, and that it repeats itself."""

from __future__ import annotations

import sys
from itertools import combinations
from math import exp
from random import Random

import pytest

from bots.parade.endings import ending
from games.parade.positions import cards, play
from wonderland.bots.bot import Budget
from wonderland.bots.parade.heuristic import Heuristic
from wonderland.bots.parade.search import race as race_module
from wonderland.bots.parade.search.bot import WORLDS_PER_CHECK, Search
from wonderland.bots.parade.search.race import MIN_WORLDS, Race
from wonderland.bots.parade.search.rollouts import CLEAR_MARGIN, MARGIN_PART_IN_LAST_ROUND
from wonderland.bots.parade.turn import play_turn
from wonderland.bots.registry import make
from wonderland.core.errors import NotInstalled
from wonderland.games.parade import DECK, Deal, Discard, Play, State, game
from wonderland.games.parade.state import Action, Cards

SHORT_BUDGET = Budget(rollouts=600)


def middle(players: int, plies: int, seed: int) -> State:
    """A game after some random turns."""
    random = Random(seed)
    state = game.deal(game.shuffle([f"P{seat}" for seat in range(players)], random))
    for _ in range(plies):
        assert state.turn is not None
        state = game.apply(state, state.turn, Play(random.choice(state.hands[state.turn])))
    return state


def obvious() -> State:
    """Every card of Ann's takes the five fours, but G10, which takes nothing."""
    ann, bob, start = cards("R6 R8 V5 G5 S5"), cards("R7 R9 B0 V0 S0"), cards("V4 G4 S4 O4 B4 B10")
    drawn = cards("O5 G0 G10 R0")
    rest = tuple(card for card in DECK if card not in ann + bob + start + drawn)
    state = play(game.deal(Deal(("Ann", "Bob"), 0, ann + bob + start + drawn + rest)), "R6", "R7", "R8", "R9")
    costs = {card: play_turn(game.view(state, 0), 0, card).cost for card in state.hands[0]}
    assert costs == {"V5": 20, "G5": 20, "S5": 20, "O5": 20, "G10": 0}
    return state


def best_reply(state: State, seat: int) -> Action:
    return Heuristic(0).decide(game.view(state, seat), Budget())


def counted(state: State) -> dict[tuple[Play, Cards], tuple[float, float]]:
    """Share and worth of each last card with each pair then set aside, when the other plays by the evaluation."""
    found: dict[tuple[Play, Cards], tuple[float, float]] = {}
    for card in state.hands[0]:
        after = play(state, card)
        if after.turn is not None:
            after = game.apply(after, 1, best_reply(after, 1))
        after = game.apply(after, 1, best_reply(after, 1))
        for pair in combinations(after.hands[0], 2):
            end = game.outcome(game.apply(after, 0, Discard(pair)))
            assert end is not None
            share = (0 in end.winners) / len(end.winners)
            clearly = 1 / (1 + exp((end.scores[0] - end.scores[1]) / CLEAR_MARGIN))
            worth = (1 - MARGIN_PART_IN_LAST_ROUND) * share + MARGIN_PART_IN_LAST_ROUND * clearly
            found[Play(card), pair] = share, worth
    return found


@pytest.mark.parametrize("infer", [True, False])
def test_the_only_card_that_takes_nothing_is_found(infer: bool) -> None:
    view = game.view(obvious(), 0)
    for seed in range(5):
        assert Search(seed, infer=infer).decide(view, Budget(rollouts=4000)) == Play(cards("G10")[0])


@pytest.mark.parametrize("turns_left", [1, 2])
@pytest.mark.parametrize("seed", range(12))
def test_with_nothing_hidden_the_last_round_is_counted_out(turns_left: int, seed: int) -> None:
    """The last card together with the pair to set aside, against one without search: found by trying everything."""
    state = ending(seed, turns_left)
    truth = counted(state)
    race = Race(game.view(state, 0), key=seed, infer=True)
    race.play(3)
    for one in race.ranking():
        share, worth = max((found for (action, _), found in truth.items() if action == one.action), key=lambda f: f[1])
        assert (one.share, one.worth) == pytest.approx((share, worth)), one
    best = max(worth for _, worth in truth.values())
    chosen = Search(seed).decide(game.view(state, 0), Budget(rollouts=2000))
    assert max(worth for (action, _), (_, worth) in truth.items() if action == chosen) == best


@pytest.mark.parametrize("seed", range(6))
def test_what_is_exactly_as_good_as_the_best_is_not_dropped(seed: int) -> None:
    state = ending(seed, turns_left=1)
    truth = [worth for _, worth in counted(state).values()]
    race = Race(game.view(state, 0), key=seed, infer=False)
    race.play(MIN_WORLDS)
    race.drop_worse()
    assert race.racing == truth.count(max(truth)) < len(truth)


def test_nothing_is_dropped_before_a_fair_trial() -> None:
    race = Race(game.view(ending(1, turns_left=1), 0), key=1, infer=False)
    everything = race.racing
    race.play(MIN_WORLDS - 1)
    race.drop_worse()
    assert race.racing == everything
    race.play(1)
    race.drop_worse()
    assert race.racing < everything


@pytest.mark.parametrize("limit", [1, 7, 64, 333, 600, 2000])
def test_a_budget_of_rollouts_is_kept(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is tried once, however small the budget; then no more is spent than there is."""
    races: list[Race] = []

    class Watched(Race):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments)  # type: ignore[arg-type]  # whatever it is given
            races.append(self)

    monkeypatch.setattr(race_module, "Race", Watched)
    for state in (middle(2, 9, 1), middle(3, 14, 2), ending(3, turns_left=2)):
        assert state.turn is not None
        found = Search(1).rank(game.view(state, state.turn), Budget(rollouts=limit))
        candidates = 30 if state.trigger else 5
        race = races.pop()
        assert race.rollouts <= max(limit, candidates)
        assert race.racing == 1 or race.rollouts > limit - WORLDS_PER_CHECK * candidates
        assert {one.action.card for one in found} == set(state.hands[state.turn])


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_seed_weighs_the_same_whatever_was_asked_before(players: int) -> None:
    views = [game.view(state, state.turn) for state in (middle(players, plies, 3) for plies in (0, 4, 9, 13))]
    first, second = Search(7), Search(7)
    once = [first.rank(view, SHORT_BUDGET) for view in views]
    again = [second.rank(view, SHORT_BUDGET) for view in reversed(views)]
    assert once == again[::-1]
    assert once != [Search(8).rank(view, SHORT_BUDGET) for view in views]


@pytest.mark.parametrize("name", ["cat", "queen", "flat"])
def test_without_the_extra_fast_one_line_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(NotInstalled) as refusal:
        make(name, 0)
    assert 'pip install "wonderland[fast]"' in str(refusal.value)
    assert "\n" not in str(refusal.value)
