"""What clients might send, sensible or not."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

#: Cards and piles that are there or not, and words that are none.
ACTIONS = [
    *(f"play {colour}{value}" for colour in "RBVGSO" for value in (0, 5, 10)),
    "discard R1 B2",
    "flip",
    "back",
    "turn",
    *(f"place {pile}" for pile in range(4)),
    "place 1 on RB",
    "place 1 on XX",
    "",
    "é",
    "play",
]

#: Few, so that they come again.
ids = st.sampled_from(["a", "b", "c", "é", "x" * 40])
versions = st.integers(-3, 12) | st.sampled_from([2**31, 2**63, 2**64, -(10**40)])
texts = st.text(st.characters(codec="utf-8"), max_size=30)


def messages() -> st.SearchStrategy[dict[str, Any]]:
    """Messages that can be read, whatever the table makes of them."""
    shapes: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "act": {"id": ids, "version": versions, "action": st.sampled_from(ACTIONS) | texts},
        "say": {"id": ids, "text": texts},
        "resign": {"id": ids},
        "back": {"id": ids},
        "agree": {"id": ids, "seat": versions, "agree": st.booleans()},
        "ready": {"id": ids, "ready": st.booleans()},
        "mute": {"person": ids, "mute": st.booleans()},
        "sync": {"version": versions},
        "pong": {"number": versions},
    }
    return st.one_of(*(st.fixed_dictionaries({"type": st.just(name), **shape}) for name, shape in shapes.items()))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def twisted(draw: st.DrawFn) -> str:
    """A message with one thing wrong: a key gone, or a value of another type."""
    message = dict(draw(messages()))
    key = draw(st.sampled_from(sorted(message)))
    if draw(st.booleans()):
        del message[key]
    else:
        message[key] = draw(values)
    return json.dumps(message)


def junk() -> st.SearchStrategy[str]:
    """JSON of any shape, JSON cut short, and JSON in which one thing is wrong."""
    whole = values.map(json.dumps)
    cut = st.tuples(messages().map(json.dumps), st.integers(0, 60)).map(lambda pair: pair[0][: pair[1]])
    deep = st.integers(1, 1_900).map(lambda depth: "[" * depth + "]" * depth)
    return st.one_of(whole, cut, deep, twisted())
