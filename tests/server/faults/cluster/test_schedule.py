"""The schedule of faults: a seed repeats it, and every kind comes."""

from __future__ import annotations

from random import Random

from server.faults.cluster.schedule import FREEZE_SECONDS, INSTANCES, KINDS, OF_INSTANCES, schedule


def test_a_seed_repeats_the_schedule() -> None:
    assert schedule(Random(5), 20) == schedule(Random(5), 20)
    assert schedule(Random(5), 20) != schedule(Random(6), 20)


def test_every_kind_comes_and_names_an_instance_where_it_is_about_one() -> None:
    faults = schedule(Random(1), 400)
    assert {fault.kind for fault in faults} == KINDS.keys()
    for fault in faults:
        assert (fault.instance in range(INSTANCES)) == (fault.kind in OF_INSTANCES)
        assert (fault.seconds == FREEZE_SECONDS) == (fault.kind == "freeze")
