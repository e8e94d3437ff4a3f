"""``wonderland train``: networks by self-play, in runs that can be interrupted and continued."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wonderland.cli import messages
from wonderland.cli.cluster import Ray, executor_on
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import Lang, number, part
from wonderland.core.errors import NotAllowed, Unreadable, shown

if TYPE_CHECKING:
    from wonderland.training.selfplay.checkpoints import Checkpoint, Run
    from wonderland.training.selfplay.trainer import Trainer

DEFAULT_SECONDS, TINY_SECONDS = 600, 60
#: No game has so many rounds: whatever is asked, it is played to its end.
MAX_LOOK_AHEAD = 30

Folders = Annotated[list[Path] | None, typer.Argument(metavar="FOLDER", help=tell("cli_train_folders"))]
Players = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--players", 2, 6), help=tell("cli_simulate_players"))
]
Seconds = Annotated[
    int | None, typer.Option(metavar="S", parser=number("--seconds", 1), help=tell("cli_train_seconds"))
]
Decisions = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--decisions", 1, 10**12), help=tell("cli_train_decisions"))
]
Device = Annotated[str | None, typer.Option(metavar="cpu|cuda", help=tell("cli_train_device"))]
Seed = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--seed", 0, 2**31 - 1), help=tell("cli_train_seed"))
]
Rate = Annotated[
    float | None, typer.Option(metavar="X", parser=part("--learning-rate"), help=tell("cli_train_learning_rate"))
]
FinalRate = Annotated[
    float | None,
    typer.Option(metavar="X", parser=part("--final-learning-rate"), help=tell("cli_train_final_learning_rate")),
]
BeginWith = Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_begin_with"))]
LookAhead = Annotated[
    int | None,
    typer.Option(metavar="ROUNDS", parser=number("--look-ahead", 0, MAX_LOOK_AHEAD), help=tell("cli_train_look_ahead")),
]
FreezeCritic = Annotated[bool, typer.Option("--freeze-critic", help=tell("cli_train_freeze_critic"))]
PolicyWeight = Annotated[
    int | None,
    typer.Option(metavar="N", parser=number("--policy-weight", 0, 1000), help=tell("cli_train_policy_weight")),
]
Opponent = Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_opponent"))]
OpponentGames = Annotated[
    float | None, typer.Option(metavar="X", parser=part("--opponent-games"), help=tell("cli_train_opponent_games"))
]
HatterGames = Annotated[
    float | None, typer.Option(metavar="X", parser=part("--hatter-games"), help=tell("cli_train_hatter_games"))
]
Threads = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--threads", 1), help=tell("cli_train_threads"))
]


def train(
    folders: Folders = None,
    players: Players = None,
    seconds: Seconds = None,
    decisions: Decisions = None,
    device: Device = None,
    seed: Seed = None,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help=tell("cli_train_out"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FOLDER", help=tell("cli_train_resume"))] = None,
    tiny: Annotated[bool, typer.Option("--tiny", help=tell("cli_train_tiny"))] = False,
    learning_rate: Rate = None,
    final_learning_rate: FinalRate = None,
    begin_with: BeginWith = None,
    look_ahead: LookAhead = None,
    freeze_critic: FreezeCritic = False,
    policy_weight: PolicyWeight = None,
    opponent: Opponent = None,
    opponent_games: OpponentGames = None,
    hatter_games: HatterGames = None,
    threads: Threads = None,
    ray: Ray = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_plot"))] = None,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_export"))] = None,
    lang: Lang = None,
) -> None:
    from wonderland.sim import need_fast

    need_fast()
    if plot or export:
        _show(folders or [], plot, export)
        return
    if folders:
        raise Unreadable("train_folders_unused")
    if seconds and decisions:
        raise Unreadable("train_either")
    _check_device(device)
    given = {"players": players, "seed": seed, "device": device}
    from wonderland.training.selfplay.checkpoints import check_new
    from wonderland.training.selfplay.opponents import set_beginning, set_opponents
    from wonderland.training.selfplay.trainer import set_look_ahead

    if resume and begin_with:
        raise Unreadable("train_begin_or_resume")
    if resume:
        checkpoint = _saved(resume, given, learning_rate, final_learning_rate)
        if seconds or decisions:
            checkpoint.training.runs.append(_new_run(checkpoint, seconds, decisions))
        elif checkpoint.training.runs[-1].progress >= 1:
            raise NotAllowed("train_finished", folder=resume)
        folder = out or resume
    else:
        checkpoint = _fresh(given, tiny, learning_rate, final_learning_rate)
        if begin_with:
            set_beginning(checkpoint, begin_with)
        wanted = seconds or (None if decisions else TINY_SECONDS if tiny else DEFAULT_SECONDS)
        checkpoint.training.runs.append(_new_run(checkpoint, wanted, decisions))
        folder = out or Path(f"trained-{checkpoint.training.settings.players}")
    if folder != resume:
        check_new(folder)
    set_opponents(checkpoint.training, opponent, opponent_games, hatter_games)
    set_look_ahead(checkpoint, look_ahead, freeze_critic, policy_weight)
    _train(folder, checkpoint, threads, ray)


def _check_device(device: str | None) -> None:
    from wonderland.training.selfplay.learner import check_device

    if device not in (None, "cpu", "cuda"):
        raise Unreadable("sim_device_unknown", name=shown(device)).within("at_key", key="--device")
    if device:
        check_device(device)


def _fresh(given: dict[str, Any], tiny: bool, first: float | None, last: float | None) -> Checkpoint:
    """A training that begins."""
    from wonderland.training.selfplay.checkpoints import Checkpoint, Training
    from wonderland.training.selfplay.settings import settings_for
    from wonderland.training.selfplay.trainer import with_learning_rates

    known: dict[str, Any] = {"players": 2, "seed": 0, "device": "cpu"}
    known |= {name: value for name, value in given.items() if value is not None}
    training = Training(settings_for(**known, tiny=tiny))
    with_learning_rates(training, first, last)
    return Checkpoint(training, {}, None)


def _saved(folder: Path, given: dict[str, Any], first: float | None, last: float | None) -> Checkpoint:
    """A training that goes on; what it is for cannot be changed."""
    from wonderland.training.selfplay.checkpoints import read_checkpoint
    from wonderland.training.selfplay.learner import check_device
    from wonderland.training.selfplay.trainer import with_learning_rates

    found = read_checkpoint(folder)
    for name, value in given.items():
        there = getattr(found.training.settings, name)
        if value is not None and value != there:
            raise NotAllowed("train_other", option=f"--{name}", given=value, folder=folder, found=there)
    check_device(found.training.settings.device)
    with_learning_rates(found.training, first, last)
    return found


def _new_run(checkpoint: Checkpoint, seconds: float | None, decisions: int | None) -> Run:
    from wonderland.training.selfplay.checkpoints import Run
    from wonderland.training.selfplay.learner import device_name

    command = shlex.join(["wonderland", *sys.argv[1:]])
    name = device_name(checkpoint.training.settings.device)
    return Run(command, name, None if decisions else seconds, decisions)


def _train(folder: Path, checkpoint: Checkpoint, threads: int | None, ray: str | None) -> None:
    from rich.console import Console

    from wonderland.sim.runs.simulate import cores
    from wonderland.training.selfplay.match import Matches
    from wonderland.training.selfplay.report import live_table
    from wonderland.training.selfplay.stopping import stop_on_signals
    from wonderland.training.selfplay.trainer import Trainer

    # The signals first: the cluster leaves alone what is handled already.
    with stop_on_signals() as stop, executor_on(ray, threads) as executor:
        trainer = Trainer(folder, checkpoint, Matches(threads or cores(), executor))
        with live_table(messages.language, Console()) as on_round:
            complete = trainer.go(on_round, stop)
        if not complete:
            how = f"wonderland train --resume {shlex.quote(str(folder))}"
            print_error(tell("train_stopped", decisions=trainer.learner.decisions, how=how))
            raise typer.Exit(130)
        _summarise(trainer)


def _summarise(trainer: Trainer) -> None:
    from wonderland.figures.formatting import format_percent
    from wonderland.messages import decimal, grouped
    from wonderland.training.selfplay.report import format_share

    lang, training = messages.language, trainer.training
    # The last round of a run is evaluated; where nothing won against what the training began with, this is told.
    kept = training.kept or training.rows[-1]
    counts = {
        "decisions": trainer.learner.decisions,
        "games": trainer.learner.games,
        "seconds": round(training.seconds),
    }
    figures = {name: grouped(count, lang) for name, count in counts.items()}
    greedy = format_percent(trainer.share_against_greedy(), lang)
    even = decimal(f"{100 / training.settings.players:.1f} %", lang)
    hatter = format_share(kept.hatter, lang)
    print(tell("train_done", folder=trainer.folder, **figures, hatter=hatter, greedy=greedy, even=even))


def _show(folders: list[Path], plot: Path | None, export: Path | None) -> None:
    """Draw trainings, or export their networks."""
    if not folders:
        raise Unreadable("train_folders_missing")
    if plot:
        from wonderland.figures.drawing import check_plot_file
        from wonderland.records.writing import check_writable
        from wonderland.training.selfplay.plot import draw

        check_plot_file(plot)
        check_writable(plot)
        draw(folders, plot, messages.language)
    if export:
        from wonderland.training.selfplay.export import export as write

        manifest = write(folders, export)
        print_exported(export, manifest["players"], manifest["sha256"])


def print_exported(file: Path, players: Iterable[object], digest: str) -> None:
    """Say what was written, for which numbers of players."""
    from wonderland.messages import decimal

    size = decimal(f"{file.stat().st_size / 1e6:.2f}", messages.language)
    print(tell("train_exported", file=file, players=", ".join(map(str, players)), size=size, digest=digest))
