"""``wonderland analyse --html``: the page beside what is printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from commands import refusal, wonderland
from review.html.parsed_page import ParsedPage
from wonderland.sim import record_of

QUICK = ("--budget", "50")


def beginning(number: int, **fields: Any) -> str:
    """A game of two that has only begun, which is reviewed quickly."""
    record = record_of(2, number, seed=5, policy="greedy")
    record.pop("discards")
    return json.dumps(record | {"moves": record["moves"][:3], "players": ["<i>Ann</i>", "Bob"], **fields})


def test_a_page_holds_every_game_that_could_be_reviewed(tmp_path: Path) -> None:
    games, page = tmp_path / "games.jsonl", tmp_path / "page.html"
    games.write_text("\n".join([beginning(0), beginning(1, first=9), beginning(1)]))
    done = wonderland("analyse", games, "--html", page, "--json", *QUICK, "--lang", "fr")
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 2
    parsed = ParsedPage(page.read_text("utf-8"))
    assert parsed.found("html")[0]["lang"] == "fr"
    assert ("h1", "Analyse de 2 parties") in parsed.texts
    assert ("th", "<i>Ann</i>") in parsed.texts
    assert not parsed.found("i") or all("class" in one for one in parsed.found("i"))


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_reviewed(tmp_path: Path) -> None:
    game, page = tmp_path / "game.json", tmp_path / "page.html"
    game.write_text(beginning(0))
    assert "ends in .html, not page.txt" in refusal("analyse", game, "--html", tmp_path / "page.txt")
    assert "none" in refusal("analyse", game, "--html", tmp_path / "none" / "page.html")
    assert wonderland("analyse", "-", "--html", page, given="{").returncode == 2
    assert not page.exists()
