"""The server's settings as options: made from their types, so that a new one needs no line here."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from msgspec import inspect as shape

from wonderland.cli.messages import tell
from wonderland.server.hosting.settings_parser import (
    Setting,
    SettingValue,
    all_settings,
    as_text,
    build_settings,
    read_settings,
)
from wonderland.server.settings import Settings

Data = Annotated[str | None, typer.Option("--data", metavar="FOLDER", help=tell("setting_data"))]
PublicUrl = Annotated[str | None, typer.Option("--public-url", metavar="URL", help=tell("setting_public_url"))]
Secrets = Annotated[str | None, typer.Option("--secrets", metavar="FOLDER", help=tell("setting_secrets"))]
Redis = Annotated[str | None, typer.Option("--redis", metavar="URL", help=tell("setting_redis"))]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help=tell("setting_database"))]


Result = TypeVar("Result")


def with_settings(command: Callable[..., Result]) -> Callable[..., Result]:
    """Give a command that takes ``choices`` an option for every setting."""
    own = [one for one in inspect.signature(command, eval_str=True).parameters.values() if one.name != "choices"]
    settings = list(all_settings())

    def run(**words: Any) -> Result:
        flags = {setting.name: words.pop(setting.name) for setting in settings}
        return command(choices=read_settings(flags, os.environ), **words)

    options = [
        inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_option(setting))
        for setting in settings
    ]
    run.__signature__ = inspect.Signature([*own, *options])  # type: ignore[attr-defined]  # typer reads it
    run.__annotations__ = {one.name: one.annotation for one in (*options, *own)}
    return run


def some_settings(**flags: str | None) -> Settings:
    """The settings for a command that offers only a few of them."""
    return build_settings(read_settings(flags, os.environ))


def show(choices: list[SettingValue]) -> str:
    """Every setting, one a line: its name, its value, and who chose it."""
    default = tell("setting_default")
    rows = [(choice.setting.name, choice.shown or "–", choice.source or default) for choice in choices]
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{name:{wide[0]}}  {value:{wide[1]}}  {source}" for name, value, source in rows)


def _option(setting: Setting) -> Any:
    words = tell(f"setting_{setting.name}")
    shown = as_text(setting.default)
    help_ = f"{words} [{setting.variable}{'; ' + shown if shown else ''}]"
    if setting.is_switch:
        return Annotated[bool | None, typer.Option(f"{setting.flag}/--no-{setting.flag[2:]}", help=help_)]
    return Annotated[str | None, typer.Option(setting.flag, metavar=_metavar(setting.type), help=help_)]


def _metavar(kind: shape.Type) -> str:
    match kind:
        case shape.IntType():
            return "N"
        case shape.LiteralType(values=values):
            return "|".join(map(str, values))
        case shape.CustomType(cls=cls) if cls is Path:
            return "FOLDER"
        case shape.UnionType(types=types):
            return _metavar(types[0])
    return "TEXT"
