"""What the networks see of every candidate equals what the plain rules say of the state after it."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from cases import cases
from wonderland.bots.parade.network import layout as lay
from wonderland.envs.parade.actions import action_of
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.games.parade import State, game
from wonderland.games.parade.cards import COLOURS, DECK, Card
from wonderland.games.parade.scoring import score
from wonderland.training.selfplay.candidates import CANDIDATES, SEEN, WHOLE, Candidates, new_scratch, write_games

GAMES, STEPS = 6, 60


def expected_places(state: State, viewer: int, whole: bool, before: State | None) -> dict[str, int]:
    """Where each card is; ``before`` is the state before the viewer's move, whose draw does not count yet."""
    players, places = len(state.players), {}
    for seat in range(players):
        own, aside = (seat - viewer) % players, state.discards[seat]
        for card in state.front[seat]:
            places[str(card)] = lay.IN_FRONT + own
        for card in state.hands[seat] if whole or seat == viewer else ():
            # Whoever has set two aside will have the other two in front.
            where = lay.IN_HAND if aside is None else lay.IN_FRONT
            places[str(card)] = lay.SET_ASIDE if aside and card in aside else where + own
    for behind, card in enumerate(reversed(state.parade)):
        places[str(card)] = lay.IN_LINE + min(behind, lay.MAX_BEHIND)
    if before is not None:
        drawn = set(state.hands[viewer]) - set(before.hands[viewer])
        for card in drawn:
            del places[str(card)]
    return places


def with_kept_in_front(state: State) -> State:
    """The state with the cards in front that those who have set two aside keep."""
    front = [
        (*cards, *(state.kept(seat) if state.discards[seat] is not None else ()))
        for seat, cards in enumerate(state.front)
    ]
    return msgspec.structs.replace(state, front=tuple(front))


def expected_scores(state: State, viewer: int) -> dict[int, int]:
    """The numbers about scores, colours and majorities."""
    players, outcome = len(state.players), score(state.front)
    found = {}
    for seat in range(players):
        own = (seat - viewer) % players
        found[lay.SEAT_COLOURS + own] = len({card.colour for card in state.front[seat]})
        found[lay.SEAT_SCORES + own] = min(outcome.scores[seat] // 2, lay.SCORES - 1)
    others = min(outcome.scores[seat] for seat in range(players) if seat != viewer)
    lead = others - outcome.scores[viewer]
    found[lay.LEAD] = lay.MAX_LEAD + max(min(lead, lay.MAX_LEAD), -lay.MAX_LEAD)
    for place, colour in enumerate(COLOURS):
        found[lay.TURNED + place] = sum(1 << (seat - viewer) % players for seat in outcome.majorities.get(colour, ()))
    return found


def cheapest(state: State, seat: int, cards: list[Card], later: int = 0) -> list[int]:
    """What the cheapest cards would cost a seat when ``later`` more cards lie at the end of the line."""
    majorities, costs = score(state.front).majorities, []
    for card in cards:
        # Cards that come later are safe themselves, and so many others less are.
        taken = [
            other
            for behind, other in enumerate(reversed(state.parade), start=later)
            if behind >= card.value and (other.colour == card.colour or other.value <= card.value)
        ]
        turned = [other for other in taken if seat in majorities.get(other.colour, ())]
        cost = len(turned) + sum(other.value for other in taken if other not in turned)
        costs.append(min(cost, lay.MAX_COST))
    return [*sorted(costs), *[lay.NO_COST] * lay.CHEAPEST][: lay.CHEAPEST]


def expected_costs(state: State, viewer: int, whole: bool, before: State) -> dict[int, int]:
    """What the cheapest cards of each known hand would cost; the viewer has not drawn yet."""
    found: dict[int, int] = {}
    players, numbers = len(state.players), range(lay.CHEAPEST)
    hands = [list(hand) if state.phase == "play" else [] for hand in state.hands]
    hands[viewer] = [card for card in hands[viewer] if card in before.hands[viewer]]
    for seat, hand in enumerate(hands):
        first = lay.COSTS + (seat - viewer) % players * lay.CHEAPEST
        costs = cheapest(state, seat, hand if whole or seat == viewer else [])
        found |= {first + rank: costs[rank] for rank in numbers}
    later = cheapest(state, viewer, hands[viewer], players - 1)
    return found | {lay.NEXT_COSTS + rank: later[rank] for rank in numbers}


@pytest.mark.parametrize("players", cases([3], [2, 4, 5, 6], "every number of players is compiled"))
def test_candidates_are_seen_as_the_rules_have_them(players: int) -> None:
    batch = ParadeBatch(GAMES, players, seed=3)
    room = [
        np.zeros((GAMES, 2, CANDIDATES, 66), np.uint8), np.zeros((GAMES, 2, CANDIDATES, lay.NUMBERS_SIZE), np.uint8),
        np.zeros((GAMES, 66), np.uint8), np.zeros((GAMES, lay.NUMBERS_SIZE), np.uint8),
        np.zeros((GAMES, CANDIDATES), np.int16),
    ]  # fmt: skip
    out = Candidates(*room)
    position = np.zeros(66, np.uint8), np.zeros(lay.NUMBERS_SIZE, np.uint8)
    seen_phases = set()
    for step in range(STEPS):
        write_games((0,) * players, batch._state, new_scratch(), position, tuple(out))
        for number in range(GAMES):
            state, seat = batch.state(number), int(batch.seat[number])
            seen_phases.add(state.phase)
            for place, index in enumerate(out.actions[number].tolist()):
                if index < 0 or (step + place) % 3:
                    continue
                after = game.apply(state, seat, action_of(index, state.hands[seat]))
                if after.over:
                    continue
                for which in (SEEN, WHOLE):
                    places = {str(DECK[card]): int(code) for card, code in enumerate(out.places[number, which, place])}
                    seen = {card: code for card, code in places.items() if code}
                    assert seen == expected_places(after, seat, which == WHOLE, state)
                    costs = expected_costs(after, seat, which == WHOLE, state)
                    assert {key: int(out.numbers[number, which, place, key]) for key in costs} == costs
                numbers = out.numbers[number, WHOLE, place]
                assert numbers[lay.PILE] == len(after.pile)
                assert numbers[lay.LENGTH] == len(after.parade)
                scores = expected_scores(with_kept_in_front(after), seat)
                assert {key: int(numbers[key]) for key in scores} == scores
        batch.step(batch.random_actions())
    assert seen_phases >= {"play", "discard"}
