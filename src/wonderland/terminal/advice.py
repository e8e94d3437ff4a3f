"""What a person may ask at the table: why the others played as they did, and what a strong player would do."""

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
from wonderland.terminal.asking import Talk
from wonderland.terminal.cards import chips
from wonderland.terminal.opponents import shows_faces
from wonderland.terminal.thinking import thinking

#: Understood in every language, whichever the table speaks.
WHY = ("why", "pourquoi", "?")
HINT = ("hint", "indice")


def tell_why(talk: Talk, log: Log, seat: int, names: Sequence[str]) -> None:
    """The last move of everyone else, with reasons that anyone at the table may hear."""
    moves = list(last_moves(log, seat))
    if not moves:
        talk.tell("play_why_none", "dim")
    for before, other, action in moves:
        _tell(talk, names[other], [action.card], why(before, other, action))


def last_moves(log: Log, seat: int) -> Iterator[tuple[View, int, Play]]:
    """The card that each of the others played last, oldest first, with the seat's own view just before it."""
    state, last = game.deal(log.deal), dict[int, tuple[View, int, Play]]()
    for done in log.actions:
        if isinstance(done.action, Play) and done.seat != seat:
            last.pop(done.seat, None)
            last[done.seat] = game.view(state, seat), done.seat, done.action
        state = game.apply(state, done.seat, done.action)
    yield from last.values()


def tell_hint(talk: Talk, state: State, seat: int) -> None:
    """What the strongest bot that is installed here would do, and why, for the person's own eyes."""
    level, action = advise(talk, state, seat)
    key, cards = ("play_hint_card", (action.card,)) if isinstance(action, Play) else ("play_hint_discard", action.cards)
    _tell(talk, talk.text(key, name=known_as(talk, level)), cards, why_own(game.view(state, seat), action))


def advise(talk: Talk, state: State, seat: int) -> tuple[str, Action]:
    """Ask from the top of the ladder down: who is not installed, or fails, is passed over."""
    for level in reversed(ladder(game.name)):
        try:
            # Always the same seed: who asks twice is told the same.
            bot = make(level, seed=0)
        except NotInstalled:
            continue
        with thinking(talk.console, talk.text("play_thinking", name=known_as(talk, level))):
            action, fault = decide(game, state, seat, bot, Budget(), Random(0))
        if fault is None:
            return level, action
    raise AssertionError("the gentlest bots need nothing and do not fail")


def known_as(talk: Talk, level: str) -> str:
    name = title(level, talk.lang)
    return f"{BOTS[level].avatar} {name}" if shows_faces(talk.console) else name


def _tell(talk: Talk, who: str, cards: Iterable[Card], reasons: Iterable[Reason]) -> None:
    talk.console.print(Text(f"    {who} ") + chips(cards))
    for reason in reasons:
        talk.show(f"      · {reason.say(talk.lang)}", hang=" " * 8)
