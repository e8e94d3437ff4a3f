"""Advice at the table: why the others played as they did, and what a strong player would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rich.text import Text

from wonderland.bots.bot import Budget
from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.why import why
from wonderland.bots.parade.why_own import why_own
from wonderland.bots.registry import BOTS, ladder, make, title
from wonderland.bots.running import decide
from wonderland.core.errors import NotInstalled
from wonderland.games.parade import Action, Card, Play, State, View, game
from wonderland.records.log import Log
from wonderland.terminal.cards import card_labels
from wonderland.terminal.dialog import Dialog
from wonderland.terminal.opponents import shows_avatars
from wonderland.terminal.status import delayed_status

#: The words that ask for advice; those of every language are understood in all of them.
WHY_WORDS = ("why", "pourquoi", "?")
HINT_WORDS = ("hint", "indice")


def tell_why(dialog: Dialog, log: Log, seat: int, names: Sequence[str]) -> None:
    """The last move of everyone else, with reasons that use only what the whole table can see."""
    moves = list(last_moves(log, seat))
    if not moves:
        dialog.tell("play_why_none", "dim")
    for before, other, action in moves:
        _tell(dialog, names[other], [action.card], why(before, other, action))


def last_moves(log: Log, seat: int) -> Iterator[tuple[View, int, Play]]:
    """The card that each of the others played last, oldest first, with the seat's own view just before it."""
    state, last = game.deal(log.deal), dict[int, tuple[View, int, Play]]()
    for done in log.actions:
        if isinstance(done.action, Play) and done.seat != seat:
            last.pop(done.seat, None)
            last[done.seat] = game.view(state, seat), done.seat, done.action
        state = game.apply(state, done.seat, done.action)
    yield from last.values()


def tell_hint(dialog: Dialog, state: State, seat: int) -> None:
    """What the strongest bot that is installed here would do, with reasons that use the person's own hand."""
    level, action = advise(dialog, state, seat)
    key, cards = ("play_hint_card", (action.card,)) if isinstance(action, Play) else ("play_hint_discard", action.cards)
    _tell(dialog, dialog.text(key, name=_display_name(dialog, level)), cards, why_own(game.view(state, seat), action))


def advise(dialog: Dialog, state: State, seat: int) -> tuple[str, Action]:
    """The choice of the strongest bot of the ladder that is installed and does not fail, with its level."""
    for level in reversed(ladder(game.name)):
        try:
            # A fixed seed: asking twice gives the same hint.
            bot = make(level, seed=0)
        except NotInstalled:
            continue
        with delayed_status(dialog.console, dialog.text("play_thinking", name=_display_name(dialog, level))):
            action, fault = decide(game, state, seat, bot, Budget(), Random(0))
        if fault is None:
            return level, action
    raise AssertionError("the gentlest bots need nothing and do not fail")


def _display_name(dialog: Dialog, level: str) -> str:
    name = title(level, dialog.lang)
    return f"{BOTS[level].avatar} {name}" if shows_avatars(dialog.console) else name


def _tell(dialog: Dialog, who: str, cards: Iterable[Card], reasons: Iterable[Reason]) -> None:
    dialog.console.print(Text(f"    {who} ") + card_labels(cards))
    for reason in reasons:
        dialog.show(f"      · {reason.say(dialog.lang)}", hang=" " * 8)
