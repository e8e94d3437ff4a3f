"""The report that the tests of the web app draw: a small round of Nimble with a race, an error and all four actions.

    PYTHONPATH=src:tests python tests/web/rhythm_report.py

writes it anew to web/src/games/nimble/review/testReport.json.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from review.nimble.rounds import RACE
from wonderland.records import encode
from wonderland.review.nimble.reviewer import NimbleReviewer
from wonderland.review.reviewer import ReviewSettings

FOLDER = Path(__file__).parents[2] / "web" / "src" / "games" / "nimble" / "review"
FILE = FOLDER / "testReport.json"


def written() -> str:
    """What the file should hold."""
    report = NimbleReviewer().review(RACE, ReviewSettings())
    return msgspec.json.format(encode(report), indent=2).decode() + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
