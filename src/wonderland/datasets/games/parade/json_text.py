"""Rows of the simulator as JSON lines, written by compiled code: the text of a record, many times faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.arena.match import Match
from wonderland.games.parade.cards import DECK
from wonderland.games.parade.records import RECORD_VERSION
from wonderland.records.writing import encode
from wonderland.sim.kernel.compiling import entry_points, kernel_function
from wonderland.sim.kernel.layout import DECK_SIZE
from wonderland.sim.runs.moves import MAX_MOVES, GameRows
from wonderland.sim.runs.simulate import cores
from wonderland.sim.runs.threads import run_in_chunks

LINES_PER_CHUNK = 1 << 12  #: lines that a thread writes at a time
#: Characters of a line without its beginning and middle: a card takes six at most, a number twenty.
_LONGEST = 6 * (DECK_SIZE + MAX_MOVES) + 400


def _text(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8).copy()


#: The notation of each card in three bytes, and how many of them count.
_CARDS = np.array([[*str(card).encode(), 0, 0][:3] for card in DECK], np.uint8)
_CARD_LENGTHS = np.array([len(str(card)) for card in DECK], np.uint8)
_DECK, _MOVES, _DISCARDS, _DATASET = (
    _text(text) for text in (',"deck":[', '],"moves":[', '],"discards":[', '],"dataset":{"number":')
)
_WINNERS, _PLIES, _TRIGGER, _CAUSES, _END = (
    _text(text) for text in ('],"winners":[', '],"plies":', ',"trigger":', ',"causes":', "}}\n")
)
_COMMA, _QUOTE, _OPEN, _CLOSE, _ZERO = (np.uint8(ord(sign)) for sign in ',"[]0')

_entry_point = entry_points("wonderland.sim", "wonderland.games.parade", "wonderland.datasets.games.parade.json_text")


@kernel_function
def _put(text: Any, length: Any, out: Any, at: Any) -> Any:
    for place in range(length):
        out[at + place] = text[place]
    return at + length


@kernel_function
def _put_number(number: Any, out: Any, at: Any) -> Any:
    """A whole number that is not negative."""
    digits, rest = np.int64(1), np.int64(number) // 10
    while rest:
        digits, rest = digits + 1, rest // 10
    rest = np.int64(number)
    for place in range(digits):
        out[at + digits - 1 - place] = _ZERO + np.uint8(rest % 10)
        rest //= 10
    return at + digits


@kernel_function
def _put_card(card: Any, out: Any, at: Any) -> Any:
    out[at] = _QUOTE
    at = _put(_CARDS[card], _CARD_LENGTHS[card], out, at + 1)
    out[at] = _QUOTE
    return at + 1


@kernel_function
def _put_cards(cards: Any, length: Any, out: Any, at: Any) -> Any:
    for place in range(length):
        if place:
            out[at] = _COMMA
            at += 1
        at = _put_card(cards[place], out, at)
    return at


@kernel_function
def _put_discards(cards: Any, first: Any, players: Any, out: Any, at: Any) -> Any:
    """The pairs by seat; the row has them in turn order."""
    for seat in range(players):
        turn = (seat - np.int64(first) + players) % players
        if seat:
            out[at] = _COMMA
            at += 1
        out[at] = _OPEN
        at = _put_cards(cards[2 * turn : 2 * turn + 2], 2, out, at + 1)
        out[at] = _CLOSE
        at += 1
    return at


@_entry_point
def _write_lines(starts: Any, start_lengths: Any, middle: Any, columns: Any, players: Any, out: Any) -> Any:
    """The lines of some games; how many bytes they take."""
    numbers, scores, first, plies, trigger, causes, winners, discards, decks, moves = columns
    at = np.int64(0)
    for row in range(len(numbers)):
        seating = numbers[row] % len(starts)
        at = _put(starts[seating], start_lengths[seating], out, at)
        at = _put_number(first[row], out, at)
        at = _put_cards(decks[row], len(decks[row]), out, _put(_DECK, len(_DECK), out, at))
        at = _put_cards(moves[row], plies[row], out, _put(_MOVES, len(_MOVES), out, at))
        at = _put_discards(discards[row], first[row], players, out, _put(_DISCARDS, len(_DISCARDS), out, at))
        at = _put_number(numbers[row], out, _put(_DATASET, len(_DATASET), out, at))
        at = _put(middle, len(middle), out, at)
        for seat in range(players):
            if seat:
                out[at] = _COMMA
                at += 1
            at = _put_number(scores[row, seat], out, at)
        at, several = _put(_WINNERS, len(_WINNERS), out, at), False
        for seat in range(players):
            if (winners[row] >> seat) & 1:
                if several:
                    out[at] = _COMMA
                    at += 1
                at, several = _put_number(seat, out, at), True
        at = _put_number(plies[row], out, _put(_PLIES, len(_PLIES), out, at))
        at = _put_number(trigger[row], out, _put(_TRIGGER, len(_TRIGGER), out, at))
        at = _put_number(causes[row], out, _put(_CAUSES, len(_CAUSES), out, at))
        at = _put(_END, len(_END), out, at)
    return at


class JsonText:
    """Writes the rows of one match."""

    def __init__(self, match: Match) -> None:
        texts = [
            encode({"game": match.game, "version": RECORD_VERSION, "players": seating})[:-1] + b',"first":'
            for seating in match.seatings
        ]
        self._players = match.players
        self._start_lengths = np.array([len(text) for text in texts])
        self._starts = np.zeros((len(texts), self._start_lengths.max()), np.uint8)
        for start, text in zip(self._starts, texts, strict=True):
            start[: len(text)] = np.frombuffer(text, np.uint8)
        extra = encode({"seed": match.seed, "faults": [0] * match.players})
        self._middle = np.frombuffer(b"," + extra[1:-1] + b',"scores":[', np.uint8)

    def lines(self, rows: GameRows, threads: int | None = None) -> bytes:
        """The lines of some games, in order."""
        longest = _LONGEST + self._starts.shape[1] + len(self._middle)
        parts: dict[int, bytes] = {}

        def write(low: int, high: int) -> None:
            part, out = rows[low:high], np.empty((high - low) * longest, np.uint8)
            columns = tuple(part[name] for name in part.dtype.names or ())
            length = _write_lines(self._starts, self._start_lengths, self._middle, columns, self._players, out)
            parts[low] = out[:length].tobytes()

        run_in_chunks(0, len(rows), LINES_PER_CHUNK, threads or cores(), lambda: write)
        return b"".join(parts[low] for low in sorted(parts))
