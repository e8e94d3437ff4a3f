"""Reasons for a move, from what everyone at the table can see.

They rest on the line, the cards in front and the card played, so they reveal nothing of a hand; the reasons in
``why_own.py``, for the player alone, do. The effect of a move is found by playing the turn with the rules.
"""

from __future__ import annotations

from wonderland.bots.parade.reason import Reason
from wonderland.bots.parade.turn import PlayedTurn, play_turn, unseen
from wonderland.games.parade import COLOURS, Action, Outcome, Play, View
from wonderland.games.parade.cards import by_colour
from wonderland.games.parade.removal import in_removal_mode, split

MAX_REASONS = 3  #: reasons given for one move
MIN_HIGH_VALUE = 8  #: cards from this value on are high: good to be rid of
MAX_SMALL_COST, MAX_SMALL_TAKE = 3, 2  #: up to this many points and cards a move takes "only" these


def why(view: View, seat: int, action: Action) -> tuple[Reason, ...]:
    """Reasons for an action of ``seat``, most important first; ``view`` is any view just before it.

    There are none for the two cards set aside (P7): they stay hidden.
    """
    if not isinstance(action, Play):
        return ()
    turn = play_turn(view, seat, action.card)
    reasons = (sixth(turn), gains(turn), undoes(turn), takes(turn), five(turn), high(turn), leaves(turn, view))
    return tuple(reason for reason in reasons if reason)[:MAX_REASONS]


def sixth(turn: PlayedTurn) -> Reason | None:
    """It begins the last round (P6)."""
    if not turn.brings_sixth:
        return None
    scores = turn.score_after.scores
    own, other = scores[turn.seat], min(points for seat, points in enumerate(scores) if seat != turn.seat)
    return Reason("why_sixth_ahead" if own < other else "why_sixth", {"own": own, "other": other})


def gains(turn: PlayedTurn) -> Reason | None:
    """It gains a majority (P8, P9): of several, the one that saves most."""
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


def undoes(turn: PlayedTurn) -> Reason | None:
    """It takes a majority from another player: of several, the one that costs them most."""
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


def takes(turn: PlayedTurn) -> Reason:
    """What it takes, and by how much the score changes."""
    cards = by_colour(turn.taken)
    if not cards:
        return Reason("why_nothing")
    if turn.cost < 0:
        return Reason("why_takes_better", {"cards": cards, "points": -turn.cost})
    if turn.cost == 0:
        return Reason("why_takes_free", {"cards": cards})
    little = turn.cost <= MAX_SMALL_COST and len(cards) <= MAX_SMALL_TAKE
    return Reason("why_takes_only" if little else "why_takes", {"cards": cards, "points": turn.cost})


def five(turn: PlayedTurn) -> Reason | None:
    """The player has five colours, and the sixth stays in the line."""
    missing = set(COLOURS) - {card.colour for card in turn.after.front[turn.seat]}
    if len(missing) != 1 or turn.after.trigger or not any(card.colour in missing for card in turn.before.parade):
        return None
    return Reason("why_five", {"colour": missing.pop()})


def high(turn: PlayedTurn) -> Reason | None:
    """A high card is played and takes nothing."""
    line = turn.before.parade
    if turn.taken or turn.card.value < MIN_HIGH_VALUE or not line:
        return None
    if in_removal_mode(line, turn.card):
        return Reason("why_rid", {"card": turn.card, "count": len(line)})
    return Reason("why_safe", {"card": turn.card})


def leaves(turn: PlayedTurn, view: View) -> Reason | None:
    """The next player must take something, whatever card they hold."""
    hidden = unseen(view, turn.card)
    if turn.after.turn is None or not all(split(turn.after.parade, card)[0] for card in hidden):
        return None
    return Reason("why_leaves", {"name": turn.before.players[turn.after.turn]})
