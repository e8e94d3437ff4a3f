"""Whole runs: the same games however they are run, added up rightly, and interruptible."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from cases import cases
from wonderland.core.errors import WonderlandError
from wonderland.figures.measure import Measure
from wonderland.sim import Statistics, simulate, statistics
from wonderland.sim.kernel.layout import COUNTS_SIZE, MAX_PLAYERS, PACK, RANDOM
from wonderland.sim.runs import cpu
from wonderland.sim.runs.simulate import GAMES_PER_CHUNK


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_games_depend_on_seed_and_number_alone(policy: str) -> None:
    games = GAMES_PER_CHUNK + 1000
    whole = simulate(3, games, seed=4, policy=policy, threads=1)
    assert (simulate(3, games, seed=4, policy=policy, threads=2).table == whole.table).all()
    later = simulate(3, 500, seed=4, policy=policy, start=GAMES_PER_CHUNK - 250)
    assert (later.table == whole.table[GAMES_PER_CHUNK - 250 : GAMES_PER_CHUNK + 250]).all()
    assert (simulate(3, games, seed=5, policy=policy).table != whole.table).any()


def test_one_policy_a_seat_follows_the_seats_of_the_table() -> None:
    """The greedy seat wins far more than its share wherever it sits."""
    for seat in range(3):
        policies = ["random"] * 3
        policies[seat] = "greedy"
        games = simulate(3, 2000, seed=1, policy=policies)
        assert games.winners[:, seat].mean() > 0.6
        assert games.winners.mean(axis=0).argmax() == seat


@pytest.mark.parametrize("players", cases((2, 4), (3, 5, 6), "every number of players is compiled"))
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_statistics_are_the_sums_of_the_games(players: int, policy: str) -> None:
    games = simulate(players, 5000, seed=8, policy=policy)
    found = statistics(players, 5000, seed=8, policy=policy, threads=2)
    order = (games.first[:, None] + np.arange(players)) % players
    scores = np.take_along_axis(games.scores, order, axis=1)
    cards = np.take_along_axis(games.cards, order, axis=1)
    winners = np.take_along_axis(games.winners, order, axis=1)
    sharing = games.winners.sum(axis=1)
    for seat in range(players):
        assert (found.score_counts[seat] == np.bincount(scores[:, seat], minlength=331)).all()
        assert (found.card_counts[seat] == np.bincount(cards[:, seat], minlength=67)).all()
        won = np.bincount(sharing[winners[:, seat]], minlength=players + 1)
        assert (found.win_counts[seat] == won).all()
    assert (found.lowest_counts == np.bincount(games.scores.min(axis=1), minlength=331)).all()
    assert (found.ply_counts == np.bincount(games.plies, minlength=64)).all()
    assert (found.trigger_counts == np.bincount(games.trigger_ply, minlength=64)).all()
    callers = (games.trigger_seat - games.first) % players
    assert (found.trigger_seat_counts == np.bincount(callers, minlength=players)).all()
    both = int((games.by_colours & games.by_pile).sum())
    assert found.cause_counts == {
        "colours": int(games.by_colours.sum()) - both,
        "pile": int(games.by_pile.sum()) - both,
        "both": both,
    }
    holders = games.majorities.sum(axis=1)
    for colour in range(6):
        assert (found.turned_counts[colour] == np.bincount(holders[:, colour], minlength=players + 1)).all()


def test_shares_of_wins_add_up_to_one() -> None:
    found = statistics(4, 20_000, seed=2)
    assert sum(found.wins(seat).mean for seat in range(4)) == pytest.approx(1)


def test_a_confidence_interval() -> None:
    """Of 400 tries 100 hits: 25 % with a standard error of sqrt(0.25 · 0.75 / 399)."""
    mean = Measure.of(np.array([0, 1]), np.array([300, 100]))
    assert mean.mean == 0.25
    assert mean.margin == pytest.approx(1.96 * 0.0216777, rel=1e-4)
    # Wilson's interval is from 21.0 % to 29.5 %.
    assert Measure.rate(100, 400).margin == pytest.approx(0.0447, abs=1e-4)


def test_rare_events_and_single_games_are_not_called_sure() -> None:
    """Of a thousand tries none: Wilson's interval ends at 0.38 %, not at 0."""
    assert Measure.rate(0, 1000).margin == pytest.approx(0.00383, abs=1e-5)
    assert np.isnan(statistics(2, 1, seed=1).score(0).margin)


@pytest.mark.parametrize("players", cases((2, 4), (3, 5, 6), "every number of players is compiled"))
def test_playing_without_hands_changes_no_odds(players: int) -> None:
    """Random players' games as the kernel plays them, against games with dealt hands: the same distributions.

    Two samples of everything that is counted by a chi-squared test a part; their values for these seeds are
    fixed, so this cannot fail by chance.
    """
    games = 200_000
    counts = np.zeros(COUNTS_SIZE, np.int64)
    codes = np.full(MAX_PLAYERS, RANDOM, np.uint8)
    cpu.count_games(np.uint64(77), 0, games, (0,) * players, codes, PACK.copy(), counts)
    with_hands = Statistics(players, games, 77, 0, ("random",) * players, counts)
    without = statistics(players, games, seed=78)
    for part in ("ply_counts", "lowest_counts", "trigger_seat_counts", "turned_counts", "score_counts", "card_counts"):
        dealt, ours = getattr(with_hands, part).ravel(), getattr(without, part).ravel()
        seen = dealt + ours > 20
        distance = ((dealt - ours)[seen] ** 2 / (dealt + ours)[seen]).sum()
        assert distance < seen.sum() + 5 * np.sqrt(2 * seen.sum()), part


def test_every_card_comes_at_every_place_alike() -> None:
    """The shuffle: each card at each place of the deck, and each first player, equally often."""
    games, places = 60_000, 66
    seen = np.zeros((places, 96), np.int64)
    first = np.zeros(6, np.int64)
    for game in range(0, games, 20):
        deck, moves, aside, end = (np.zeros(size, kind) for size, kind in _SHOWN)
        cpu.show_game(np.uint64(5), np.uint64(game), (0,) * 6, _GREEDY, PACK.copy(), deck, moves, aside, end)
        seen[np.arange(places), deck[:places]] += 1
        first[end[0]] += 1
    expected = games / 20 / places
    distance = ((seen[:, PACK] - expected) ** 2 / expected).sum()
    freedom = (places - 1) ** 2
    assert abs(distance - freedom) < 4 * np.sqrt(2 * freedom)
    assert ((first - games / 120) ** 2 / (games / 120)).sum() < 20


_SHOWN = ((72, np.uint8), (64, np.uint8), (12, np.uint8), (32, np.int64))
_GREEDY = np.ones(MAX_PLAYERS, np.uint8)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_and_interruption(threads: int) -> None:
    told: list[int] = []
    statistics(2, 3 * GAMES_PER_CHUNK + 5, seed=1, threads=threads, progress=told.append)
    assert sum(told) == 3 * GAMES_PER_CHUNK + 5

    def stop(games: int) -> None:
        raise KeyboardInterrupt

    found = statistics(2, 10**12, seed=1, threads=threads, progress=stop)
    assert 0 < found.games < 100 * GAMES_PER_CHUNK
    assert found.games % GAMES_PER_CHUNK == 0
    assert (found.counts == statistics(2, found.games, seed=1).counts).all()
    with pytest.raises(KeyboardInterrupt):
        simulate(2, 50 * GAMES_PER_CHUNK, seed=1, threads=threads, progress=stop)


#: In a process of its own: a second Ctrl-C may come late, and would stop the tests.
INTERRUPTED = """
import _thread, sys
from wonderland.sim.runs.threads import run_in_chunks

finished = []

def worker():
    def play(low, high):
        if low == 3:
            _thread.interrupt_main()
        finished.append(high - low)
    return play

done = run_in_chunks(0, 10**9, 1, int(sys.argv[1]), worker, keep=True)
print(0 < done == sum(finished) < 10**9)
"""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interruption_at_any_moment_counts_what_was_played(threads: str) -> None:
    """Ctrl-C reaches the main thread while a worker is in the middle of a block: the block is finished and counted."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, threads], capture_output=True, check=True, text=True)
    assert done.stdout == "True\n"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 7}, "from 2 to 6"),
        ({"games": -1}, "games"),
        ({"policy": "clever"}, "random, greedy"),
        ({"policy": ["random"]}, "1 policies for 3 players"),
        ({"device": "tpu"}, "cpu and cuda"),
        ({"device": "cuda", "policy": "greedy"}, "GPU"),
    ],
)
def test_what_is_refused(wrong: dict[str, object], words: str) -> None:
    asked: dict[str, object] = {"players": 3, "games": 10, **wrong}
    with pytest.raises(WonderlandError, match=words):
        simulate(**asked)  # type: ignore[arg-type]  # wrong on purpose


def test_no_games_at_all() -> None:
    assert len(simulate(2, 0)) == 0
    assert statistics(2, 0).games == 0
    assert statistics(2, 0).to_dict()["seats"][0]["score"]["mean"] is None
