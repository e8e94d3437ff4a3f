"""The messages as TypeScript, for the web app: ``python -m wonderland.server.typescript [OUTPUT_FILE]``.

Everything is read from the Python types: the messages each way, what the HTTP routes take and give, the games' views.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_args, get_origin

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from msgspec import inspect as types

from wonderland.core.cards import Card
from wonderland.core.table import TableRules
from wonderland.games.registry import GAMES, find
from wonderland.server import http
from wonderland.server.http.errors import ErrorResponse
from wonderland.server.tables.past_moves import PastMove, PastMoves
from wonderland.server.tables.replay_pages import ReplayPage, ReplayStep
from wonderland.server.tables.updates import Event, Snapshot
from wonderland.server.tables.views import TableView
from wonderland.server.wire.messages import AnyClientMessage, AnyServerMessage

OUTPUT_FILE = Path("web/src/net/wire.ts")

FILE_HEADER = """// Made by `python -m wonderland.server.typescript` from the Python messages: not to be edited.
// What they mean is told in docs/protocol.md.

/** A path into the table, and the value that stands there from now on. */
export type Change = [...path: (string | number)[], value: unknown];
"""

#: What Python leaves open, and is known.
FIELD_TYPES: dict[tuple[type, str], str] = {
    (TableView, "game"): "Game",
    (TableView, "options"): "Options",
    (TableView, "view"): "View | null",
    (TableView, "result"): "Result | null",
    (Event, "changes"): "Change[]",
    (Event, "explanation"): "GameExplanation | null",
    (Snapshot, "explanation"): "GameExplanation | null",
    (ReplayPage, "views"): "GameView[]",
    (ReplayPage, "explanation"): "GameExplanation | null",
    (PastMoves, "view"): "GameView | null",
    (PastMove, "changes"): "Change[]",
    (ReplayStep, "changes"): "Change[]",
    (ReplayStep, "explanation"): "GameExplanation | null",
}

TYPE_NAMES: dict[type, str] = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
}


def game_types(table: TableRules) -> list[Any]:
    """The types of a game that clients see: options, view, result and, where it has one, explanation."""
    types = [table.Options, table.View, table.Result]
    return types if table.Explanation is None else [*types, table.Explanation]


class Writer:
    """Writes each type once, after those it is made of."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._owners: dict[str, object] = {}
        #: Types that the server sends: their fields with a default are always present.
        self._sent: set[type] = set()

    def write(self) -> str:
        """The whole file."""
        asked = [*get_args(AnyClientMessage), *bodies("data")]
        told = [*get_args(AnyServerMessage), *bodies("return"), ErrorResponse]
        tables = [find(name).table for name in GAMES]
        games = [one for table in tables for one in game_types(table)]
        for one in (*told, *games):
            self._note_sent(types.type_info(one))
        for one in games:
            self._name(types.type_info(one))
        explanations = [title(table.Explanation) for table in tables if table.Explanation]
        self._alias("GameView", " | ".join(title(table.View) for table in tables))
        self._alias("GameExplanation", " | ".join(explanations) or "never")
        for one in (*told, *asked):
            self._name(types.type_info(one))
        for alias, union in (("AnyClientMessage", AnyClientMessage), ("AnyServerMessage", AnyServerMessage)):
            self._alias(alias, self._name(types.type_info(union)))
        return "\n".join([FILE_HEADER, *self._texts.values()])

    def _note_sent(self, info: types.Type) -> None:
        if isinstance(info, types.StructType):
            if info.cls in self._sent:
                return
            self._sent.add(info.cls)
        for part in parts(info):
            self._note_sent(part)

    # ---- a type as it is used -----------------------------------------------------------------------

    def _name(self, info: types.Type) -> str:
        match info:
            case types.StructType(cls=cls) if cls.__struct_config__.array_like:
                return self._tuple([field.type for field in info.fields])
            case types.StructType(cls=cls) | types.TypedDictType(cls=cls):
                return self._declare(info, cls)
            case types.CustomType(cls=cls) if issubclass(cls, Card):
                return self._card(cls)
            case types.CustomType(cls=cls) if cls is object:
                return "unknown"
            case types.LiteralType(values=values):
                return " | ".join(quoted(value) for value in sorted(values, key=str))
            case types.UnionType(types=members):
                return " | ".join(self._name(member) for member in members)
            case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
                name = self._name(item)
                return f"({name})[]" if isinstance(item, types.UnionType | types.LiteralType) else f"{name}[]"
            case types.TupleType(item_types=items):
                return self._tuple(items)
            case types.DictType(key_type=types.CustomType() as card, value_type=value):
                return f"Partial<Record<{self._name(card)}, {self._name(value)}>>"
            case types.DictType(value_type=value):
                return f"Record<string, {self._name(value)}>"
        return TYPE_NAMES[type(info)]

    def _tuple(self, items: Any) -> str:
        return f"[{', '.join(self._name(item) for item in items)}]"

    # ---- a type as it is declared -------------------------------------------------------------------

    def _alias(self, name: str, text: str, doc: str = "") -> str:
        self._texts.setdefault(name, f"{doc}export type {name} = {text};\n")
        return name

    def _card(self, cls: type[Card]) -> str:
        known = list(cls._known)
        one, two = (
            " | ".join(quoted(part) for part in dict.fromkeys(parts))
            for parts in ([text[0] for text in known], [text[1:] for text in known])
        )
        return self._alias(title(cls), f"`${{{one}}}${{{two}}}`")

    def _declare(self, info: types.StructType | types.TypedDictType, cls: type) -> str:
        name = title(cls)
        if self._owners.setdefault(name, cls) is not cls:
            raise ValueError(f"two types are called {name}: {cls} and {self._owners[name]}")
        if name in self._texts:
            return name
        lines = [f"  type: {quoted(info.tag)};"] if isinstance(info, types.StructType) and info.tag else []
        docs = comments(cls)
        for field in in_order(info):
            doc = f"  /** {docs[field.name]} */\n" if field.name in docs else ""
            mark = "?" if self._may_miss(info, field) else ""
            word = FIELD_TYPES.get((cls, field.name)) or self._name(field.type)
            lines.append(f"{doc}  {field.encode_name}{mark}: {word};")
        generic = "Of<Game, Options, View, Result>" if cls is TableView else ""
        doc = f"/** {sentence(cls.__doc__)} */\n"
        if lines:
            self._texts[name] = f"{doc}export interface {name}{generic} {{\n" + "\n".join(lines) + "\n}\n"
        else:
            self._alias(name, "Record<string, never>", doc)
        return self._views() if cls is TableView else name

    def _may_miss(self, info: types.StructType | types.TypedDictType, field: types.Field) -> bool:
        if field.required or isinstance(info, types.TypedDictType):
            return not field.required
        return info.cls not in self._sent or info.cls.__struct_config__.omit_defaults

    def _views(self) -> str:
        """A table's view for each game, told apart by ``game``."""
        names = []
        for game in GAMES:
            parts = game_types(find(game).table)[:3]
            words = ", ".join([quoted(game), *(self._name(types.type_info(part)) for part in parts)])
            names.append(self._alias(f"{game.title()}TableView", f"TableViewOf<{words}>"))
        self._texts["TableViewOf"] = self._texts.pop("TableView")
        return self._alias("TableView", " | ".join(names))


def bodies(place: str) -> Iterator[Any]:
    """What the routes take (``data``) or give (``return``), in every module of routes."""
    for found in iter_modules(http.__path__):
        for router in getattr(import_module(f"{http.__name__}.{found.name}"), "routes", ()):
            for route in getattr(router, "routes", ()):
                for handler in route.route_handlers:
                    if isinstance(handler, HTTPRouteHandler) and handler.include_in_schema is not False:
                        hint: Any = inspect.get_annotations(handler.fn, eval_str=True).get(place)
                        body = get_args(hint)[0] if get_origin(hint) is Response else hint
                        if body not in (None, bytes, Stream):  # files are no messages
                            yield body


def parts(info: types.Type) -> Iterator[types.Type]:
    """The types that a type is made of, one step down."""
    if isinstance(info, types.StructType | types.TypedDictType):
        yield from (field.type for field in info.fields)
    for name in ("types", "item_types"):
        yield from getattr(info, name, ())
    for name in ("item_type", "key_type", "value_type"):
        if inner := getattr(info, name, None):
            yield inner


def in_order(info: types.StructType | types.TypedDictType) -> Sequence[types.Field]:
    """The fields as they stand in the source; msgspec tells those of a TypedDict by their names' order."""
    if isinstance(info, types.StructType):
        return info.fields
    order = list(inspect.get_annotations(info.cls))
    return sorted(info.fields, key=lambda field: order.index(field.name))


def title(cls: type) -> str:
    """A type's name; the games use the same words, so theirs have the game's name before."""
    found = re.match(r"wonderland\.games\.(\w+)\.", cls.__module__)
    return (found[1].title() if found else "") + cls.__name__


def comments(cls: type) -> dict[str, str]:
    """What stands beside each field, after ``#:``."""
    found = re.findall(r"((?:^ +#: .*\n)+) +(\w+):", inspect.getsource(cls), re.MULTILINE)
    return {name: sentence(re.sub(r"^ *#: ", "", text, flags=re.MULTILINE)) for text, name in found}


def sentence(text: str | None) -> str:
    return re.sub(r"\bNone\b", "null", " ".join((text or "").split()).replace("``", "`"))


def quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(Writer().write(), "utf-8")
