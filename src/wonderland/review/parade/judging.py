"""A decision of a game: its moves, the error of the one played, its mark and why."""

from __future__ import annotations

from wonderland.games.parade.cards import DECK
from wonderland.games.parade.state import HAND_SIZE, START_SIZE, Action, Play
from wonderland.games.parade.view import View
from wonderland.review.parade.decisions import Judgement, judge
from wonderland.review.parade.losses import loss_of
from wonderland.review.parade.marks import mark_of
from wonderland.review.parade.rating import Loss
from wonderland.review.parade.report import Decision, Move, MoveText, Stage
from wonderland.review.parade.why import explain
from wonderland.review.reviewer import ReviewSettings

#: Chances are written with so many digits after the point.
UNSEEN_DIGITS = 3


def review_decision(view: View, played: Action, ply: int, settings: ReviewSettings) -> tuple[Decision, Loss | None]:
    """The report on a decision, and what it has lost (None where it hardly mattered)."""
    assert view.seat is not None
    judgement = judge(view, settings.seed, settings.worlds)
    moves, text = moves_of(judgement), text_of(played)
    move = next(move for move in moves if move.move == text)
    error = moves[0].win - move.win
    mark = mark_of(error, move.behind_se, len(view.players))
    best = next(action for action in judgement.actions if text_of(action) == moves[0].move)
    why = explain(view, played, best if mark else None, settings.lang)
    stage = stage_of(view)
    decision = Decision(
        ply=ply,
        seat=view.seat,
        played=text,
        moves=moves,
        error=error,
        error_se=move.behind_se,
        mark=mark,
        why=why.sentence,
        reasons=why.reasons,
        stage=stage,
        unseen=_unseen(view, judgement),
        best_reasons=why.best_reasons,
    )
    return decision, loss_of(judgement, judgement.actions.index(played), stage)


def moves_of(judgement: Judgement) -> tuple[Move, ...]:
    """Every legal move, the best first."""
    wins, players = judgement.wins, judgement.shares.shape[1]
    order = sorted(range(len(judgement.actions)), key=lambda action: -wins[action])
    found = []
    for action in order:
        behind_se = judgement.standard_error(action, order[0])
        found.append(
            Move(
                move=text_of(judgement.actions[action]),
                win=float(wins[action]),
                win_se=judgement.standard_error(action),
                points=float(judgement.points[action]),
                shares=tuple(judgement.shares[action].tolist()),
                behind_se=behind_se,
                right=mark_of(float(wins[order[0]] - wins[action]), behind_se, players) is None,
            )
        )
    return tuple(found)


def text_of(action: Action) -> MoveText:
    """A move as reports have it: the card, or the two set aside."""
    if isinstance(action, Play):
        return str(action.card)
    one, two = action.cards
    return str(one), str(two)


def stage_of(view: View) -> Stage:
    """The stage of the game; before the last round the opening ends once a third of the pile is drawn."""
    if view.phase == "discard":
        return "last_choice"
    if view.last_round is not None:
        return "last_round"
    pile = len(DECK) - START_SIZE - HAND_SIZE * len(view.players)
    return "opening" if 3 * view.pile > 2 * pile else "middle"


def _unseen(view: View, judgement: Judgement) -> dict[str, tuple[float, ...]]:
    seen = {*view.start, *view.hand, *(card for _, card in view.history)}
    holders = judgement.holders.round(UNSEEN_DIGITS).tolist()
    return {str(card): tuple(holders[card.number]) for card in DECK if card not in seen}
