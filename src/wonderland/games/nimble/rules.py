"""The rules of Nimble (Peter Jürgensen), N1 to N12 of RULES.en.md: pure functions over an immutable state.

| what        | value                                                                |
|-------------|----------------------------------------------------------------------|
| players     | 2 to 4                                                               |
| chance      | the shuffled packs and who starts each pile, both in the ``Deal``    |
| information | the order of the packs is hidden, from their owners too (N12)        |
| turns       | none: everybody acts at any moment; the first placement stands (N11) |
| options     | ``errors`` (fewest, out), ``assist`` (N10)                           |
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, assert_never

from wonderland.core.errors import NotAllowed, TooLate, unknown_seat
from wonderland.core.tuples import replaced
from wonderland.games.nimble.state import PILE_COUNT, Action, Back, Deal, Flip, Pile, Place, Placed, State, Turn

SEATS = range(2, 5)

#: How many set-up cards each player gives, fewest first, by the number of players (N2).
SETUP_COUNTS = {2: (1, 2), 3: (1, 1, 1), 4: (0, 1, 1, 1)}


def fair_setup(players: int, setup: tuple[int, ...]) -> bool:
    """Whether these players may give the three set-up cards (N2)."""
    gives = Counter(setup)
    return tuple(sorted(gives[seat] for seat in range(players))) == SETUP_COUNTS[players] and len(setup) == PILE_COUNT


def deal(deal: Deal) -> State:
    """Tops of packs start the three piles (N2)."""
    hands = list(deal.packs)
    piles: list[Pile] = []
    for seat in deal.setup:
        piles.append((Placed(hands[seat][0], seat),))
        hands[seat] = hands[seat][1:]
    return State(
        players=deal.players,
        options=deal.options,
        piles=tuple(piles),
        hands=tuple(hands),
        discards=((),) * len(hands),
        fresh=tuple(len(hand) for hand in hands),
    )


def ended(state: State) -> Literal["finished", "stuck"] | None:
    """Whether and how the round is over (N6). A round that is both counts as finished."""
    last = 1 if len(state.players) == 2 else 0
    for hand, discard in zip(state.hands, state.discards, strict=True):
        if len(hand) + len(discard) <= last:
            return "finished"
    circles = {pile[-1].card.circle for pile in state.piles}
    for held in (*state.discards, *state.hands):
        for card in held:
            if card.frame in circles:
                return None
    return "stuck"


def check(state: State, seat: int, action: Action) -> NotAllowed | None:
    """Why the action is refused, or None. ``legal`` and ``apply`` rest on this."""
    return _check_running(state, seat) or _check_action(state, seat, action)


def _check_running(state: State, seat: int) -> NotAllowed | None:
    """Why nothing at all is allowed to the seat, or None."""
    if refusal := unknown_seat(seat, len(state.players)):
        return refusal
    return TooLate("refused_round_over") if ended(state) else None


def _check_action(state: State, seat: int, action: Action) -> NotAllowed | None:
    hand, discard = state.hands[seat], state.discards[seat]
    match action:
        case Flip():
            return None if hand else NotAllowed("refused_hand_empty")
        case Turn():
            return NotAllowed("refused_hand_not_empty", cards=len(hand)) if hand else None
        case Back():
            return None if discard else NotAllowed("refused_discard_empty")
        case Place():
            return _check_place(state, seat, action)
        case _:
            assert_never(action)


def _check_place(state: State, seat: int, action: Place) -> NotAllowed | None:
    if not 0 <= action.pile < PILE_COUNT:
        return NotAllowed("refused_unknown_pile", pile=action.pile)
    if not state.discards[seat]:
        return NotAllowed("refused_nothing_to_place")
    card, top = state.discards[seat][-1], state.tops[action.pile]
    if card.fits(top):
        return None
    if action.seen is not None and action.seen != top:
        # Another card came first and nobody could have seen it: no error, the card stays (N11).
        return TooLate("refused_bounced", card=card, top=top)
    if state.options.assist:
        return NotAllowed("refused_does_not_fit", card=card, top=top)
    return None  # N5: the game does not prevent errors


def legal(state: State, seat: int) -> list[Action]:
    """Everything the seat may do now, errors (N5) included; placements are on the piles as they lie."""
    actions: list[Action] = [Flip(), Back(), Turn(), *(Place(pile) for pile in range(PILE_COUNT))]
    if _check_running(state, seat):
        return []
    return [action for action in actions if _check_action(state, seat, action) is None]


def apply(state: State, seat: int, action: Action) -> State:
    """The state after the action; raises what ``check`` says when it is refused."""
    refusal = check(state, seat, action)
    if refusal is not None:
        raise refusal
    piles, fresh = state.piles, state.fresh
    hand, discard = state.hands[seat], state.discards[seat]
    match action:
        case Flip():
            if len(hand) == fresh[seat]:
                fresh = replaced(fresh, seat, fresh[seat] - 1)
            hand, discard = hand[1:], (*discard, hand[0])
        case Back():
            hand, discard = (discard[-1], *hand), discard[:-1]
        case Turn():
            # The card flipped first lies at the bottom, so it comes first again (N3).
            hand, discard = discard, ()
        case Place(pile):
            piles = replaced(piles, pile, (*piles[pile], Placed(discard[-1], seat)))
            discard = discard[:-1]
    return State(
        state.players,
        state.options,
        piles,
        replaced(state.hands, seat, hand),
        replaced(state.discards, seat, discard),
        fresh,
    )
