"""A round of Nimble in virtual time, some of whose seats are played by agents: the two environments' common core.

**Time.** The clock counts whole milliseconds and jumps from action to action, as in the arena
(:mod:`wonderland.bots.timeline`). Whoever looks at the table decides at once, and the action happens later.
Meanwhile the hand moves: nothing can be changed any more, and other hands may act.

**How long an action takes.** The time that hands need, and then the hesitation that the agent chose. With
``limits="gryphon"`` (the default) hands need what those of that bot need (:mod:`wonderland.bots.nimble.hands`):
about 230 ms, more for a card that is seen for the first time, less for taking back and for the second of two
placements in a row, more after a placement that was beaten; log-normal, so that no two are the same. Nobody can then
learn to be faster than the fastest bot. Any bot of ``LEVELS`` will do. With ``limits=None`` an action takes 100 ms,
the least for any bot. The limits are of time only: an agent sees every card right and forgets none.

**When an agent is asked again.** When its action has come due; after ``wait`` also when anybody else has done
something. Waiting takes at most 100 ms and the hesitation. It saves no time: only what is read of a card while
waiting is not read again.

**An action that is overtaken.** A placement names the top card that the agent saw. If another card covers it
meanwhile, the placement counts if it fits the new top card, and bounces if not (N11): the card stays and no error
counts. Everything else that was legal when it was decided still is, unless the round has ended. At the same
millisecond the lower seat is first.

**The end.** By the rules (N6). A round still going on after ``time_limit_ms`` (20 virtual minutes; the slowest bots
need five) is finished as in the arena: a plain player takes all seats and plays to the end, and that result counts.
So nobody gains by refusing to place a card. It is a termination, not a truncation: the time is in the observation
and the reward is final.

**Rewards.** Zero-sum, at the end only: ``(n·Z − 1)/(n − 1)`` for ``n`` players, with ``Z`` the share of the win (N8).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wonderland.bots.bot import Wait
from wonderland.bots.nimble.hands import Hands
from wonderland.bots.registry import AnyBot
from wonderland.bots.timeline import GAME_LIMIT_MS, MIN_PACE_MS, DueAction, Timeline, finish, limit_pace
from wonderland.core.errors import NotAllowed
from wonderland.core.game import Done
from wonderland.games.nimble import Action, Deal, Outcome, State, View, game
from wonderland.games.nimble.scoring import errors
from wonderland.records.log import Log


class VirtualRound:
    """A round between bots and agents: each seat in ``asked`` gets its decision, then time runs on."""

    def __init__(
        self,
        deal: Deal,
        bots: Mapping[int, AnyBot],
        agents: Mapping[int, Hands | None],
        *,
        time_limit_ms: int = GAME_LIMIT_MS,
        chance: Random | None = None,
    ) -> None:
        self.log = Log(game, deal)
        #: Milliseconds since the start.
        self.now = 0
        self.time_limit_ms = time_limit_ms
        #: The time limit was reached, and the round was played to its end without the agents.
        self.time_over = False
        #: By seat: why its last action was refused when it came due. It bounced (N11), which only its owner notices.
        self.refusals: dict[int, NotAllowed] = {}
        #: When each seat last acted; 0 before it did.
        self.last_acted = [0] * len(deal.players)
        #: How the round ended; None while it goes on.
        self.outcome: Outcome | None = None
        #: The errors of each seat on the piles so far (N8).
        self.errors = (0,) * len(deal.players)
        self._piles = self.state.piles
        self._agents = agents
        #: The views of the present state that were asked for.
        self._views: dict[int, View] = {}
        self._timeline = Timeline(game, bots, random=chance)
        self._timeline.begin(self.log.state)
        for seat in agents:
            self._look(seat)

    @property
    def state(self) -> State:
        """The state of the round, hidden cards included."""
        state: State = self.log.state
        return state

    @property
    def asked(self) -> tuple[int, ...]:
        """The agents' seats whose hands are free: they decide now. None when the round is over."""
        if self.outcome is not None:
            return ()
        busy = self._timeline.scheduled_seats
        return tuple(seat for seat in self._agents if seat not in busy)

    @property
    def faults(self) -> dict[int, str]:
        """The first fault of each bot that failed; it then did something legal at random."""
        return {seat: str(faults.first) for seat, faults in self._timeline.faults.items() if faults.first}

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        if seat not in self._views:
            self._views[seat] = game.view(self.state, seat)
        return self._views[seat]

    def decide(self, seat: int, action: Action | Wait, hesitation_ms: int) -> None:
        """The decision of a seat in ``asked``, legal now: the action happens when hands and hesitation are through."""
        hands = self._agents[seat]
        time = MIN_PACE_MS
        if hands is not None:
            hands.decided(action)
            if not isinstance(action, Wait):
                time = limit_pace(hands.time(action))
        self.refusals.pop(seat, None)
        self._timeline.schedule(seat, action, self.now + time + hesitation_ms)

    def run(self) -> list[Done[Action]]:
        """Let time pass until an agent is asked or the round is over; what was done meanwhile."""
        first = len(self.log.actions)
        free: tuple[int, ...] = ()
        while not free and (due := self._timeline.run_next(self.log, self.time_limit_ms)):
            self.now = due.scheduled.time
            self._note(due)
            free = self.asked
        for seat in free:
            self._look(seat)
        if not free and self.outcome is None:
            self.time_over = True
            finish(self.log, len(self.state.players), self.time_limit_ms)
            self.now = self.log.actions[-1].time or self.time_limit_ms
            self._state_changed()
        return self.log.actions[first:]

    def set_state(self, state: State) -> None:
        """Go on from another state, such as one with the hidden cards dealt anew; what is decided stays decided."""
        self.log.state = state
        self._state_changed()

    def rewards(self) -> tuple[float, ...]:
        """The rewards of all seats: zero while the round goes on."""
        players = len(self.state.players)
        if (end := self.outcome) is None:
            return (0.0,) * players
        share = 1 / len(end.winners)
        return tuple((players * share * (seat in end.winners) - 1) / (players - 1) for seat in range(players))

    def _note(self, due: DueAction) -> None:
        seat, action = due.scheduled.seat, due.scheduled.action
        if due.refusal is not None:
            # Only its owner notices that a card bounced.
            self.refusals[seat] = due.refusal
        elif not isinstance(action, Wait):
            self.last_acted[seat] = self.now
            self._state_changed()

    def _state_changed(self) -> None:
        self.outcome = game.outcome(self.state)
        self._views.clear()
        if self.state.piles is not self._piles:
            self._piles = self.state.piles
            self.errors = errors(self.state)

    def _look(self, seat: int) -> None:
        if hands := self._agents[seat]:
            hands.see(self.view(seat), self.now)
