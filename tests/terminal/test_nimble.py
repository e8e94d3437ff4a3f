"""A person plays Nimble in the terminal: the real screen, with time standing still."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from commands import refusal, wonderland
from games.nimble.positions import position
from wonderland.bots.nimble import Flipper
from wonderland.games import nimble
from wonderland.records import replay_lines
from wonderland.records.log import Log
from wonderland.terminal.nimble import NimbleApp


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def table(log: Log, saves: list[dict[str, Any]], lang: str = "en") -> NimbleApp:
    """A table without a countdown and with an opponent that does nothing unless told."""
    bots = {seat: Flipper(Random(1), slip=0) for seat in range(1, len(log.state.players))}

    def save() -> None:
        saves.append(log.record())

    return NimbleApp(log, 0, bots, lang, Random(1), pace=1e6, save=save, clock=Clock(), countdown=0)


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


def test_opponents_see_only_their_view_and_play() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves)

    async def run() -> None:
        async with app.run_test(size=(100, 32)) as pilot:
            for _ in range(60):
                app.bot_acts(1)
            await pilot.pause()

    asyncio.run(run())
    assert {done.seat for done in log.actions} == {1}
    assert log.state.left(1) < 29
    assert nimble.game.result(log.state)["errors"] == (0, 0)


def test_the_end_of_the_round_closes_the_table_and_is_kept() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    log.state = position("RB BV VG", ["YR", "YG YO OG"], ["BO", ""])
    app = table(log, saves)
    app.save = lambda: saves.append({"kept": str(log.state)})
    press(app, "1")
    assert nimble.game.outcome(log.state) is not None
    assert saves[-1] == {"kept": str(log.state)}


def test_leaving_keeps_the_round() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    press(table(log, saves), "space", "q")
    assert saves[-1]["events"] == [["flip", 0, 250]]


def test_nothing_counts_before_the_countdown_is_over() -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves)
    app.waiting = 3
    assert press(app, "space").startswith("Ready? 3")
    assert log.actions == []


def test_without_a_terminal_it_says_so() -> None:
    assert refusal("play", "nimble").startswith("Nimble is played with single keys in real time")


def test_a_finished_challenge_is_resumed_to_its_result(tmp_path: Path) -> None:
    """Two finished rounds: nothing is left to play, so the standing and the winner are told."""
    file = tmp_path / "challenge.jsonl"
    file.write_bytes(b"\n".join(challenge()))
    done = wonderland("play", "nimble", "--resume", file)
    assert done.returncode == 0, done.stderr
    assert "The Challenge is over. The winner" in done.stdout or "shared" in done.stdout
    with file.open("rb") as stream:
        assert all("challenge" in dict(result) for _, result in replay_lines(stream) if isinstance(result, dict))


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


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_screen_shows_letters_and_symbols_beside_colours(lang: str) -> None:
    log, saves = fresh(), list[dict[str, Any]]()
    app = table(log, saves, lang)

    async def run() -> str:
        async with app.run_test(size=(100, 32)) as pilot:
            await pilot.press("space")
            await pilot.pause()
            return app.export_screenshot()

    picture = asyncio.run(run())
    top = log.state.tops[0]
    for part in (f"{top.frame}", f"{top.circle}", {"en": "Flip", "fr": "Retourner"}[lang]):
        assert part in picture
