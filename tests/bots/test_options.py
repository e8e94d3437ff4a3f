"""Bots whose names carry options: what is allowed, what they are called, and that the bot gets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import refusal, wonderland
from wonderland.arena import Match
from wonderland.bots import registry
from wonderland.bots.options import FlagOption, NumberOption, every_name
from wonderland.bots.parade.simple import Greedy
from wonderland.bots.registry import BOTS, BotEntry
from wonderland.core.errors import Unreadable
from wonderland.envs.opponents import opponent_names
from wonderland.messages import LANGUAGES, known, say
from wonderland.server.store.sql.schema import played


class Knave(Greedy):
    """Takes options, and remembers them."""

    def __init__(self, seed: int, **options: Any) -> None:
        super().__init__(seed)
        self.options = options


@pytest.fixture
def knave(monkeypatch: pytest.MonkeyPatch) -> None:
    options = (FlagOption("quick"), NumberOption("depth", 2, 20, default=10))
    monkeypatch.setitem(BOTS, "knave", BotEntry("parade", "bots.test_options:Knave", "🃏", options=options))


@pytest.mark.usefixtures("knave")
@pytest.mark.parametrize(
    ("name", "same", "options"),
    [
        ("knave", "knave", {}),
        ("knave:quick", "knave:quick", {"quick": True}),
        ("knave:depth=2", "knave:depth=2", {"depth": 2}),
        ("knave:depth=10", "knave", {}),
        ("knave:depth=3:quick", "knave:quick:depth=3", {"quick": True, "depth": 3}),
        ("knave:quick:depth=10", "knave:quick", {"quick": True}),
    ],
)
def test_a_bot_is_made_with_its_options_and_has_one_name(name: str, same: str, options: dict[str, Any]) -> None:
    assert registry.canonical(name) == registry.canonical(same) == same
    assert registry.find(name) is BOTS["knave"]
    bot = registry.make(name, 7, "parade")
    assert vars(bot)["options"] == options


@pytest.mark.usefixtures("knave")
@pytest.mark.parametrize(
    "option", ["", "slow", "quick=1", "depth", "depth=", "depth=1", "depth=21", "depth=-3", "depth=³"]
)
def test_what_is_no_option_of_a_bot_is_refused_with_those_it_takes(option: str) -> None:
    with pytest.raises(Unreadable) as refused:
        registry.find(f"knave:quick:{option}")
    assert str(refused.value) == f'"{option}" is no option of knave; possible are quick, depth=2 … depth=20'


@pytest.mark.usefixtures("knave")
def test_other_refusals() -> None:
    with pytest.raises(Unreadable, match=r'^"depth" is given twice for knave; once is enough$'):
        registry.make("knave:depth=3:depth=4", 1)
    with pytest.raises(Unreadable, match=r'^queen takes no options; leave out ":fast"$'):
        registry.make("queen:fast", 1)
    with pytest.raises(Unreadable, match=r'^random takes no options; leave out ":"$'):
        registry.make("random:", 1)
    with pytest.raises(Unreadable):
        registry.find("knave:depth=" + "9" * 10_000)


def test_titles_in_every_language() -> None:
    assert registry.title("alice") == registry.title("alice", "fr") == "Alice"
    assert registry.title("alice:level=3") == "Alice (level 3)"
    assert registry.title("alice:level=3", "fr") == "Alice (niveau 3)"
    assert registry.title("alice:net") == "Alice (without search)"
    assert registry.title("alice:net", "fr") == "Alice (sans recherche)"
    assert registry.title("alice:net:level=3") == "Alice (without search, level 3)"


@pytest.mark.usefixtures("knave")
def test_options_without_a_title_are_shown_as_they_are_written() -> None:
    """Also those of a game of long ago, whose bot takes them no longer."""
    assert registry.title("knave:quick:depth=3") == "knave (quick, depth=3)"
    assert registry.title("queen:level=3") == "Queen of Hearts (level=3)"
    assert registry.title("constructor:x") == "constructor (x)"


@pytest.mark.parametrize("bot", [bot for bot, entry in BOTS.items() if entry.options])
def test_every_option_of_ours_has_a_title_and_every_name_fits_into_the_database(bot: str) -> None:
    for option in BOTS[bot].options:
        key = f"bot_{bot}_option_{option.name}"
        assert known(key)
        assert all(say(key, lang, value=3) for lang in LANGUAGES)
    names = every_name(bot, BOTS[bot].options)
    assert names == [registry.canonical(name) for name in names]
    assert max(map(len, names)) <= played.c.bot.type.length  # type: ignore[attr-defined]
    assert max(len(registry.title(name)) for name in names) <= played.c.name.type.length  # type: ignore[attr-defined]


# ---- where bots are named --------------------------------------------------------------------------------


def test_in_a_match_other_options_are_another_bot_and_other_ways_to_write_them_are_not() -> None:
    match = Match.of(["alice", "alice:net", "alice:level=3", "alice:level=3:net"], players=2)
    assert match.entrants == ("alice", "alice:net", "alice:level=3", "alice:net:level=3")
    assert Match.of(["alice:level=9", "alice"]).entrants == ("alice",)
    assert match.game == "parade"
    with pytest.raises(Unreadable, match="level=10"):
        Match.of(["alice:level=10", "queen"])


def test_the_arena_keeps_options_apart_in_its_table_records_and_ratings(tmp_path: Path) -> None:
    records, saved = tmp_path / "games.jsonl", tmp_path / "match.jsonl"
    bots = ["alice:net", "alice:net:level=1"]
    words = ["--games", "2", "--seed", "1", "--rollouts", "5", "--records", str(records), "--save", str(saved)]
    found = json.loads(wonderland("arena", *bots, *words, "--json").stdout)
    assert found["bots"] == sorted(row["bot"] for row in found["table"]) == bots
    assert [json.loads(line)["players"] for line in records.read_text("utf-8").splitlines()] == [bots, bots[::-1]]
    # The same bots, written in another way.
    again = wonderland("arena", "alice:net:level=9", "alice:level=1:net", "--resume", saved, "--json")
    assert json.loads(again.stdout)["bots"] == bots
    assert "BOT" in refusal("arena", "alice:net", "alice:net:level=2", "--resume", saved)


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "alice:level=0", "queen"],
        ["engine", "alice:level=0"],
        ["dataset", "--bots", "greedy,alice:level=0", "--games", "1", "--out", "games.parquet"],
    ],
)
def test_every_command_refuses_an_option_in_one_line(words: list[str]) -> None:
    assert refusal(*words).endswith('"level=0" is no option of alice; possible are net, level=1 … level=9')


def test_opponents_of_an_environment_may_have_options() -> None:
    assert opponent_names("alice:level=2", 3, "parade") == ("alice:level=2",) * 2
