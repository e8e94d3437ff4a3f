"""A person plays Nimble in the terminal: the real screen, with time standing still."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from rich.console import Console
from textual.widgets._footer import FooterKey

from commands import refusal, wonderland
from games.nimble.positions import position
from wonderland.bots.bot import Budget
from wonderland.bots.registry import make
from wonderland.bots.timeline import play_live
from wonderland.core.errors import NotAllowed
from wonderland.games import nimble
from wonderland.records.log import Log
from wonderland.terminal.cards import SYMBOLS
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.game_file import GameFile
from wonderland.terminal.games.nimble.app import NimbleApp
from wonderland.terminal.games.nimble.challenge import next_round
from wonderland.terminal.opponents import Opponent
from wonderland.terminal.request import PlayRequest


class Clock:
    """A quarter of a second later whenever it is read."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def table(
    log: Log, saves: list[dict[str, Any]], lang: str = "en", opponents: Mapping[int, Opponent] | None = None
) -> NimbleApp:
    """A table without a countdown; the others do nothing unless they are opponents."""

    def save() -> None:
        saves.append(log.record())

    return NimbleApp(log, 0, opponents or {}, lang, save=save, clock=Clock(), countdown=0)


def press(app: NimbleApp, *keys: str) -> str:
    """Press keys on the real screen; the text of the status line at the end."""

    async def run() -> str:
        async with app.run_test(size=(100, 32)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return str(app.query_one("#status").render())

    return asyncio.run(run())


def fresh() -> Log:
    return Log(nimble.game, nimble.game.shuffle(["Alice", "Ada"], Random(5), setup=[0, 0, 1]))


def test_space_flips_and_backspace_takes_back() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    press(table(log, saves), "space", "space", "backspace")
    assert [str(done.action) for done in log.actions] == ["flip", "flip", "back"]
    assert len(log.state.discards[0]) == 1


def test_numbers_place_on_the_piles() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    press(table(log, saves), "space", "2")
    assert log.state.piles[1][-1].seat == 0
    assert len(log.state.piles[1]) == 2


def test_events_carry_the_time_since_the_start() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    press(table(log, saves), "space", "space")
    assert log.record()["events"] == [["flip", 0, 250], ["flip", 0, 500]]


def test_a_refusal_is_said_in_the_players_language() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    assert press(table(log, saves, "fr"), "backspace").startswith("La défausse est vide")
    assert log.actions == []


def test_space_turns_the_discard_over_when_the_hand_is_empty() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    log.state = position("RB BV VG", ["", "YG YO OG"], ["GY GO YR", ""])
    press(table(log, saves), "space")
    assert [str(done.action) for done in log.actions] == ["turn"]


def opponents(*levels: str) -> dict[int, Opponent]:
    return {seat: Opponent(level, make(level, seat)) for seat, level in enumerate(levels, 1)}


@pytest.mark.parametrize("levels", [["gryphon"], ["turtle", "hare", "dodo"]])
def test_opponents_play_as_their_clock_says(levels: list[str]) -> None:
    """The very round that the arena plays, with somebody who never does anything at the first seat."""

    class Nobody:
        def decide(self, view: nimble.View, budget: Budget) -> nimble.Action:
            return nimble.Flip()

        def pace(self, view: nimble.View, action: nimble.Action) -> int:
            return 60_000

    names = ["Alice", *levels]
    log = Log(nimble.game, nimble.game.shuffle(names, Random(5)))
    app = table(log, [], opponents=opponents(*levels))

    async def run() -> None:
        async with app.run_test(size=(100, 32)):
            while (app.timeline.due or 10**6) < 50_000:
                app.opponents_act()

    asyncio.run(run())
    played = play_live(log.game, log.deal, [Nobody(), *(opponent.bot for opponent in opponents(*levels).values())])
    expected = [done for done in played.log.actions if (done.time or 0) < 50_000]
    assert len(expected) > 50
    assert log.actions[: len(expected)] == expected


def test_an_opponent_who_was_quicker_makes_a_placement_bounce() -> None:
    """The moment had come, the screen did not show it yet: the card stays and no error counts (N11)."""
    log = fresh()
    log.state = position("RB BV VG", ["YR YB", "YO OV OB"], ["GO", "GY"])
    app = table(log, [], opponents=opponents("turtle"))

    async def run() -> str:
        async with app.run_test(size=(100, 32)) as pilot:
            due = app.timeline.due
            assert due is not None
            app.clock = lambda: 100.25 + due / 1000
            await pilot.press("3")
            await pilot.pause()
            return str(app.query_one("#status").render())

    assert asyncio.run(run()).startswith("Beaten to it: GY now lies there")
    assert [done.seat for done in log.actions] == [1]
    assert log.state.discards[0] == (nimble.Card("GO"),)


def test_the_end_of_the_round_closes_the_table() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    log.state = position("RB BV VG", ["YR", "YG YO OG"], ["BO", ""])
    app = table(log, saves)
    press(app, "1")
    assert nimble.game.outcome(log.state) is not None
    assert not app.is_running


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_leaving_closes_the_table(key: str) -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves)
    press(app, "space", key, "space")
    assert len(log.actions) == 1


def test_a_save_that_fails_is_told_and_the_round_goes_on() -> None:
    log = fresh()
    app = table(log, [])

    def full() -> None:
        raise OSError(28, "No space left on device", "game.json")

    app.save = full

    async def run() -> str:
        async with app.run_test(size=(80, 24)) as pilot:
            app.save_log()
            await pilot.pause()
            return str(app.query_one("#status").render())

    assert "game.json: No space left on device" in asyncio.run(run())


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (40, 24)])
def test_everything_fits_on_a_small_screen(size: tuple[int, int]) -> None:
    """Four players, names that look like markup, and nothing is cut off or below the edge."""
    names = ["Alice", "[/b]Evil[", "Bruno", "Chloé"]
    log = Log(nimble.game, nimble.game.shuffle(names, Random(5)))
    app = table(log, [])

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.press("space", "backspace", "backspace")
            await pilot.pause()
            screen = app.screen.region
            for part in ("#pile0", "#pile2", "#discard", "#sizes", "#status", "#others"):
                assert screen.contains_region(app.query_one(part).region), part
            assert str(app.query_one("#status").render()).startswith("The discard is empty")
            assert "[/b]Evil[" in str(app.query_one("#others").render())

    asyncio.run(run())


def test_nothing_counts_before_the_countdown_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves)
    app.countdown = 3
    # On a slow machine its seconds might pass before the key is pressed.
    monkeypatch.setattr(app, "set_timer", lambda *_: None)
    assert press(app, "space").startswith("Ready? 3")
    assert log.actions == []


def test_a_timer_that_rings_while_the_app_ends_does_no_harm() -> None:
    app = table(fresh(), [])
    press(app)
    app.tell("too late")


def test_without_a_terminal_it_says_so() -> None:
    assert refusal("play", "nimble").startswith("Nimble is played with single keys in real time")


def test_a_finished_challenge_is_resumed_to_its_result(tmp_path: Path) -> None:
    """Two finished rounds: nothing is left to play, so the standing and the winner are told."""
    file = tmp_path / "challenge.jsonl"
    file.write_bytes(b"\n".join(challenge()))
    done = wonderland("play", "nimble", "--resume", file)
    assert done.returncode == 0, done.stderr
    assert "The Challenge is over. The winner" in done.stdout or "shared" in done.stdout
    assert file.read_bytes() == b"\n".join(challenge()), "nothing was played, so nothing is written"


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        (lambda one, two: [{**one, "events": []}, two], "line 2: round: round 2 must follow a finished round"),
        (lambda one, two: [two], "line 1: round: round 2 must follow"),
        (lambda one, two: [one, one, {**two, "players": ["X", "Y"]}], "line 3: round: round 2 must follow"),
    ],
)
def test_rounds_that_make_no_challenge_are_not_resumed(tmp_path: Path, rounds: Any, message: str) -> None:
    file = tmp_path / "challenge.jsonl"
    one, two = (msgspec.json.decode(line) for line in challenge())
    file.write_bytes(b"\n".join(msgspec.json.encode(line) for line in rounds(one, two)))
    assert refusal("play", "nimble", "--resume", file).startswith(message)


def test_a_challenge_goes_from_one_round_to_the_next() -> None:
    """The rounds of the real table, with the keys of two people who play badly."""
    one, _ = (msgspec.json.decode(line) for line in challenge())
    file = GameFile(Path("challenge.jsonl"), [Log.resume(one)])
    request = PlayRequest("en", "Alice", None, Random(1), None, None, 0, datetime(2026, 1, 1))
    following = next_round(request, file, Dialog("en", Console(file=StringIO())))
    assert following is not None
    assert following.deal.round == (2, 2)
    end = nimble.game.outcome(file.log.state)
    assert end is not None
    giver = min((0, 1), key=following.deal.setup.count)
    assert end.titles[giver] == "pinocchio"


def test_a_challenge_is_kept_line_by_line_only(tmp_path: Path) -> None:
    random, file = Random(1), tmp_path / "challenge.json"
    request = PlayRequest("en", "Alice", None, random, file, None, 0, datetime(2026, 1, 1))
    deal = nimble.game.shuffle(["Alice", "Ada"], random, of=(1, 2))
    with pytest.raises(NotAllowed, match="a Challenge is kept in a file ending in"):
        GameFile.fresh(request, nimble.game, deal, "jsonl")
    assert not file.exists()


def challenge() -> list[bytes]:
    from golden.playthrough import play
    from wonderland.records.writing import encode

    rounds = []
    standing = nimble.Challenge.start(2)
    for number in (1, 2):
        for seed in range(100):
            record = {**play(nimble.game, 2, seed), "round": [number, 2]}
            giver = min((0, 1), key=record["setup"].count)
            if giver in standing.fewest:
                break
        *_, last = nimble.game.steps(record)
        end = nimble.game.outcome(last.state)
        assert end is not None
        standing = standing.after(end)
        rounds.append(encode(record))
    return rounds


@pytest.mark.parametrize(("lang", "flip"), [("en", "Flip"), ("fr", "Retourner")])
def test_the_screen_shows_letters_and_symbols_beside_colours(lang: str, flip: str) -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves, lang)

    async def run() -> str:
        async with app.run_test(size=(100, 32)) as pilot:
            await pilot.press("space")
            await pilot.pause()
            return app.export_screenshot()

    picture = asyncio.run(run())
    for card in (*log.state.tops, log.state.discards[0][-1]):
        for letter in card:
            assert f"{letter}{SYMBOLS[letter]}" in picture
    assert flip in picture


@pytest.mark.parametrize(("lang", "space"), [("en", "space"), ("fr", "espace")])
def test_the_keys_are_named_in_the_readers_language(lang: str, space: str) -> None:
    app = table(fresh(), [], lang)

    async def run() -> list[str]:
        async with app.run_test(size=(100, 32)) as pilot:
            await pilot.pause()
            return [key.key_display for key in app.query(FooterKey)]

    assert space in asyncio.run(run())
