"""Why a move was good or bad, in one sentence: what it took, whose majority turned, what it left to the next player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.turn import PlayedTurn, play_turn, unseen
from wonderland.bots.parade.why import gains, sixth, takes, undoes
from wonderland.bots.parade.why_own import why_own
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import Action, Play
from wonderland.games.parade.view import View
from wonderland.messages import say
from wonderland.messages.lists import listed

MAX_REASONS = 2  #: reasons given for the move played, and for the best


class Why(NamedTuple):
    """A sentence in a language, and what it is made of."""

    sentence: str
    reasons: tuple[Reason, ...]
    best_reasons: tuple[Reason, ...] = ()


def explain(view: View, played: Action, best: Action | None, lang: str) -> Why:
    """What the move played does; of an error, for which ``best`` is given, also what the best move would have done."""
    if best is None:
        reasons = why_own(view, played)[:MAX_REASONS]
        return Why(say("review_why", lang, move=_name(played, lang), reasons=_joined(reasons, lang)), reasons)
    reasons, best_reasons = _different(_effects(view, played), _effects(view, best))
    sentence = say(
        "review_why_error",
        lang,
        move=_name(played, lang),
        reasons=_joined(reasons, lang),
        best=_name(best, lang),
        best_reasons=_joined(best_reasons, lang),
    )
    return Why(sentence, reasons, best_reasons)


def _effects(view: View, action: Action) -> tuple[Reason, ...]:
    """Everything that can be said of a move, good or bad."""
    if not isinstance(action, Play) or view.seat is None:
        return why_own(view, action)
    turn = play_turn(view, view.seat, action.card)
    found = (sixth(turn), gains(turn), undoes(turn), takes(turn), leaves_next(turn, view))
    effects = tuple(reason for reason in found if reason)
    known = {reason.key for reason in effects}
    return effects + tuple(reason for reason in why_own(view, action) if reason.key not in known)


def leaves_next(turn: PlayedTurn, view: View) -> Reason | None:
    """With how many of the cards that the mover cannot see the next player would take nothing."""
    if turn.after.turn is None:
        return None
    cards = [card for card in unseen(view, turn.card) if card not in view.hand]
    free = sum(not split(turn.after.parade, card)[0] for card in cards)
    values = {"name": turn.before.players[turn.after.turn], "free": free, "count": len(cards)}
    return Reason("why_leaves_free", values)


def _different(one: Sequence[Reason], two: Sequence[Reason]) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """The first reasons of two moves that are not said of both."""
    shared = [reason for reason in one if reason in two]
    first, second = (tuple(reason for reason in found if reason not in shared)[:MAX_REASONS] for found in (one, two))
    return first or tuple(one[:1]), second or tuple(two[:1])


def _name(action: Action, lang: str) -> str:
    """A move in words: its card, or the two set aside."""
    if isinstance(action, Play):
        return str(action.card)
    return say("review_aside", lang, cards=listed(action.cards, lang))


def _joined(reasons: Sequence[Reason], lang: str) -> str:
    return "; ".join(reason.say(lang) for reason in reasons)
