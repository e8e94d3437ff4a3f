"""A bot of Parade waits as people do, longer where it is hard, and tells nothing by it."""

from __future__ import annotations

from random import Random

import msgspec

from server.bot_processes.positions import positions
from wonderland.bots.registry import kit
from wonderland.games.parade import Action, Discard, Play, View, game
from wonderland.games.parade.removal import split
from wonderland.server.bot_processes.delays import MAX_DELAY_MS, delay

VIEWS = [game.view(state, seat) for players in (2, 4, 6) for state, seat in positions(players, seed=players)]
SEEDS = range(300)
KIT = kit("parade")


def middle(view: View, action: Action) -> int:
    return sorted(delay(KIT, view, action, Random(seed)) for seed in SEEDS)[len(SEEDS) // 2]


def first_of(view: View) -> Action:
    return Play(view.hand[0]) if view.phase == "play" else Discard(view.hand[:2])


def test_between_about_one_second_and_two_and_a_half() -> None:
    times = sorted(delay(KIT, view, first_of(view), Random(seed)) for view in VIEWS for seed in range(50))
    assert times[0] > 850
    assert 1100 < times[len(times) // 2] < 1700
    assert times[-1] <= MAX_DELAY_MS
    assert sum(time == MAX_DELAY_MS for time in times) < len(times) / 50


def test_skewed_as_people_are() -> None:
    view = VIEWS[0]
    times = sorted(delay(KIT, view, first_of(view), Random(seed)) for seed in SEEDS)
    half = times[len(times) // 2]
    assert times[-1] - half > 1.3 * (half - times[0])


def test_taking_many_cards_the_last_round_and_the_last_choice_take_longer() -> None:
    plays = {len(split(view.parade, card)[0]): card for view in VIEWS if view.phase == "play" for card in view.hand}
    assert max(plays) >= 3
    for view in VIEWS:
        if view.phase != "play":
            continue
        counts = sorted((len(split(view.parade, card)[0]), KIT.hardness(view, Play(card))) for card in view.hand)
        assert [hard for _, hard in counts] == sorted(hard for _, hard in counts)
        last = msgspec.structs.replace(view, last_round=2)
        if view.last_round is None:
            assert middle(last, first_of(view)) > middle(view, first_of(view))


def test_how_long_the_last_choice_takes_tells_nothing_about_it() -> None:
    views = [view for view in VIEWS if view.phase == "discard"]
    choices = [(view, Discard((one, two))) for view in views for one in view.hand for two in view.hand if one < two]
    assert len(choices) > 12
    assert len({delay(KIT, view, choice, Random(3)) for view, choice in choices}) == 1


def test_the_same_for_the_same_luck() -> None:
    view = VIEWS[0]
    assert delay(KIT, view, first_of(view), Random(1)) == delay(KIT, view, first_of(view), Random(1))
