"""The commands of ``wonderland``, each from its own file, which is imported when the command is called."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wonderland import __version__
from wonderland.cli.cluster import with_address
from wonderland.cli.messages import tell
from wonderland.cli.options import Lang

#: In the order in which the help lists them: each is a module of ``wonderland.cli.commands`` with a function, or a
#: ``Typer`` with commands of its own, of the same name (with ``_`` in place of ``-``).
COMMANDS = (
    "play", "serve", "worker", "rules", "deal", "replay", "analyse", "score", "simulate", "arena", "dataset", "train",
    "train-deep", "engine", "backup", "restore", "migrate-database", "admin",
)  # fmt: skip


class LazyCommands(TyperGroup):
    """Loads a command when it is called, so that ``--help`` is quick and a command imports only what it needs.

    Some need the games to know their own options, and others the server.
    """

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, _, rest = super().resolve_command(ctx, args)
        return name, _load(name or ""), with_address(rest)


def _load(name: str) -> Any:
    module = name.replace("-", "_")
    found = getattr(import_module(f"wonderland.cli.commands.{module}"), module)
    if isinstance(found, typer.Typer):
        commands = found
    else:
        commands = typer.Typer(rich_markup_mode=None, add_completion=False)
        commands.command(name, help=tell(f"cli_{module}_help"))(found)
    return typer.main.get_command(commands)


app = typer.Typer(
    cls=LazyCommands,
    help=tell("cli_help"),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in COMMANDS:
    # For the help only: the group loads the command itself.
    app.command(command, help=tell(f"cli_{command.replace('-', '_')}_help"))(lambda: None)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wonderland {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help=tell("cli_version"), callback=_show_version, is_eager=True)
    ] = False,
    lang: Lang = None,
) -> None:
    """Hold the options that belong to no command."""


def run(words: list[str]) -> int:
    """Run a command; what goes wrong is raised, for ``main`` to report in one line."""
    return int(typer.main.get_command(app).main(words, prog_name="wonderland", standalone_mode=False) or 0)
