"""What an admin can order, as one typed class each: the same whether a server runs or not."""

from __future__ import annotations

from typing import Annotated

import msgspec

from wonderland.server.bounds import Text, Word

MAX_PATH_LENGTH = 4_096  #: characters of a file's path, as most systems have it


class ListPeople(msgspec.Struct, tag="people", frozen=True):
    """Everyone, latest seen first."""

    limit: int = 200


class ListTables(msgspec.Struct, tag="tables", frozen=True):
    """Tables that are not closed, latest touched first."""

    limit: int = 200


class CloseTable(msgspec.Struct, tag="close", frozen=True):
    """End a table, whatever goes on there."""

    table: Word


class Mute(msgspec.Struct, tag="mute", frozen=True):
    """Take somebody's chat away, or give it back."""

    person: Word
    on: bool = True


class Ban(msgspec.Struct, tag="ban", frozen=True):
    """Shut somebody out, or let them in again."""

    person: Word
    on: bool = True


class ResetPassword(msgspec.Struct, tag="reset-password", frozen=True):
    """Make a one-time link for a new password."""

    user: Text


class Restore(msgspec.Struct, tag="restore", frozen=True):
    """Overwrite the database with a backup on the server's disk."""

    file: Annotated[str, msgspec.Meta(max_length=MAX_PATH_LENGTH)]


Order = ListPeople | ListTables | CloseTable | Mute | Ban | ResetPassword | Restore


class PersonLine(msgspec.Struct, frozen=True):
    """Somebody in the admin's list."""

    id: str
    kind: str
    name: str
    user: str | None
    seen: int
    muted: bool
    banned: bool


class TableLine(msgspec.Struct, frozen=True):
    """A table in the admin's list."""

    id: str
    game: str
    phase: str
    public: bool
    created: int
    touched: int
    #: How many sit there now; null while no server runs, for only the tables themselves know.
    people: int | None = None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an order; only what belongs to the order is there."""

    people: list[PersonLine] | None = None
    tables: list[TableLine] | None = None
    #: Whom the order was about.
    person: str | None = None
    link: str | None = None
    #: What was there before a backup was put back.
    backup: str | None = None
