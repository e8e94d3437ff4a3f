"""The guide docs/adding-a-game.md is true: a game written by it is known everywhere after one line."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from shlex import quote

import pytest

from games import tricks as tricks_package
from games.examples import example_games as example_games
from games.tricks import game
from wonderland.arena import Match, MatchRunner
from wonderland.bots.registry import ladder
from wonderland.core.errors import NotAllowed
from wonderland.games import registry
from wonderland.records import encode, replay
from wonderland.records.log import Log
from wonderland.testing import check_bot, check_game, check_table

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
FOLDER = Path(tricks_package.__file__).parent

pytestmark = pytest.mark.usefixtures("example_games")


@pytest.mark.parametrize(
    ("file", "code"), re.findall(r'```python title="(.*?)"\n(.*?)```', GUIDE.read_text("utf-8"), re.S)
)
def test_the_code_of_the_guide_is_the_code_of_the_game(file: str, code: str) -> None:
    assert code.strip() in FOLDER.joinpath(file).read_text("utf-8")


def test_it_passes_the_kits() -> None:
    check_game(game, games=2)
    check_table(game)
    check_bot("random", game="tricks")


def test_a_live_game_passes_the_kits() -> None:
    check_game(registry.find("berries"), games=1, hidden=False)
    check_table(registry.find("berries"))
    check_bot("squirrel")


def test_its_rules_messages_and_records_are_known() -> None:
    assert registry.rules_page("tricks", "fr").startswith("# Moonlight tricks")
    log = Log(registry.find("tricks"), game.shuffle(["Ann", "Bob"], Random(1)))
    random = Random(2)
    while (turn := log.state.turn) is not None:
        log.act(turn, random.choice(game.legal(log.state, turn)))
    result = replay(encode(log.record()))
    assert result["finished"] is True
    assert sum(result["tricks"]) == 4
    refusal = NotAllowed("refused_must_follow", card="M1", lead="S2")
    assert str(refusal) == "M1 does not follow S2; play a card of that suit."
    assert refusal.say("fr").startswith("M1 ne suit pas S2")


def test_a_suit_that_can_be_followed_must_be_followed() -> None:
    """T2, and what the kit cannot know: that the rule is the one on the page."""
    state = game.read_state('players: ["A", "B"]\nhands: M1 S1 / M5 M6 S2\nleader: 1\ntrick: S6\nwon: 0 0')
    assert list(map(str, game.legal(state, 0))) == ["S1"]


def test_the_arena_plays_it() -> None:
    runner = MatchRunner(Match.of(["random"], players=3, seed=1, game="tricks"), 10)
    runner.play()
    assert runner.results.games == 10
    assert runner.results.measures == ["tricks"]


def test_the_arena_plays_a_live_game_in_virtual_time_with_its_own_bots() -> None:
    match = Match.of(["squirrel", "random"], seed=1)
    assert match.game == "berries"
    runner = MatchRunner(match, 10)
    runner.play()
    assert runner.results.games == 10
    assert runner.results.wins("squirrel").mean > 0.9


def test_an_engine_plays_it_over_a_pipe() -> None:
    """A program that knows nothing of us plays the highest card that ``legal`` offers."""
    name = f"engine:{quote(sys.executable)} {quote(str(FOLDER / 'engine.py'))}"
    check_bot(name, game="tricks", deterministic=False)
    runner = MatchRunner(Match.of([name, "random"], seed=1, game="tricks"), 20)
    runner.play()
    assert runner.results.games == 20
    assert not any(runner.results.thinking[bot].faults for bot in (name, "random"))


def test_a_game_without_bots_of_its_own_offers_the_random_one() -> None:
    assert ladder("tricks") == ("random",)
    assert ladder("berries") == ("squirrel",)
