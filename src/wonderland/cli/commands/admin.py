"""``wonderland admin``: people and tables, for whoever hosts; with a running server, or without one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from wonderland.cli import messages
from wonderland.cli.files import print_json
from wonderland.cli.messages import tell
from wonderland.cli.options import AsJson, Lang
from wonderland.cli.settings import Data, Database, PublicUrl, Redis, Secrets, some_settings
from wonderland.messages import printable

if TYPE_CHECKING:
    from wonderland.server.admin.commands import AdminCommand, AdminResult, PersonInfo

Person = Annotated[str, typer.Argument(metavar="PERSON", help=tell("cli_admin_person"))]
Table = Annotated[str, typer.Argument(metavar="TABLE", help=tell("cli_admin_table"))]
User = Annotated[str, typer.Argument(metavar="USER", help=tell("cli_admin_user"))]

admin = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@admin.command("people", help=tell("cli_admin_people_help"))
def people(
    json: AsJson = False,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import ListPeople

    answer = _give(ListPeople(), data, database, secrets, redis)
    if json:
        return print_json(msgspec.to_builtins(answer))
    return _print(
        (one.id, tell(f"admin_kind_{one.kind}"), one.name, one.user or "–", _when(one.seen), _marks(one))
        for one in answer.people or ()
    )


@admin.command("tables", help=tell("cli_admin_tables_help"))
def tables(
    json: AsJson = False,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import ListTables

    answer = _give(ListTables(), data, database, secrets, redis)
    if json:
        return print_json(msgspec.to_builtins(answer))
    return _print(
        (one.id, one.game, tell(f"admin_phase_{one.phase}"), _number(one.people), _when(one.touched))
        for one in answer.tables or ()
    )


@admin.command("instances", help=tell("cli_admin_instances_help"))
def instances(
    json: AsJson = False,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import ListInstances

    answer = _give(ListInstances(), data, database, secrets, redis)
    if json:
        return print_json(msgspec.to_builtins(answer))
    return _print(
        (one.id, one.address, one.version, tell(f"admin_instance_{one.status}"), str(one.tables), _when(one.seen))
        for one in answer.instances or ()
    )


@admin.command("close", help=tell("cli_admin_close_help"))
def close(
    table: Table,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import CloseTable

    _give(CloseTable(table), data, database, secrets, redis)
    print(tell("admin_closed", table=table))


@admin.command("mute", help=tell("cli_admin_mute_help"))
def mute(
    person: Person,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import MutePerson

    _give(MutePerson(person), data, database, secrets, redis)
    print(tell("admin_done"))


@admin.command("unmute", help=tell("cli_admin_unmute_help"))
def unmute(
    person: Person,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import MutePerson

    _give(MutePerson(person, on=False), data, database, secrets, redis)
    print(tell("admin_done"))


@admin.command("ban", help=tell("cli_admin_ban_help"))
def ban(
    person: Person,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import BanPerson

    _give(BanPerson(person), data, database, secrets, redis)
    print(tell("admin_done"))


@admin.command("unban", help=tell("cli_admin_unban_help"))
def unban(
    person: Person,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import BanPerson

    _give(BanPerson(person, on=False), data, database, secrets, redis)
    print(tell("admin_done"))


@admin.command("reset-password", help=tell("cli_admin_reset_help"))
def reset_password(
    user: User,
    data: Data = None,
    database: Database = None,
    secrets: Secrets = None,
    redis: Redis = None,
    public_url: PublicUrl = None,
    lang: Lang = None,
) -> None:
    from wonderland.server.admin.commands import ResetPassword

    print(_give(ResetPassword(user), data, database, secrets, redis, public_url).link)


def _give(
    order: AdminCommand,
    data: str | None,
    database: str | None,
    secrets: str | None,
    redis: str | None,
    public_url: str | None = None,
) -> AdminResult:
    from wonderland.server.admin.client import run_command

    settings = some_settings(data=data, database=database, secrets=secrets, redis=redis, public_url=public_url)
    result = run_command(settings, order, messages.language)
    if not result.told:
        print(tell("admin_not_told"), file=sys.stderr)
    return result


def _print(rows: Iterable[Sequence[str]]) -> None:
    """Columns as wide as what is in them; names are of unknown origin."""
    lines = [[printable(cell) for cell in row] for row in rows]
    for line in lines:
        wide = [max(len(other[column]) for other in lines if column < len(other)) for column in range(len(line))]
        print("  ".join(f"{cell:{width}}" for cell, width in zip(line, wide, strict=True)).rstrip())


def _number(number: int | None) -> str:
    return "–" if number is None else str(number)


def _marks(person: PersonInfo) -> str:
    marks = {"admin_muted": person.muted, "admin_banned": person.banned}
    return ", ".join(tell(key) for key, is_so in marks.items() if is_so)


def _when(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000):%Y-%m-%d %H:%M}"
