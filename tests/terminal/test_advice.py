"""Asking at the table: why the others played as they did, and what a strong player would do."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from itertools import combinations
from random import Random

import pytest
from rich.console import Console

from games.parade.positions import position
from wonderland.bots.bot import Budget
from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.simple import Greedy
from wonderland.bots.parade.why import why
from wonderland.bots.parade.why_own import why_own
from wonderland.bots.registry import ladder, title
from wonderland.games.parade import Action, Card, Discard, Play, View, game
from wonderland.messages import LANGUAGES
from wonderland.records.log import Log
from wonderland.terminal.cards import SYMBOLS
from wonderland.terminal.dialog import Dialog, PlayerLeft
from wonderland.terminal.games.parade.advice import HINT_WORDS, WHY_WORDS, last_moves
from wonderland.terminal.games.parade.table import ParadeTable
from wonderland.terminal.opponents import Opponent


class Broken:
    """A bot that never gets anywhere."""

    def decide(self, view: View, budget: Budget) -> Action:
        raise RuntimeError("lost")


def fresh(seed: int = 21) -> Log:
    return Log(game, game.shuffle(["Alice", "White Rabbit", "Dormouse"], Random(seed)))


def sit(
    log: Log,
    answers: Sequence[str],
    lang: str = "en",
    opponents: dict[int, Opponent] | None = None,
    width: int = 200,
) -> str:
    """Play at the real table with these answers; what was shown, prompts included."""
    console = Console(file=StringIO(), width=width)
    left = iter(answers)

    def ask(prompt: str) -> str:
        console.print(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    seated = opponents or {1: Opponent("rabbit", Greedy(1)), 2: Opponent("dormouse", Greedy(2))}
    with suppress(PlayerLeft):
        ParadeTable(Dialog(lang, console, ask), log, 0, seated, lambda: None, Random(1)).play()
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("word", [*WHY_WORDS, "Why"])
def test_why_tells_the_reasons_of_the_others_last_moves(word: str) -> None:
    log = fresh()
    text = sit(log, ["1", "", word])
    moves = list(last_moves(log, 0))
    assert [seat for _, seat, _ in moves] == [1, 2]
    told = text.rpartition("Which card?")[0].rpartition("Which card?")[2]
    for before, seat, action in moves:
        assert listed(log.state.players[seat], [action.card], why(before, seat, action)) in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reason_that_is_too_long_goes_on_below_its_own_beginning(lang: str) -> None:
    told = sit(fresh(), ["1", "", "why"], lang, width=36).splitlines()
    first = next(place for place, line in enumerate(told) if "·" in line)
    reasons = [line for line in told[first:] if line.startswith("     ")]
    goes_on = [line for line in reasons if not line.startswith("      · ")]
    assert goes_on
    assert all(line.startswith(" " * 8) and not line[8].isspace() for line in goes_on)
    assert all(len(line) <= 36 for line in reasons)


@pytest.mark.parametrize(("cards", "key"), [("O5 O6", "why_takes_only"), ("O5 O6 O8", "why_takes")])
def test_more_than_two_cards_are_not_only_so_many_however_little_they_cost(cards: str, key: str) -> None:
    """All of a colour, so that they count one point each."""
    state = position(f"{cards} R9 B9 V9", ["O3", "", ""], ["", "", ""])
    assert key in [reason.key for reason in why(game.view(state, None), 0, Play(Card("O3")))]


def test_why_in_french() -> None:
    assert "ne prend rien" in sit(fresh(), ["1", "", "1", "", "pourquoi"], "fr").rpartition("Quelle carte")[0]


def test_before_anyone_has_played_there_is_nothing_to_tell() -> None:
    seed = next(seed for seed in range(20) if fresh(seed).state.turn == 0)
    log = fresh(seed)
    assert "Nobody else has played yet." in sit(log, ["why"])
    assert log.actions == []


def test_only_the_last_move_of_each_is_told_and_with_the_table_as_it_was() -> None:
    log = fresh()
    sit(log, ["1", ""] * 4)
    moves = list(last_moves(log, 0))
    assert [view.history for view, _, _ in moves] == [
        tuple((done.seat, done.action.card) for done in log.actions[: len(view.history)]) for view, _, _ in moves
    ]
    assert {seat: action for _, seat, action in moves} == {done.seat: done.action for done in log.actions if done.seat}


def listed(who: str, cards: Sequence[Card], reasons: Sequence[Reason]) -> str:
    """How advice is shown: who, the cards, and a line for every reason."""
    shown = " ".join(f" {card}{SYMBOLS[card.colour]} " for card in cards)
    return "\n      · ".join([f"    {who} {shown}", *(reason.say("en") for reason in reasons)])


def strongest() -> str:
    return title(ladder("parade")[-1])


@pytest.mark.parametrize("word", HINT_WORDS)
def test_a_hint_is_what_the_strongest_would_play_with_reasons_from_the_own_hand(word: str) -> None:
    log = fresh()
    text = sit(log, ["1", "", word])
    view = game.view(log.state, 0)
    told = [listed(f"{strongest()} would play", [card], why_own(view, Play(card))) for card in view.hand]
    assert sum(hint in text for hint in told) == 1
    assert len(log.actions) <= 5, "a hint plays nothing"


@pytest.mark.parametrize("level", ["alice", "alice:net", "alice:level=3"])
def test_a_bot_of_any_options_is_explained_by_its_name(level: str) -> None:
    log = Log(game, game.shuffle(["Ann", title(level)], Random(21)))
    seen = sit(log, ["1", "", "why"], opponents={1: Opponent(level, Greedy(1))})
    told = seen.rpartition("Which card?")[0].rpartition("Which card?")[2].splitlines()
    assert told[1].startswith(f"    {title(level)} ")
    assert told[2].startswith("      · ")


def test_a_hint_about_the_two_cards_to_set_aside() -> None:
    log = fresh(3)
    while log.state.phase == "play":
        sit(log, ["1", ""])
    text = sit(log, ["hint"])
    view = game.view(log.state, 0)
    aside = [Discard(pair) for pair in combinations(view.hand, 2)]
    told = [listed(f"{strongest()} would set aside", pair.cards, why_own(view, pair)) for pair in aside]
    assert sum(hint in text for hint in told) == 1


def test_an_opponent_who_fails_is_told_of_and_the_game_goes_on() -> None:
    log = fresh()
    text = sit(log, ["1", "", "1", ""], opponents={1: Opponent("rabbit", Broken()), 2: Opponent("dormouse", Greedy(2))})
    assert "White Rabbit has lost the thread and plays any card (crashed: RuntimeError: lost)." in text
    assert sum(done.seat == 1 for done in log.actions) >= 2
