"""``wonderland arena``: matches between bots, and how sure their results are."""

from __future__ import annotations

import secrets
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wonderland.cli import messages
from wonderland.cli.cluster import Ray, executor_on
from wonderland.cli.files import discard_output, print_json
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import AsJson, Lang, number
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import GAMES as GAME_NAMES

if TYPE_CHECKING:
    from wonderland.arena import MatchRunner
    from wonderland.arena.match_files import MatchFiles
    from wonderland.arena.plan import MatchPlan

DEFAULT_GAMES = 1000

Players = Annotated[int | None, typer.Option(metavar="N", parser=number("--players"), help=tell("cli_arena_players"))]
Games = Annotated[int | None, typer.Option(metavar="N", parser=number("--games", 1), help=tell("cli_arena_games"))]
Jobs = Annotated[int | None, typer.Option(metavar="J", parser=number("--jobs", 1), help=tell("cli_arena_jobs"))]
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
    jobs: Jobs = None,
    ray: Ray = None,
    seed: Seed = None,
    budget: Time = None,
    rollouts: Rollouts = None,
    until_sure: Annotated[bool, typer.Option("--until-sure", help=tell("cli_arena_until_sure"))] = False,
    luck_adjusted: Annotated[bool, typer.Option("--luck-adjusted", help=tell("cli_arena_luck_adjusted"))] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_resume"))] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help=tell("cli_arena_records"))] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_simulate_plot"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from wonderland.arena import Match, MatchRunner
    from wonderland.arena.match_files import MatchFiles
    from wonderland.arena.match_reader import read_games
    from wonderland.arena.match_writer import MATCH_FILE_VERSION
    from wonderland.arena.plan import MatchPlan
    from wonderland.bots.bot import Budget
    from wonderland.bots.registry import canonical

    files = MatchFiles(save, resume, records, plot)
    files.check()
    if resume:
        given = {"--players": players, "--seed": seed, "--game": game, "--budget": budget, "--rollouts": rollouts}
        others = {"BOT": tuple(map(canonical, bots)) if bots else None, "--luck-adjusted": luck_adjusted}
        plan = _saved_plan(resume, games, until_sure, {**given, **others})
    else:
        match_seed = secrets.randbelow(1 << 32) if seed is None else seed
        thinking = Budget(budget or Budget().milliseconds, rollouts)
        match = Match.of(bots or [], players, match_seed, thinking, game, luck_adjusted)
        plan = MatchPlan(MATCH_FILE_VERSION, match, games or DEFAULT_GAMES, until_sure)
    runner = MatchRunner(plan.match, plan.games, plan.until_sure, read_games(resume, plan.match) if resume else ())
    problem = _play(runner, plan, jobs, ray, files)
    _show(runner, plot, as_json)
    if isinstance(problem, KeyboardInterrupt):
        file = save or resume
        how = f"wonderland arena --resume {quote(str(file))}" if file else "--save"
        print_error(tell("arena_stopped_kept" if file else "arena_stopped", games=runner.results.games, how=how))
        raise typer.Exit(130)
    if problem:
        raise problem


def _saved_plan(file: Path, games: int | None, until_sure: bool, given: dict[str, object]) -> MatchPlan:
    """The plan of a saved match; only how many games are played may be changed."""
    from msgspec.structs import replace

    from wonderland.arena.match_reader import check_same, read_plan

    plan = read_plan(file)
    check_same(file, plan, given)
    return replace(plan, games=games or plan.games, until_sure=until_sure or plan.until_sure)


def _play(
    runner: MatchRunner, plan: MatchPlan, jobs: int | None, ray: str | None, files: MatchFiles
) -> BaseException | None:
    """Play the games that are left, with a progress bar; returns what interrupted the match after some games."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from wonderland.arena.game_result import GameResult
    from wonderland.arena.match_files import open_match_files
    from wonderland.figures.formatting import format_percent

    if runner.finished:
        if files.records:
            print_error(tell("arena_no_records", file=files.records))
        return None
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    screen = Console(stderr=True)
    with executor_on(ray, jobs) as executor, open_match_files(files, plan, runner) as (write, missing):
        if missing:
            print_error(tell("arena_records_missing", file=files.records, count=missing))
        if runner.until_sure and not runner.results.head_to_head.pairs:
            print_error(tell("arena_nothing_to_settle"))
        if runner.target_games != plan.games:
            print_error(
                tell("arena_rounded", wanted=plan.games, games=runner.target_games, seatings=len(plan.match.seatings))
            )
        with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
            task = bar.add_task("", total=runner.target_games, completed=runner.games_before)

            def on_game(result: GameResult, record: dict[str, Any]) -> None:
                write(result, record)
                best = runner.results.ranking[0]
                leader = f"{best[:20]} {format_percent(runner.results.deciding_wins(best), messages.language)}"
                bar.update(task, advance=1, description=leader if runner.results.deals else "")

            try:
                runner.play(jobs or 1, on_game, executor)
            except KeyboardInterrupt as stopped:
                return stopped
            except (WonderlandError, OSError) as problem:
                if runner.results.games == runner.games_before:
                    raise
                return problem
    return None


def _show(runner: MatchRunner, plot: Path | None, as_json: bool) -> None:
    from wonderland.arena.plot import draw
    from wonderland.arena.report import show
    from wonderland.arena.report_json import match_to_dict
    from wonderland.figures.tables import ReportConsole

    # First, because the reader of the text may close the pipe in the middle of it.
    if plot and runner.results.deals:
        draw(runner.results, plot, messages.language)
    if as_json:
        print_json(match_to_dict(runner))
    else:
        try:
            show(runner, messages.language, ReportConsole())
        except BrokenPipeError:
            discard_output()
