"""Reasons for a move for the player who makes it: they also compare the card with the others in the hand.

Only that player may read them: they reveal the hand.
"""

from __future__ import annotations

from itertools import combinations

from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.turn import PlayedTurn, play_turn
from wonderland.bots.parade.why import MAX_REASONS, five, gains, high, leaves, sixth, takes, undoes
from wonderland.core.tuples import replaced
from wonderland.games.parade import Action, Card, Discard, Outcome, Play, View, score
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import DISCARD_SIZE, Cards


def why_own(view: View, action: Action) -> tuple[Reason, ...]:
    """Reasons for an action of the view's own seat, most important first."""
    assert view.seat is not None, "a spectator does not play"
    reasons = _why_play(view, view.seat, action.card) if isinstance(action, Play) else _why_discard(view, action)
    return tuple(reason for reason in reasons if reason)[:MAX_REASONS]


def _why_play(view: View, seat: int, card: Card) -> tuple[Reason | None, ...]:
    turn = play_turn(view, seat, card)
    others = [play_turn(view, seat, other) for other in view.hand if other != card]
    return (
        sixth(turn),
        gains(turn),
        undoes(turn),
        only(turn, others) or takes(turn),
        avoids(turn, others) or five(turn),
        least(turn, others),
        opens(turn, view.hand),
        high(turn),
        leaves(turn, view),
    )


def only(turn: PlayedTurn, others: list[PlayedTurn]) -> Reason | None:
    """It is the only card of the hand that takes nothing."""
    alone = not turn.taken and others and all(other.taken for other in others)
    return Reason("why_only_card") if alone else None


def avoids(turn: PlayedTurn, others: list[PlayedTurn]) -> Reason | None:
    """It avoids the sixth colour, with which other cards would begin the last round (P6)."""
    bringing = tuple(other.card for other in others if other.brings_sixth)
    return Reason("why_avoids", {"cards": bringing}) if bringing and not turn.brings_sixth else None


def least(turn: PlayedTurn, others: list[PlayedTurn]) -> Reason | None:
    """It takes something, but costs less than any other card."""
    cheapest = turn.taken and others and all(turn.cost < other.cost for other in others)
    return Reason("why_least") if cheapest else None


def opens(turn: PlayedTurn, hand: Cards) -> Reason | None:
    """The colours of the hand whose cards would take nothing from the line after this turn."""
    if turn.before.trigger is not None:
        return None  # in the last round no card follows this one
    rest = tuple(card for card in hand if card != turn.card)
    taking = {card.colour for card in rest if split(turn.after.parade, card)[0]}
    free = tuple(card for card in rest if card.colour not in taking)
    if not free:
        return None
    if not taking:
        return Reason("why_all_open")
    colours = "".join(dict.fromkeys(card.colour for card in free))
    return Reason("why_open", {"colours": colours, "cards": free})


def _why_discard(view: View, action: Discard) -> tuple[Reason | None, ...]:
    kept = _left(view.hand, action.cards)
    dearest = min(card.value for card in action.cards) >= max(card.value for card in kept)
    return turns(view, kept), keeps(view, kept), Reason("why_dearest") if dearest else None


def turns(view: View, kept: Cards) -> Reason | None:
    """The kept cards gain a majority (P7, P8)."""
    assert view.seat is not None
    before, after = score(view.front), _with(view, kept)
    for line in after.sheet[view.seat]:
        if line.turned and view.seat not in before.majorities[line.colour]:
            cards = tuple(card for card in kept if card.colour == line.colour)
            return Reason("why_turns", {"cards": cards, "colour": line.colour})
    return None


def keeps(view: View, kept: Cards) -> Reason:
    """What keeping the two cards costs with the cards in front as they are; the others' choices are not known."""
    assert view.seat is not None
    points = _with(view, kept).scores[view.seat]
    pairs = [_left(view.hand, aside) for aside in combinations(view.hand, DISCARD_SIZE)]
    cheapest = all(points <= _with(view, pair).scores[view.seat] for pair in pairs)
    return Reason("why_keeps_least" if cheapest else "why_keeps", {"cards": kept, "points": points})


def _left(hand: Cards, aside: Cards) -> Cards:
    return tuple(card for card in hand if card not in aside)


def _with(view: View, kept: Cards) -> Outcome:
    """The score if the player keeps these two cards and the others keep none."""
    assert view.seat is not None
    return score(replaced(view.front, view.seat, view.front[view.seat] + kept))
