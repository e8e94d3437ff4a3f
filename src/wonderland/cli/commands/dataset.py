"""``wonderland dataset``: games of bots by the million, as a file for other programs."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.cluster import Ray, executor_on
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import Lang, number
from wonderland.games.registry import GAMES as GAME_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wonderland.datasets.writing import DatasetWriter, Progress

Bots = Annotated[list[str] | None, typer.Option(metavar="A,B,…", help=tell("cli_dataset_bots"))]
Games = Annotated[int, typer.Option(metavar="N", parser=number("--games", 1), help=tell("cli_dataset_games"))]
Out = Annotated[Path, typer.Option(metavar="FILE", help=tell("cli_dataset_out"))]
Players = Annotated[int | None, typer.Option(metavar="N", parser=number("--players"), help=tell("cli_arena_players"))]
Seed = Annotated[int | None, typer.Option(metavar="S", parser=number("--seed"), help=tell("cli_simulate_seed"))]
Jobs = Annotated[int | None, typer.Option(metavar="J", parser=number("--jobs", 1), help=tell("cli_dataset_jobs"))]
Threads = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--threads", 1), help=tell("cli_dataset_threads"))
]
Time = Annotated[int | None, typer.Option(metavar="MS", parser=number("--budget", 1), help=tell("cli_arena_budget"))]
Rollouts = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--rollouts", 1), help=tell("cli_arena_rollouts"))
]


def dataset(
    games: Games,
    out: Out,
    bots: Bots = None,
    game: Annotated[str | None, typer.Option("--game", metavar="|".join(GAME_NAMES), help=tell("cli_any_game"))] = None,
    players: Players = None,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: Ray = None,
    threads: Threads = None,
    budget: Time = None,
    rollouts: Rollouts = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help=tell("cli_dataset_overwrite"))] = False,
    lang: Lang = None,
) -> None:
    from wonderland.bots.bot import Budget
    from wonderland.core.errors import Unreadable
    from wonderland.datasets.partial import partial_path
    from wonderland.datasets.plan import FreshDeals, read_bots
    from wonderland.datasets.writing import DatasetWriter, check_file, plan_dataset

    names = read_bots(bots or [])
    if not names:
        raise Unreadable("dataset_no_bots")
    check_file(out, overwrite)
    own_seed = _seed(out, overwrite) if seed is None else seed
    match = FreshDeals.of(names, players, own_seed, Budget(budget or Budget().milliseconds, rollouts), game)
    plan = plan_dataset(match, games)
    with executor_on(ray, jobs or threads) as executor:
        writer = DatasetWriter(plan, out, jobs or 1, threads, overwrite, executor)
        started = perf_counter()
        try:
            _write(writer)
        except KeyboardInterrupt:
            print_error(tell("dataset_stopped", games=writer.games, file=partial_path(out)))
            raise typer.Exit(130) from None
    _show(writer, perf_counter() - started)


def _seed(out: Path, overwrite: bool) -> int:
    """The seed where none is given: that of the run that was interrupted, or a new one."""
    from wonderland.core.errors import Unreadable
    from wonderland.datasets.partial import partial_path, plan_in

    try:
        earlier = plan_in(partial_path(out.resolve()))
    except Unreadable:
        if not overwrite:
            raise
        earlier = None
    return earlier.match.seed if earlier else secrets.randbelow(1 << 32)


def _write(writer: DatasetWriter) -> None:
    with writer.open() as partial:
        if writer.games_before:
            print_error(tell("dataset_goes_on", games=writer.games_before))
        with _progress_bars(writer.plan.games, writer.games_before) as progress:
            writer.write(partial, progress)


@contextmanager
def _progress_bars(games: int, done: int) -> Iterator[Progress]:
    """One bar for the games that are played, and one for those that are written."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        tasks = {
            "play": bar.add_task(tell("dataset_playing"), total=games, completed=done),
            "write": bar.add_task(tell("dataset_writing"), total=games, start=False),
        }

        def progress(what: str, more: int) -> None:
            bar.start_task(tasks[what])
            bar.advance(tasks[what], more)

        yield progress


def _show(writer: DatasetWriter, seconds: float) -> None:
    from wonderland.arena.sentences import fault_sentences
    from wonderland.messages import decimal, grouped

    lang, plan = messages.language, writer.plan
    for sentence in fault_sentences(writer.arena.thinking, lang) if writer.arena else ():
        print_error(sentence)
    megabytes = writer.out.stat().st_size / 1e6
    size = decimal(f"{megabytes:.{1 if megabytes >= 1 else 3}f}", lang)
    games, took = grouped(plan.games, lang), decimal(f"{seconds:.1f}", lang)
    print(tell("dataset_written", file=writer.out, games=games, seed=plan.match.seed, size=size, seconds=took))
