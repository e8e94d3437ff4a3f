"""The commands of ``wonderland``, each from its own file."""

from __future__ import annotations

from typing import Annotated

import typer

from wonderland import __version__
from wonderland.cli.commands import (
    admin,
    arena,
    backup,
    deal,
    engine,
    play,
    replay,
    restore,
    rules,
    score,
    serve,
    simulate,
)
from wonderland.cli.options import Lang
from wonderland.cli.speech import tell

app = typer.Typer(
    help=tell("cli_help"),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for module in (play, serve, rules, deal, replay, score, simulate, arena, engine, backup, restore):
    name = module.__name__.rpartition(".")[2]
    app.command(name, help=tell(f"cli_{name}_help"))(getattr(module, name))
app.add_typer(admin.admin, name="admin", help=tell("cli_admin_help"))


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
    """Run a command; what goes wrong is raised, for ``main`` to say in one line."""
    return int(typer.main.get_command(app).main(words, prog_name="wonderland", standalone_mode=False) or 0)
