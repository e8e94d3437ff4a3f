"""The changes from one value to another, applied to the JSON of the one, give the JSON of the other."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from wonderland.core.changes import apply, changes


class Leaf(msgspec.Struct, frozen=True):
    number: int
    word: str | None


class Node(msgspec.Struct, frozen=True):
    flag: bool
    leaf: Leaf | None
    leaves: tuple[Leaf, ...]
    rows: tuple[tuple[str, ...], ...]
    pairs: tuple[tuple[int, bool], ...] | None
    data: dict[str, list[int]] | None
    inner: Node | None


words = st.sampled_from(["", "R3", "B10", "é", "0"])
leaves = st.builds(Leaf, st.integers(0, 2), st.none() | words)


def tuples(items: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, max_size=6).map(tuple)


def nodes(inner: st.SearchStrategy[Node | None]) -> st.SearchStrategy[Node]:
    return st.builds(
        Node,
        st.booleans(),
        st.none() | leaves,
        tuples(leaves),
        tuples(tuples(words)),
        st.none() | tuples(st.tuples(st.integers(0, 2), st.booleans())),
        st.none() | st.dictionaries(words, st.lists(st.integers(0, 2), max_size=2), max_size=2),
        inner,
    )


trees = nodes(st.none() | nodes(st.none() | nodes(st.none())))


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@given(trees, trees)
def test_what_has_changed_is_all_it_takes(before: Node, after: Node) -> None:
    told = plain(changes(before, after))
    assert apply(plain(before), told) == plain(after)


@given(trees, trees, trees)
def test_changes_follow_one_another(first: Node, second: Node, third: Node) -> None:
    table_view = apply(plain(first), plain(changes(first, second)))
    assert apply(table_view, plain(changes(second, third))) == plain(third)


@given(trees)
def test_nothing_has_changed(tree: Node) -> None:
    assert changes(tree, msgspec.convert(plain(tree), Node)) == []


@given(tuples(words), st.lists(words, min_size=1, max_size=2))
def test_a_list_that_grows_is_not_told_again(row: tuple[str, ...], more: list[str]) -> None:
    """Histories and piles grow by a card at a time: that is what is sent most."""
    before = Node(False, None, (), (("R3",) * 4 + row,), None, None, None)
    longer = (*before.rows[0], *more)
    found = changes(before, msgspec.structs.replace(before, rows=(longer,)))
    assert found == [["rows", 0, len(before.rows[0]) + place, word] for place, word in enumerate(more)]


def test_each_way_a_face_can_change() -> None:
    leaf = Leaf(1, "R3")
    tree = Node(False, leaf, (leaf, leaf), (("R3", "B2"),), None, None, None)
    cases: dict[str, tuple[Any, list[list[Any]]]] = {
        "flag": (True, [["flag", True]]),
        "leaf": (Leaf(1, None), [["leaf", "word", None]]),
        "leaves": ((leaf, Leaf(2, "R3")), [["leaves", 1, "number", 2]]),
        "rows": ((("R3",),), [["rows", 0, ("R3",)]]),
        "pairs": (((1, True),), [["pairs", ((1, True),)]]),
    }
    for name, (value, expected) in cases.items():
        assert changes(tree, msgspec.structs.replace(tree, **{name: value})) == expected
    assert changes(tree, msgspec.structs.replace(tree, leaf=None)) == [["leaf", None]]
