"""A player of taste: it adds up what a move has been found to cost, and looks no further.

It values majorities (``PRICE``, ``GAIN``, ``SPOIL``), what it holds of a colour, the end of the game (``END``) and
the two cards that will be kept. This is the readable form of ``sim/tasting.py``, which does the same at the
kernel's speed, and needs nothing installed.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from wonderland.bots.bot import Budget
from wonderland.bots.parade.evaluation import weights as t
from wonderland.games.parade.cards import COLOURS, Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.scoring import score
from wonderland.games.parade.state import ASIDE, Action, Cards, Discard, Play
from wonderland.games.parade.view import View


class Heuristic:
    """Plays the card, and keeps the two cards, that cost least."""

    def __init__(self, seed: int) -> None:
        """It has no use for chance: the same view is always answered the same way."""

    def decide(self, view: View, budget: Budget) -> Action:
        mind = Mind(view)
        if view.phase == "play":
            return Play(min(view.hand, key=mind.cost))
        kept = min(combinations(view.hand, ASIDE), key=lambda pair: mind.taking(pair))
        return Discard(tuple(card for card in view.hand if card not in kept))


class Mind:
    """What a seat considers before it moves."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "a spectator does not play"
        self.view = view
        self.table = t.taste(len(view.players))
        self.front = [Counter(card.colour for card in cards) for cards in view.front]
        self.mine = self.front[view.seat]
        self.others = [seat for seat in range(len(view.players)) if seat != view.seat]
        self.hand = Counter(card.colour for card in view.hand)
        self.line = Counter(card.colour for card in view.parade if view.phase == "play")
        most = max(len(counts) for counts in self.front)
        in_last_round = view.last_round is not None
        self.stage = t.stage(len(view.players), view.pile, in_last_round, most) if view.phase == "play" else t.KEEPING

    def cost(self, card: Card) -> int:
        """What laying a card costs."""
        taken, left = split(self.view.parade, card)
        length = len(self.view.parade)
        slack = min(max(length - card.value, -t.SLACK_BELOW), t.SLACKS - 1 - t.SLACK_BELOW) + t.SLACK_BELOW
        same = min(sum(other.colour == card.colour for other in left), t.LYINGS - 1)
        cost = self.table[t.PLAY + self._row(card.colour) * t.VALUES + card.value]
        cost += self.table[t.SAME + (self.stage * 5 + self.hand[card.colour] - 1) * t.LYINGS + same]
        cost += self.table[t.SLACK + self.stage * t.SLACKS + slack]
        cost += self.table[t.LENGTH + self.stage * t.LINES + min(length + 1 - len(taken), t.LINES - 1)]
        cost += self.taking(taken)
        all_six = len({*self.mine, *(other.colour for other in taken)}) == len(COLOURS)
        if self.stage < t.LAST_ROUND and 3 <= len(self.mine) < len(COLOURS) and all_six:
            cost += self.table[t.END + self._ahead()]
        return cost

    def taking(self, cards: Cards) -> int:
        """What it costs to have these cards in front, too."""
        colours = Counter(card.colour for card in cards)
        return sum(self._taking(colour, [card for card in cards if card.colour == colour]) for colour in colours)

    def _taking(self, colour: str, cards: list[Card]) -> int:
        each, point, once, twice = self.table[t.PRICE + self._row(colour) * 4 :][:4]
        each += self.table[t.HELD + self.stage * t.HELDS + self.hand[colour]]
        each += self.table[t.MINE + self.stage * t.MINES + min(self.mine[colour], t.MINES - 1)]
        once += self.table[t.LYING + self.stage * t.LYINGS + min(self.line[colour], t.LYINGS - 1)]
        if not self.mine[colour] and self.stage < t.KEEPING:
            once += self.table[t.NEW + self.stage * t.COLOURS_HELD + min(len(self.mine), 5)]
        # What the first card brings about where it would change a majority, else what the second does.
        players, lead = len(self.view.players), self._lead(colour)
        for moment, entry, seat in (
            (t.gaining_lead(players), t.GAIN, self.view.seat),
            (t.spoiling_lead(players), t.SPOIL, self._leader(colour)),
        ):
            swing = (self.table[entry + self.stage] * self._saved(seat or 0, colour)) >> 4
            once += swing if lead == moment else 0
            twice += swing if lead == moment - 1 else 0
        price = len(cards) * each + sum(card.value for card in cards) * point + once
        return price + (twice if len(cards) > 1 else 0)

    def _row(self, colour: str) -> int:
        return self.stage * t.LEADS + min(max(self._lead(colour), -t.FARTHEST), t.FARTHEST) + t.FARTHEST

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
        return min(max((min(scores) - mine + 2 * t.ENDS) >> 2, 0), t.ENDS - 1)
