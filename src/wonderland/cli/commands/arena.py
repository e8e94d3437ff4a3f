"""``wonderland arena``: matches between bots, and how sure their results are."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wonderland.cli import speech
from wonderland.cli.files import print_json
from wonderland.cli.options import AsJson, Lang, whole_number
from wonderland.cli.speech import complain, tell
from wonderland.core.errors import NotAllowed
from wonderland.core.fields import at, integer

if TYPE_CHECKING:
    from wonderland.arena import Contest
    from wonderland.arena.keeping import Plan

GAMES, MOST = 1000, 10**9  #: how many unless told otherwise, and at most


def arena(
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", help=tell("cli_arena_bots"))] = None,
    players: Annotated[int | None, typer.Option(help=tell("cli_arena_players"))] = None,
    games: Annotated[str | None, typer.Option(metavar="N", help=tell("cli_arena_games"))] = None,
    jobs: Annotated[int, typer.Option(min=1, help=tell("cli_arena_jobs"))] = 1,
    seed: Annotated[int | None, typer.Option(help=tell("cli_simulate_seed"))] = None,
    budget: Annotated[int | None, typer.Option(metavar="MS", min=1, help=tell("cli_arena_budget"))] = None,
    rollouts: Annotated[int | None, typer.Option(metavar="N", min=1, help=tell("cli_arena_rollouts"))] = None,
    until_sure: Annotated[bool, typer.Option("--until-sure", help=tell("cli_arena_until_sure"))] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_arena_resume"))] = None,
    records: Annotated[Path | None, typer.Option(metavar="FILE.jsonl", help=tell("cli_arena_records"))] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_simulate_plot"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from wonderland.arena import Contest, Match
    from wonderland.arena.keeping import VERSION, Plan, read_games
    from wonderland.bots.bot import Budget
    from wonderland.figures.drawing import check_kind
    from wonderland.records.writing import check_place

    if save and resume:
        raise NotAllowed("arena_save_and_resume")
    wanted = None if games is None else whole_number(games, "--games")
    if wanted is not None:
        with at("at_key", key="--games"):
            integer(wanted, 1, MOST)
    if resume:
        given = {"--players": players, "--seed": seed, "--budget": budget, "--rollouts": rollouts}
        plan = _kept_plan(resume, wanted, until_sure, {"BOT": tuple(bots) if bots else None, **given})
    else:
        chosen = secrets.randbelow(1 << 32) if seed is None else seed
        match = Match.of(bots or [], players, chosen, Budget(budget or Budget().milliseconds, rollouts))
        plan = Plan(VERSION, match, wanted or GAMES, until_sure)
    # What cannot be written is told before the games, not after them.
    if plot:
        check_kind(plot)
    for file in (plot, records):
        if file:
            check_place(file)
    contest = Contest(plan.match, plan.games, plan.until_sure, read_games(resume, plan.match) if resume else ())
    stopped = _play(contest, plan, jobs, save, resume, records)
    _show(contest, plot, as_json)
    if stopped:
        kept = save or resume
        how = f"wonderland arena --resume {quote(str(kept))}" if kept else "--save"
        complain(tell("arena_stopped_kept" if kept else "arena_stopped", games=contest.tally.games, how=how))
        raise typer.Exit(130)


def _kept_plan(file: Path, games: int | None, until_sure: bool, given: dict[str, object]) -> Plan:
    """The plan of a file; only how much of it is played may be asked for anew."""
    from msgspec.structs import replace

    from wonderland.arena.keeping import check_same, read_plan

    plan = read_plan(file)
    check_same(file, plan, given)
    return replace(plan, games=games or plan.games, until_sure=until_sure or plan.until_sure)


def _play(
    contest: Contest, plan: Plan, jobs: int, save: Path | None, resume: Path | None, records: Path | None
) -> bool:
    """Play what is left to play, with a bar that fills on the terminal; whether it was interrupted."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from wonderland.arena.keeping import Keeper
    from wonderland.arena.played import Played
    from wonderland.arena.recording import Recorder
    from wonderland.figures.words import percent

    if contest.over:
        return False
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    screen = Console(stderr=True)
    with ExitStack() as stack:
        keepers = [Keeper.begin(save, plan)] if save else [Keeper.go_on(resume)] if resume else []
        recorders = [Recorder(records, contest.before)] if records else []
        for keeper in keepers:
            stack.callback(keeper.close)
        for recorder in recorders:
            stack.callback(recorder.close)
        if contest.wanted != plan.games:
            complain(tell("arena_rounded", wanted=plan.games, games=contest.wanted, seatings=len(plan.match.seatings)))
        bar = stack.enter_context(Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal))
        task = bar.add_task("", total=contest.wanted, completed=contest.before)

        def told(played: Played, record: dict[str, Any]) -> None:
            for recorder in recorders:
                recorder.keep(record)
            for keeper in keepers:
                keeper.keep(played)
            best = contest.tally.ranking[0]
            leader = f"{best[:20]} {percent(contest.tally.wins(best), speech.language)}"
            bar.update(task, advance=1, description=leader if contest.tally.deals else "")

        try:
            contest.play(jobs, told)
        except KeyboardInterrupt:
            return True
    return False


def _show(contest: Contest, plot: Path | None, as_json: bool) -> None:
    from rich.console import Console

    from wonderland.arena.plot import draw
    from wonderland.arena.report import show
    from wonderland.arena.telling import as_data

    if as_json:
        print_json(as_data(contest))
    else:
        show(contest, speech.language, Console())
    if plot and contest.tally.deals:
        draw(contest.tally, plot, speech.language)
