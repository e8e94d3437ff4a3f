"""The admin commands, one typed class each: the same with and without a running server."""

from __future__ import annotations

from typing import Annotated

import msgspec

from wonderland.server.bounds import Text, Word

MAX_PATH_LENGTH = 4_096  #: characters of a file's path, as most systems have it


class ListPeople(msgspec.Struct, tag="people", frozen=True):
    """Everyone, most recently seen first."""

    limit: int = 200


class ListTables(msgspec.Struct, tag="tables", frozen=True):
    """Tables that are not closed, most recently changed first."""

    limit: int = 200


class CloseTable(msgspec.Struct, tag="close", frozen=True):
    """Close a table, even during a game."""

    table: Word


class MutePerson(msgspec.Struct, tag="mute", frozen=True):
    """Mute a person in the chat, or unmute them."""

    person: Word
    on: bool = True


class BanPerson(msgspec.Struct, tag="ban", frozen=True):
    """Ban a person, or lift the ban."""

    person: Word
    on: bool = True


class ResetPassword(msgspec.Struct, tag="reset-password", frozen=True):
    """Create a one-time link for a new password."""

    user: Text


class ListInstances(msgspec.Struct, tag="instances", frozen=True):
    """The instances that share the database, oldest first."""


class Restore(msgspec.Struct, tag="restore", frozen=True):
    """Overwrite the database with a backup on the server's disk."""

    file: Annotated[str, msgspec.Meta(max_length=MAX_PATH_LENGTH)]


AdminCommand = ListPeople | ListTables | ListInstances | CloseTable | MutePerson | BanPerson | ResetPassword | Restore


class PersonInfo(msgspec.Struct, frozen=True):
    """A person in the admin's list."""

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
    #: How many people sit there now; null without a running server, since only tables in memory know.
    people: int | None = None


class InstanceInfo(msgspec.Struct, frozen=True):
    """An instance in the admin's list."""

    id: str
    address: str
    version: str
    started: int
    seen: int
    #: ``serving``, ``draining``, or ``lost`` if it has sent no heartbeat for a while.
    status: str
    #: How many tables it looks after.
    tables: int


class AdminResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a command; only the fields that belong to it are set."""

    people: list[PersonInfo] | None = None
    tables: list[TableInfo] | None = None
    instances: list[InstanceInfo] | None = None
    #: The person the command was about.
    person: str | None = None
    link: str | None = None
    #: The backup of the database that a restore has replaced.
    backup: str | None = None
    #: False if an instance that runs did not say that it has acted on the command.
    told: bool = True
