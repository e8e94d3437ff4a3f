"""The review of a game of Parade."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wonderland.bots.registry import kit
from wonderland.core.fields import Data
from wonderland.core.game import Done
from wonderland.games.parade import game
from wonderland.games.parade.state import Action, Deal, State
from wonderland.games.parade.view import View
from wonderland.records.log import Log
from wonderland.review.parade.report import Budget, Decision, Move, ParadeReport, Rating
from wonderland.review.reviewer import OnProgress, ReviewSettings
from wonderland.sim import need_fast

if TYPE_CHECKING:
    from rich.console import Console

    from wonderland.review.parade.page import ParadePage
    from wonderland.review.parade.rating import Loss


class ParadeReviewer:
    """Parade's :class:`wonderland.review.reviewer.Reviewer`."""

    report_type = ParadeReport

    def __init__(self, find_evaluator: Callable[[int], Any] | None = None) -> None:
        """``find_evaluator``: the evaluator of luck for a number of players; the position network if absent."""
        self._find_evaluator: Callable[[int], Any] = find_evaluator or kit(game.name).evaluator

    def review(
        self, record: Data, settings: ReviewSettings, on_progress: OnProgress = lambda part: None
    ) -> ParadeReport:
        """The report on a record."""
        log = Log.resume(record)
        # Imported here: a record that is refused needs no compiled code.
        from wonderland.review.parade.decisions import worlds_used
        from wonderland.review.parade.judging import review_decision
        from wonderland.review.parade.luck import luck_of, moments
        from wonderland.review.parade.rating import rate

        players = len(log.deal.players)
        evaluator = self._find_evaluator(players)
        actions = actions_in_order(log.deal, log.actions, log.state)
        turns = len(log.state.history)
        draws = log.state.trigger.ply if log.state.trigger else turns
        chances = evaluator.chances(log.deal, actions)
        decisions: list[Decision] = []
        losses: list[list[Loss]] = [[] for _ in range(players)]
        for number, (state, done) in enumerate(states_before(log.deal, actions)):
            on_progress(number / max(len(actions), 1))
            decision, loss = review_decision(game.view(state, done.seat), done.action, number + 1, settings)
            decisions.append(decision)
            losses[done.seat] += [loss] if loss else []
        on_progress(1.0)
        return ParadeReport(
            game=game.name,
            players=log.deal.players,
            evaluator=evaluator.name,
            seed=settings.seed,
            budget=Budget(worlds_used(settings.worlds)),
            fair=1 / players,
            result=shares_of_win(log.state),
            decisions=tuple(decisions),
            chances=moments(chances, turns, draws, len(actions) - turns),
            luck=luck_of(chances, turns, decisions),
            play=tuple(rate(found, players) for found in losses),
        )

    def moves(self, view: View, settings: ReviewSettings) -> tuple[Move, ...]:
        """Every legal move of a view's seat, the best first: a hint."""
        need_fast()
        from wonderland.review.parade.decisions import judge
        from wonderland.review.parade.judging import moves_of

        return moves_of(judge(view, settings.seed, settings.worlds))

    def like(self, losses: Mapping[int, tuple[float, int]]) -> str:
        """The bot that plays about as well as somebody who lost so much in so many decisions, by number of players."""
        from wonderland.review.parade.rating import combine

        return combine([(players, Rating(lost, 0.0, number, "")) for players, (lost, number) in losses.items()]).like

    def show(self, report: ParadeReport, lang: str, console: Console) -> None:
        """Print a report for people."""
        from wonderland.review.parade.table import show

        show(report, lang, console)

    def page(self) -> ParadePage:
        """How its reports are shown in HTML."""
        from wonderland.review.parade.page import ParadePage

        return ParadePage()


def actions_in_order(deal: Deal, actions: Sequence[Done[Action]], state: State) -> list[Done[Action]]:
    """What was done, the last choices in turn order after the last turn; they stay hidden until all have chosen."""
    turns, players = len(state.history), len(deal.players)
    chosen = [done for done in actions[turns:] if state.over]
    return [*actions[:turns], *sorted(chosen, key=lambda done: (done.seat - deal.first - turns) % players)]


def states_before(deal: Deal, actions: Sequence[Done[Action]]) -> Iterator[tuple[State, Done[Action]]]:
    """Each action with the state before it."""
    state = game.deal(deal)
    for done in actions:
        yield state, done
        state = game.apply(state, done.seat, done.action)


def shares_of_win(state: State) -> tuple[float, ...] | None:
    """What part of the win each seat has; none before the end."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    return tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(len(state.players)))
