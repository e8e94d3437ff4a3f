"""Why a move was made, for everyone at the table: short, true, and from what everyone can see.

Reasons for others rest on the line, the cards in front and the card played, so they tell nothing of a hand; the
player's own reasons are in ``why_own.py``. What a move does is asked of the rules: the turn is played, and scored.
"""

from __future__ import annotations

from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.turn import Turn, play_turn, unseen
from wonderland.games.parade import COLOURS, Action, Outcome, Play, View
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import in_removal_mode, split

MOST = 3  #: reasons for one move
HIGH = 8  #: from this value on, people are glad to be rid of a card
LITTLE, FEW = 3, 2  #: points and cards that are still "only" so many


def why(view: View, seat: int, action: Action) -> tuple[Reason, ...]:
    """Why ``seat`` might have done this, most important first; ``view`` is anyone's view just before.

    It says nothing of the two cards set aside (P7): they stay hidden.
    """
    if not isinstance(action, Play):
        return ()
    turn = play_turn(view, seat, action.card)
    reasons = (sixth(turn), gains(turn), undoes(turn), takes(turn), five(turn), high(turn), leaves(turn, view))
    return tuple(reason for reason in reasons if reason)[:MOST]


def sixth(turn: Turn) -> Reason | None:
    """It begins the last round (P6), ahead of everyone or not."""
    if not turn.brings_sixth:
        return None
    scores = turn.score_after.scores
    own, other = scores[turn.seat], min(points for seat, points in enumerate(scores) if seat != turn.seat)
    return Reason("why_sixth_ahead" if own < other else "why_sixth", {"own": own, "other": other})


def gains(turn: Turn) -> Reason | None:
    """A majority it did not have (P8, P9), the one that saves most."""
    saved = {}
    for line in turn.score_after.sheet[turn.seat]:
        if line.turned and turn.seat not in turn.score_before.majorities[line.colour]:
            saved[line.colour] = sum(card.value for card in line.cards) - line.points
    colour = max(saved, key=lambda colour: saved[colour], default="")
    if not colour or saved[colour] <= 0:
        return None
    counts = [sum(card.colour == colour for card in cards) for cards in turn.after.front]
    own, other = counts.pop(turn.seat), max(counts)
    if own == other:
        return Reason("why_shares", {"colour": colour, "own": own})
    return Reason("why_gains", {"colour": colour, "own": own, "other": other})


def undoes(turn: Turn) -> Reason | None:
    """A majority that another player loses, the one that costs most."""
    before, after = turn.score_before, turn.score_after
    losses = [
        (_points(after, seat, line.colour) - line.points, seat, line.colour)
        for seat, lines in enumerate(before.sheet)
        for line in lines
        if line.turned and seat not in after.majorities[line.colour]
    ]
    points, seat, colour = max(losses, default=(0, 0, ""))
    if points <= 0:
        return None
    return Reason("why_undoes", {"name": turn.before.players[seat], "colour": colour, "points": points})


def _points(score: Outcome, seat: int, colour: str) -> int:
    return sum(line.points for line in score.sheet[seat] if line.colour == colour)


def takes(turn: Turn) -> Reason:
    """What it takes, and by how much the score changes."""
    cards = by_colour(turn.taken)
    if not cards:
        return Reason("why_nothing")
    if turn.cost < 0:
        return Reason("why_takes_better", {"cards": cards, "points": -turn.cost})
    if turn.cost == 0:
        return Reason("why_takes_free", {"cards": cards})
    little = turn.cost <= LITTLE and len(cards) <= FEW
    return Reason("why_takes_only" if little else "why_takes", {"cards": cards, "points": turn.cost})


def five(turn: Turn) -> Reason | None:
    """It leaves the colour that would begin the last round in the line."""
    missing = set(COLOURS) - {card.colour for card in turn.after.front[turn.seat]}
    if len(missing) != 1 or turn.after.trigger or not any(card.colour in missing for card in turn.before.parade):
        return None
    return Reason("why_five", {"colour": missing.pop()})


def high(turn: Turn) -> Reason | None:
    """A high card that takes nothing, because the line is short (P4), or although it is long."""
    line = turn.before.parade
    if turn.taken or turn.card.value < HIGH or not line:
        return None
    if in_removal_mode(line, turn.card):
        return Reason("why_rid", {"card": turn.card, "count": len(line)})
    return Reason("why_safe", {"card": turn.card})


def leaves(turn: Turn, view: View) -> Reason | None:
    """No card that anyone could hold would pass without taking something."""
    hidden = unseen(view, turn.card)
    if turn.after.turn is None or not all(split(turn.after.parade, card)[0] for card in hidden):
        return None
    return Reason("why_leaves", {"name": turn.before.players[turn.after.turn]})
