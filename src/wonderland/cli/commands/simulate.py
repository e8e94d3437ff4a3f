"""``wonderland simulate``: statistics over millions of games of Parade."""

from __future__ import annotations

import secrets
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.cluster import Ray, executor_on
from wonderland.cli.files import print_json
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import AsJson, Lang, number, whole_number
from wonderland.core.errors import NotAllowed

if TYPE_CHECKING:
    from wonderland.parallel.executor import Executor
    from wonderland.sim import Statistics


def simulate(
    players: Annotated[
        int, typer.Option(metavar="N", parser=number("--players"), help=tell("cli_simulate_players"))
    ] = 2,
    games: Annotated[str, typer.Option(metavar="N", help=tell("cli_simulate_games"))] = "1_000_000",
    seed: Annotated[
        int | None, typer.Option(metavar="N", parser=number("--seed"), help=tell("cli_simulate_seed"))
    ] = None,
    policy: Annotated[str, typer.Option(metavar="random|greedy|A,B,…", help=tell("cli_simulate_policy"))] = "random",
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help=tell("cli_simulate_device"))] = "cpu",
    threads: Annotated[
        int | None, typer.Option(metavar="N", parser=number("--threads", 1), help=tell("cli_simulate_threads"))
    ] = None,
    ray: Ray = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_simulate_plot"))] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help=tell("cli_simulate_records"))] = None,
    samples: Annotated[
        int, typer.Option(metavar="N", parser=number("--samples", 0), help=tell("cli_simulate_samples"))
    ] = 10,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from wonderland.records.writing import check_writable, save
    from wonderland.sim import by_seat, record_of
    from wonderland.sim import simulate as play

    many = whole_number(games, "--games")
    chosen = secrets.randbelow(1 << 32) if seed is None else seed
    policies = policy.split(",") if "," in policy else policy
    if plot is not None:
        from wonderland.figures.drawing import check_plot_file
        from wonderland.sim.runs.plot import draw

        check_plot_file(plot)
    # A file that cannot be written is reported before the games, not after them.
    for file in (plot, records):
        if file is not None:
            check_writable(file)
    if ray is not None and device != "cpu":
        raise NotAllowed("ray_needs_cpu")
    with executor_on(ray, threads) as executor:
        # One game first, so that the time does not include compiling; the workers of a cluster compile by themselves.
        if not executor and _run(players, min(many, 1), chosen, policies, device, threads).games < min(many, 1):
            raise typer.Exit(130)
        started = perf_counter()
        found = _run(players, many, chosen, policies, device, threads, executor)
        seconds = perf_counter() - started
    seats = []
    if len(set(found.policies)) > 1:
        # Where policies differ, what matters is who sits where; a million games, row by row, are enough for that.
        seats = by_seat(play(players, min(found.games, 1_000_000), chosen, policies, device, threads))
    if as_json:
        print_json({**found.to_dict(), "seconds": round(seconds, 3), "table": [seat.to_dict() for seat in seats]})
    else:
        from rich.console import Console

        from wonderland.sim.runs.report import show, show_seats

        show(found, seconds, messages.language, Console())
        show_seats(seats, messages.language, Console())
    if plot is not None:
        draw(found, plot, messages.language)
    if records is not None:
        numbers = range(min(samples, found.games))
        save(records, (record_of(players, game, chosen, policies, messages.language) for game in numbers))
    if found.games < many:
        print_error(tell("sim_interrupted", games=found.games))
        raise typer.Exit(130)


def _run(
    players: int,
    games: int,
    seed: int,
    policy: str | list[str],
    device: str,
    threads: int | None,
    executor: Executor | None = None,
) -> Statistics:
    """The statistics, with a progress bar on the terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from wonderland.sim import statistics

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=games)
        return statistics(
            players,
            games,
            seed,
            policy,
            device,
            threads,
            progress=lambda done: bar.advance(task, done),
            executor=executor,
        )
