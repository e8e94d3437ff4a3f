"""Observations: each piece says what the rules' own view says, and nothing that a seat cannot know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cases import cases
from wonderland.core.errors import WonderlandError
from wonderland.envs import COMPACT, PRIVILEGED, RICH, ParadeBatch, describe
from wonderland.envs.parade.observations import Layout
from wonderland.games import parade
from wonderland.games.parade.cards import COLOURS
from wonderland.games.parade.removal import split
from wonderland.games.parade.scoring import score

PLAYERS = cases([2, 3], [4, 5, 6], "every number of players is compiled")
KINDS = {"compact": COMPACT, "rich": RICH, "privileged": PRIVILEGED}


def pieces(layout: Layout, row: Any) -> dict[str, Any]:
    """An observation by its pieces' names."""
    return {piece.name: row[layout.pieces[piece.name]].reshape(piece.shape) for piece in layout.table}


def played(batch: ParadeBatch, steps: int) -> list[Any]:
    """Take random actions; which they were."""
    done = []
    for _ in range(steps):
        done.append(batch.random_actions().copy())
        batch.step(done[-1])
    return done


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("steps", [0, 7, 16, 30])
def test_every_piece_says_what_the_view_says(players: int, steps: int) -> None:
    batch = ParadeBatch(5, players, seed=players, autoreset=False)
    played(batch, steps)
    for viewer in range(players):
        compact, rich = batch.observe("compact", viewer), batch.observe("rich", viewer)
        for game in range(5):
            state = batch.state(game)
            check_compact(pieces(COMPACT, compact[game]), parade.game.view(state, viewer), players)
            check_rich(pieces(RICH, rich[game]), pieces(COMPACT, compact[game]), parade.game.view(state, viewer))


def check_compact(found: dict[str, Any], view: parade.View, players: int) -> None:
    assert view.seat is not None
    own = [(view.seat + place) % players for place in range(players)]
    place = np.zeros(66, int)
    for card in view.hand:
        place[card.number] = 1
    for number, seat in enumerate(own):
        for card in view.front[seat]:
            place[card.number] = 2 + number
    for behind, card in enumerate(reversed(view.parade)):
        place[card.number] = 8 + behind
    for card in view.discard or ():
        place[card.number] = 70
    assert found["place"].tolist() == place.tolist()
    outcome = score(view.front)
    for number, seat in enumerate(own):
        cards = view.front[seat]
        counts = [sum(card.colour == colour for card in cards) for colour in COLOURS]
        assert found["counts"][number].tolist() == counts
        assert found["points"][number] == outcome.scores[seat]
        turned = sum(1 << place for place, colour in enumerate(COLOURS) if seat in outcome.majorities[colour])
        assert found["majorities"][number] == turned
        assert found["front"][number] == len(cards)
        assert found["hands"][number] == view.hand_sizes[seat]
        check_last_play(found, number, seat, view)
    assert not found["counts"][players:].any()
    assert (found["pile"], found["line"], found["plies"]) == (view.pile, len(view.parade), len(view.history))
    trigger = view.trigger
    assert found["last_round"] == (trigger.colours + 2 * trigger.pile if trigger else 0)
    assert found["turns_left"] == (view.last_round or 0)
    assert found["phase"] == ["play", "discard", "over"].index(view.phase)
    assert (found["players"], found["first"]) == (players, own.index(view.first))
    chosen = sum(1 << number for number, seat in enumerate(own) if view.chosen[seat])
    assert found["chosen"] == chosen
    if view.turn is not None:
        assert found["actor"] == own.index(view.turn)


def check_last_play(found: dict[str, Any], number: int, seat: int, view: parade.View) -> None:
    """Play the history again up to the seat's last card."""
    line, last = view.start, None
    for player, text in view.history:
        card = parade.Card(text)
        taken, left = split(line, card)
        if player == seat:
            values = range(11)
            free = sum(all(other.value > value for other in line[: max(len(line) - value, 0)]) for value in values)
            last = (card.number + 1, len(taken), sum(other.value for other in taken), free)
        line = (*left, card)
    names = ("last_card", "last_taken", "last_points", "last_free")
    assert tuple(found[name][number] for name in names) == (last or (0, 0, 0, 0))


def check_rich(found: dict[str, Any], compact: dict[str, Any], view: parade.View) -> None:
    place = compact["place"].astype(int)
    assert found["hand"].tolist() == (place == 1).tolist()
    assert found["unseen"].tolist() == (place == 0).tolist()
    in_line = (place >= 8) & (place < 70)
    assert (found["front_of"] * 16).tolist() == np.where((place >= 2) & (place < 8), place - 1, 0).tolist()
    assert found["from_end"].tolist() == (np.where(in_line, place - 7, 0) / 16).tolist()
    takes, points = np.zeros(66), np.zeros(66)
    if view.phase == "play":
        for card in view.hand:
            taken, _ = split(view.parade, card)
            takes[card.number], points[card.number] = len(taken), sum(other.value for other in taken)
    assert (found["takes"] * 16).tolist() == takes.tolist()
    assert (found["takes_points"] * 16).tolist() == points.tolist()
    players = len(view.players)
    needed = 2 if players == 2 else 0
    for number in range(players):
        seat = ((view.seat or 0) + number) % players
        for place_of, colour in enumerate(COLOURS):
            own = [card for card in view.front[seat] if card.colour == colour]
            most = max(compact["counts"][other][place_of] for other in range(players) if other != number)
            assert found["values"][number][place_of] * 16 == sum(card.value for card in own)
            assert found["turned"][number][place_of] == (compact["majorities"][number] >> place_of & 1)
            assert found["missing"][number][place_of] * 16 == max(max(int(most) + needed, 1) - len(own), 0)
    for name in ("counts", "points", "front", "hands", "pile", "line", "turns_left", "plies"):
        assert (found[name] * 16).tolist() == compact[name].tolist(), name
    assert found["first"].tolist() == [compact["first"] == seat for seat in range(6)]
    assert found["players"].tolist() == [players == number for number in range(2, 7)]
    assert found["acts"] == (compact["actor"] == 0)
    for other in range(1, players):
        last = int(compact["last_card"][other]) - 1
        colours = [last >= 0 and last // 11 == colour for colour in range(6)]
        assert found["last_colour"][other - 1].tolist() == colours
        assert found["last_value"][other - 1] * 16 == (last % 11 if last >= 0 else 0)
        for name in ("last_taken", "last_points", "last_free"):
            assert found[name][other - 1] * 16 == compact[name][other]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("steps", [0, 5, 14, 22])
def test_hidden_cards_are_in_no_observation(players: int, steps: int) -> None:
    """What a seat cannot know is dealt anew, the same is played, and it sees the same, byte for byte."""
    games, rng = 60, np.random.default_rng(steps)
    decks = rng.permuted(np.tile(np.arange(66), (games, 1)), axis=1)
    first = rng.integers(players, size=games)
    batch, other = (ParadeBatch(games, players, autoreset=False) for _ in range(2))
    batch.deal(decks, first)
    actions = played(batch, steps)
    for viewer in range(players):
        changed = decks.copy()
        for game in range(games):
            state = batch.state(game)
            if not state.over:
                hidden = [
                    *state.pile,
                    *(card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand),
                ]
                places = np.flatnonzero(np.isin(decks[game], [card.number for card in hidden]))
                changed[game, places] = rng.permutation(decks[game, places])
        other.deal(changed, first)
        for action in actions:
            other.step(action)
        for kind in ("compact", "rich"):
            assert batch.observe(kind, viewer).tobytes() == other.observe(kind, viewer).tobytes(), kind
        assert batch.observe("privileged", viewer).tobytes() != other.observe("privileged", viewer).tobytes()


def test_the_privileged_observation_holds_hands_and_pile() -> None:
    batch = ParadeBatch(4, 3, seed=2, observation="privileged")
    played(batch, 9)
    for game in range(4):
        state, viewer = batch.state(game), int(batch.seat[game])
        found = pieces(PRIVILEGED, batch.observation[game])
        for seat, hand in enumerate(state.hands):
            held = np.flatnonzero(found["holder"] == (seat - viewer) % 3 + 1)
            assert held.tolist() == sorted(card.number for card in hand)
        assert [int(found["draw"][card.number]) for card in state.pile] == list(range(1, len(state.pile) + 1))
        compact = batch.observe("compact")[game]
        assert (batch.observation[game][: COMPACT.size] == compact).all()


def test_an_observation_can_be_read() -> None:
    batch = ParadeBatch(1, 2, seed=1)
    for kind, layout in KINDS.items():
        row = batch.observe(kind)[0]
        assert row.dtype == layout.dtype
        lines = describe(row, kind).splitlines()
        assert [line.split(":")[0] for line in lines] == [piece.name for piece in layout.table]
    played(batch, 9)
    state, viewer = batch.state(0), int(batch.seat[0])
    compact, rich = (
        dict(line.split(": ") for line in describe(batch.observe(kind)[0]).splitlines()) for kind in ("compact", "rich")
    )
    hand, *fronts = (
        " ".join(card for card in parade.DECK if card in cards)
        for cards in (state.hands[viewer], state.front[viewer], state.front[1 - viewer])
    )
    assert rich["hand"] == hand
    assert [group for group in compact["place"].split(" | ") if not group.startswith("unseen")] == [
        f"hand {hand}",
        f"line {' '.join(state.parade)}",
        *(f"seat {seat} {front}" for seat, front in enumerate(fronts) if front),
    ]
    assert compact["last_card"] == f"{state.history[-2]} {state.history[-1]}"
    for name in ("counts", "points", "hands", "plies", "pile"):
        assert rich[name] == compact[name]
    assert [compact[name] for name in ("phase", "last_round", "actor", "chosen")] == [
        "a card is played",
        "not begun",
        "seat 0, the viewer",
        "nobody",
    ]
    with pytest.raises(WonderlandError, match="compact 160, rich 640, privileged 292"):
        describe(np.zeros(7))
