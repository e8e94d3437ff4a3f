"""The admin commands, one typed class each: the same with and without a running server."""

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


class MutePerson(msgspec.Struct, tag="mute", frozen=True):
    """Take somebody's chat away, or give it back."""

    person: Word
    on: bool = True


class BanPerson(msgspec.Struct, tag="ban", frozen=True):
    """Shut somebody out, or let them in again."""

    person: Word
    on: bool = True


class ResetPassword(msgspec.Struct, tag="reset-password", frozen=True):
    """Make a one-time link for a new password."""

    user: Text


class Restore(msgspec.Struct, tag="restore", frozen=True):
    """Overwrite the database with a backup on the server's disk."""

    file: Annotated[str, msgspec.Meta(max_length=MAX_PATH_LENGTH)]


AdminCommand = ListPeople | ListTables | CloseTable | MutePerson | BanPerson | ResetPassword | Restore


class PersonInfo(msgspec.Struct, frozen=True):
    """Somebody in the admin's list."""

    id: str
    kind: str
    name: str
    user: str | None
    seen: int
    muted: bool
    banned: bool


class TableInfo(msgspec.Struct, frozen=True):
    """A table in the admin's list."""

    id: str
    game: str
    phase: str
    public: bool
    created: int
    touched: int
    #: How many sit there now; null while no server runs, for only the tables themselves know.
    people: int | None = None


class AdminResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of an command; only what belongs to the command is there."""

    people: list[PersonInfo] | None = None
    tables: list[TableInfo] | None = None
    #: Whom the command was about.
    person: str | None = None
    link: str | None = None
    #: What was there before a backup was put back.
    backup: str | None = None
