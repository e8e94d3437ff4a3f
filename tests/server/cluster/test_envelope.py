"""Whoever can write to Redis can make no instance believe anything."""

from __future__ import annotations

import pytest

from server.fakes import FakeClock
from wonderland.server.bus.envelope import MAX_AGE_MS, Envelopes
from wonderland.server.bus.messages import Beat, Written

KEY = b"k" * 32


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def test_a_message_arrives_once(clock: FakeClock) -> None:
    ann, bob = Envelopes(KEY, "ann", clock.now), Envelopes(KEY, "bob", clock.now)
    first, second = ann.seal("all", Beat(1)), ann.seal("all", Written({"t1": 7}))
    assert bob.open("all", first) == ("ann", Beat(1))
    assert bob.open("all", second) == ("ann", Written({"t1": 7}))
    assert bob.open("all", second) is None, "it is replayed"
    assert bob.open("all", first) is None, "it is older than what was heard"
    assert ann.open("all", first) is None, "it is one's own"
    assert bob.refused == 2


def test_what_is_forged_is_refused(clock: FakeClock) -> None:
    ann, bob = Envelopes(KEY, "ann", clock.now), Envelopes(KEY, "bob", clock.now)
    stranger = Envelopes(b"x" * 32, "ann", clock.now)
    assert bob.open("all", stranger.seal("all", Beat(1))) is None
    data = ann.seal("all", Beat(1))
    assert bob.open("table:t1", data) is None, "it was said elsewhere"
    for place in range(len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert bob.open("all", changed) is None
    assert bob.open("all", b"") is None
    assert bob.open("all", data) == ("ann", Beat(1))


def test_what_is_old_or_of_the_future_is_refused(clock: FakeClock) -> None:
    ann, bob = Envelopes(KEY, "ann", clock.now), Envelopes(KEY, "bob", clock.now)
    late = ann.seal("all", Beat(1))
    clock.advance(MAX_AGE_MS + 1)
    assert bob.open("all", late) is None
    early = Envelopes(KEY, "cy", lambda: clock.now() + MAX_AGE_MS + 1).seal("all", Beat(1))
    assert bob.open("all", early) is None
    assert (bob.refused, bob.late) == (0, 2), "slow, but by nobody's ill will"
