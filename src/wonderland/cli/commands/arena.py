"""``wonderland arena``: matches between bots, and how sure their results are."""

from __future__ import annotations

import secrets
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wonderland.cli import messages
from wonderland.cli.files import discard_output, print_json
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import AsJson, Lang, number
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import GAMES as GAME_NAMES

if TYPE_CHECKING:
    from wonderland.arena import Contest
    from wonderland.arena.files import Files
    from wonderland.arena.keeping import Plan

DEFAULT_GAMES = 1000

Players = Annotated[int | None, typer.Option(metavar="N", parser=number("--players"), help=tell("cli_arena_players"))]
Games = Annotated[int | None, typer.Option(metavar="N", parser=number("--games", 1), help=tell("cli_arena_games"))]
Jobs = Annotated[int, typer.Option(metavar="J", parser=number("--jobs", 1), help=tell("cli_arena_jobs"))]
Seed = Annotated[int | None, typer.Option(metavar="S", parser=number("--seed"), help=tell("cli_simulate_seed"))]
Time = Annotated[int | None, typer.Option(metavar="MS", parser=number("--budget", 1), help=tell("cli_arena_budget"))]
Rollouts = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--rollouts", 1), help=tell("cli_arena_rollouts"))
]


def arena(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", help=tell("cli_arena_bots"))] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="|".join(GAME_NAMES), help=tell("cli_any_game"))] = None,
    players: Players = None,
    games: Games = None,
    jobs: Jobs = 1,
    seed: Seed = None,
    budget: Time = None,
    rollouts: Rollouts = None,
    until_sure: Annotated[bool, typer.Option("--until-sure", help=tell("cli_arena_until_sure"))] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_resume"))] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help=tell("cli_arena_records"))] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_simulate_plot"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from wonderland.arena import Contest, Match
    from wonderland.arena.files import Files
    from wonderland.arena.keeping import VERSION, Plan
    from wonderland.arena.kept import read_games
    from wonderland.bots.bot import Budget

    files = Files(save, resume, records, plot)
    files.check()
    if resume:
        given = {"--players": players, "--seed": seed, "--game": game, "--budget": budget, "--rollouts": rollouts}
        plan = _kept_plan(resume, games, until_sure, {"BOT": tuple(bots) if bots else None, **given})
    else:
        chosen = secrets.randbelow(1 << 32) if seed is None else seed
        match = Match.of(bots or [], players, chosen, Budget(budget or Budget().milliseconds, rollouts), game)
        plan = Plan(VERSION, match, games or DEFAULT_GAMES, until_sure)
    contest = Contest(plan.match, plan.games, plan.until_sure, read_games(resume, plan.match) if resume else ())
    problem = _play(contest, plan, jobs, files)
    _show(contest, plot, as_json)
    if isinstance(problem, KeyboardInterrupt):
        kept = save or resume
        how = f"wonderland arena --resume {quote(str(kept))}" if kept else "--save"
        print_error(tell("arena_stopped_kept" if kept else "arena_stopped", games=contest.tally.games, how=how))
        raise typer.Exit(130)
    if problem:
        raise problem


def _kept_plan(file: Path, games: int | None, until_sure: bool, given: dict[str, object]) -> Plan:
    """The plan of a saved match; only how many games are played may be changed."""
    from msgspec.structs import replace

    from wonderland.arena.kept import check_same, read_plan

    plan = read_plan(file)
    check_same(file, plan, given)
    return replace(plan, games=games or plan.games, until_sure=until_sure or plan.until_sure)


def _play(contest: Contest, plan: Plan, jobs: int, files: Files) -> BaseException | None:
    """Play the games that are left, with a progress bar; returns what interrupted the match after some games."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from wonderland.arena.files import opened
    from wonderland.arena.played import Played
    from wonderland.figures.formatting import format_percent

    if contest.over:
        if files.records:
            print_error(tell("arena_no_records", file=files.records))
        return None
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    screen = Console(stderr=True)
    with opened(files, plan, contest) as (write, missing):
        if missing:
            print_error(tell("arena_records_missing", file=files.records, count=missing))
        if contest.until_sure and not contest.tally.meetings.pairs:
            print_error(tell("arena_nothing_to_settle"))
        if contest.wanted != plan.games:
            print_error(
                tell("arena_rounded", wanted=plan.games, games=contest.wanted, seatings=len(plan.match.seatings))
            )
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
            task = bar.add_task("", total=contest.wanted, completed=contest.before)

            def told(played: Played, record: dict[str, Any]) -> None:
                write(played, record)
                best = contest.tally.ranking[0]
                leader = f"{best[:20]} {format_percent(contest.tally.wins(best), messages.language)}"
                bar.update(task, advance=1, description=leader if contest.tally.deals else "")

            try:
                contest.play(jobs, told)
            except KeyboardInterrupt as stopped:
                return stopped
            except (WonderlandError, OSError) as problem:
                if contest.tally.games == contest.before:
                    raise
                return problem
    return None


def _show(contest: Contest, plot: Path | None, as_json: bool) -> None:
    from wonderland.arena.plot import draw
    from wonderland.arena.report import show
    from wonderland.arena.telling import as_data
    from wonderland.figures.tables import ReportConsole

    # First, because the reader of the text may close the pipe in the middle of it.
    if plot and contest.tally.deals:
        draw(contest.tally, plot, messages.language)
    if as_json:
        print_json(as_data(contest))
    else:
        try:
            show(contest, messages.language, ReportConsole())
        except BrokenPipeError:
            discard_output()
