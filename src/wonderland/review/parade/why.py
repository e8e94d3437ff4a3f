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

MAX_REASONS = 2  #: reasons given for the move played, and for the best; no more than one sentence can hold
#: What two moves leave to the next player differs if so large a part of the unseen cards takes nothing after one only.
MIN_FREE_PART = 0.2


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
    reasons, best_reasons = _different(_effects(view, played, best), _effects(view, best, played))
    sentence = say(
        "review_why_error" if reasons or best_reasons else "review_why_later",
        lang,
        move=_name(played, lang),
        reasons=_joined(reasons, lang),
        best=_name(best, lang),
        best_reasons=_joined(best_reasons, lang),
    )
    return Why(sentence, reasons, best_reasons)


def _effects(view: View, action: Action, other: Action) -> tuple[Reason, ...]:
    """Everything that can be said of a move in comparison with another, good or bad."""
    if not isinstance(action, Play) or not isinstance(other, Play):
        return why_own(view, action)
    turn = play_turn(view, view.seat or 0, action.card)
    found = (sixth(turn), gains(turn), undoes(turn), takes(turn), leaves_next(view, action, other))
    effects = tuple(reason for reason in found if reason)
    known = {reason.key for reason in effects}
    return effects + tuple(reason for reason in why_own(view, action) if reason.key not in known)


def leaves_next(view: View, action: Play, other: Play) -> Reason | None:
    """With how many of the cards that the mover cannot see the next player takes nothing; None if much as elsewhere."""
    turn, free, count = _free_after(view, action)
    if turn.after.turn is None or abs(free - _free_after(view, other)[1]) < MIN_FREE_PART * count:
        return None
    return Reason("why_leaves_free", {"name": turn.before.players[turn.after.turn], "free": free, "count": count})


def _free_after(view: View, action: Play) -> tuple[PlayedTurn, int, int]:
    """A turn, how many unseen cards take nothing after it, and how many unseen cards there are."""
    turn = play_turn(view, view.seat or 0, action.card)
    cards = [card for card in unseen(view, turn.card) if card not in view.hand]
    return turn, sum(not split(turn.after.parade, card)[0] for card in cards), len(cards)


def _different(one: Sequence[Reason], two: Sequence[Reason]) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """The first reasons of two moves that are not said of both; of a move without any, its first one."""
    shared = [reason for reason in one if reason in two]
    first, second = (tuple(reason for reason in found if reason not in shared)[:MAX_REASONS] for found in (one, two))
    if not first and not second:
        return (), ()
    return first or tuple(one[:1]), second or tuple(two[:1])


def _name(action: Action, lang: str) -> str:
    """A move in words: its card, or the two set aside."""
    if isinstance(action, Play):
        return str(action.card)
    return say("review_aside", lang, cards=listed(action.cards, lang))


def _joined(reasons: Sequence[Reason], lang: str) -> str:
    texts = [reason.say(lang) for reason in reasons]
    return say("review_reasons", lang, one=texts[0], two=texts[1]) if len(texts) > 1 else "".join(texts)
