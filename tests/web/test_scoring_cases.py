"""The score pad's own scoring is tried on cases that are those of the rules as they are."""

from __future__ import annotations

import msgspec

from web.scoring_cases import FILE, written


def test_the_cases_are_up_to_date() -> None:
    assert FILE.read_text("utf-8") == written(), "run: python tests/web/scoring_cases.py"


def test_the_cases_hold_what_matters() -> None:
    cases = {case["name"]: case for case in msgspec.json.decode(FILE.read_bytes())}
    assert cases["the example of the rulebooks"]["scores"] == [35, 27, 31]
    assert {len(case["front"]) for case in cases.values()} == {2, 3, 4, 5, 6}
    assert FILE.stat().st_size < 60_000
