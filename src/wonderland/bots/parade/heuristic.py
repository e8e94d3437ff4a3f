"""A bot without search: it adds up what a move has been found to cost, and looks no further.

It values majorities (``TAKE``, ``GAIN``, ``SPOIL``), what it holds of a colour, the end of the game
(``LAST_ROUND_LEAD``) and the two cards that will be kept. This is the readable form of ``evaluation/costs.py``, which
does the same at the kernel's speed; it needs nothing installed.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation import weights as w
from wonderland.games.parade.cards import COLOURS, Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.scoring import majority_lead, score
from wonderland.games.parade.state import DISCARD_SIZE, Action, Cards, Discard, Play
from wonderland.games.parade.view import View


class Heuristic:
    """Plays the card, and keeps the two cards, that cost least."""

    def __init__(self, seed: int) -> None:
        """The seed is not used: the same view is always answered the same way."""

    def decide(self, view: View, budget: Budget) -> Action:
        evaluation = Evaluation(view)
        if view.phase == "play":
            return Play(min(view.hand, key=evaluation.cost))
        kept = min(combinations(view.hand, DISCARD_SIZE), key=lambda pair: evaluation.taking(pair))
        return Discard(tuple(card for card in view.hand if card not in kept))


class Evaluation:
    """What each choice of a seat costs now, by the learned weights."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a spectator does not play"
        self.view = view
        self.weights = w.load_weights(len(view.players))
        self.front = [Counter(card.colour for card in cards) for cards in view.front]
        self.mine = self.front[view.seat]
        self.others = [seat for seat in range(len(view.players)) if seat != view.seat]
        self.hand = Counter(card.colour for card in view.hand)
        self.line = Counter(card.colour for card in view.parade if view.phase == "play")
        most = max(len(counts) for counts in self.front)
        in_last_round = view.last_round is not None
        self.stage = (
            w.stage(len(view.players), view.pile, in_last_round, most) if view.phase == "play" else w.KEEP_STAGE
        )

    def cost(self, card: Card) -> int:
        """What laying a card costs."""
        taken, left = split(self.view.parade, card)
        length = len(self.view.parade)
        slack = min(max(length - card.value, -w.SLACK_BELOW), w.SLACKS - 1 - w.SLACK_BELOW) + w.SLACK_BELOW
        same = min(sum(other.colour == card.colour for other in left), w.LINE_COUNTS - 1)
        cost = self.weights[w.LAY_VALUE + self._row(card.colour) * w.VALUES + card.value]
        cost += self.weights[w.LAY_COLOUR + (self.stage * 5 + self.hand[card.colour] - 1) * w.LINE_COUNTS + same]
        cost += self.weights[w.LAY_SLACK + self.stage * w.SLACKS + slack]
        cost += self.weights[w.LAY_LENGTH + self.stage * w.LENGTHS + min(length + 1 - len(taken), w.LENGTHS - 1)]
        cost += self.taking(taken)
        all_six = len({*self.mine, *(other.colour for other in taken)}) == len(COLOURS)
        if self.stage < w.LAST_ROUND_STAGE and 3 <= len(self.mine) < len(COLOURS) and all_six:
            cost += self.weights[w.LAST_ROUND_LEAD + self._ahead()]
        return cost

    def taking(self, cards: Cards) -> int:
        """What it costs to have these cards in front, too."""
        colours = Counter(card.colour for card in cards)
        return sum(self._taking(colour, [card for card in cards if card.colour == colour]) for colour in colours)

    def _taking(self, colour: str, cards: list[Card]) -> int:
        each, point, once, twice = self.weights[w.TAKE + self._row(colour) * 4 :][:4]
        each += self.weights[w.TAKE_IN_HAND + self.stage * w.HAND_COUNTS + self.hand[colour]]
        each += self.weights[w.TAKE_IN_FRONT + self.stage * w.FRONT_COUNTS + min(self.mine[colour], w.FRONT_COUNTS - 1)]
        once += self.weights[w.TAKE_IN_LINE + self.stage * w.LINE_COUNTS + min(self.line[colour], w.LINE_COUNTS - 1)]
        if not self.mine[colour] and self.stage < w.KEEP_STAGE:
            once += self.weights[w.NEW_COLOUR + self.stage * w.COLOUR_COUNTS + min(len(self.mine), 5)]
        # What the first card brings about where it would change a majority, else what the second does.
        players, lead = len(self.view.players), self._lead(colour)
        for moment, entry, seat in (
            (w.gaining_lead(majority_lead(players)), w.GAIN, self.view.seat),
            (w.spoiling_lead(majority_lead(players)), w.SPOIL, self._leader(colour)),
        ):
            swing = (self.weights[entry + self.stage] * self._saved(seat or 0, colour)) >> 4
            once += swing if lead == moment else 0
            twice += swing if lead == moment - 1 else 0
        price = len(cards) * each + sum(card.value for card in cards) * point + once
        return price + (twice if len(cards) > 1 else 0)

    def _row(self, colour: str) -> int:
        return self.stage * w.LEADS + min(max(self._lead(colour), -w.MAX_LEAD), w.MAX_LEAD) + w.MAX_LEAD

    def _lead(self, colour: str) -> int:
        return self.mine[colour] - self.front[self._leader(colour)][colour]

    def _leader(self, colour: str) -> int:
        """Who of the others has most of a colour, the first of equals."""
        return max(self.others, key=lambda seat: self.front[seat][colour])

    def _saved(self, seat: int, colour: str) -> int:
        """The points that turning over a colour saves: each card then counts 1 (P8)."""
        return sum(card.value - 1 for card in self.view.front[seat] if card.colour == colour)

    def _ahead(self) -> int:
        """How far ahead the seat would be if the cards in front were scored now, as a place in ``END``."""
        scores = list(score(self.view.front).scores)
        mine = scores.pop(self.view.seat or 0)
        return min(max((min(scores) - mine + 2 * w.SCORE_LEADS) >> 2, 0), w.SCORE_LEADS - 1)
