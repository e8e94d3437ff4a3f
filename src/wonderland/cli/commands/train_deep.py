"""``wonderland train-deep``: the deep network by expert iteration, in runs that can be interrupted and continued."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli import messages
from wonderland.cli.messages import print_error, tell
from wonderland.cli.options import Lang, number, part
from wonderland.core.errors import NotAllowed, Unreadable, shown

if TYPE_CHECKING:
    from wonderland.training.deep.checkpoints import Checkpoint
    from wonderland.training.deep.settings import Settings
    from wonderland.training.deep.trainer import DeepTrainer

DEFAULT_SECONDS, DEFAULT_FOLDER = 600, Path("trained-deep")
#: Each minibatch needs decisions of every number of players.
MIN_GAMES = 4

Folder = Annotated[Path | None, typer.Argument(metavar="FOLDER", help=tell("cli_train_deep_folder"))]
Seconds = Annotated[
    int | None, typer.Option(metavar="S", parser=number("--seconds", 1), help=tell("cli_train_deep_seconds"))
]
Device = Annotated[str | None, typer.Option(metavar="cpu|cuda", help=tell("cli_train_deep_device"))]
Seed = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--seed", 0, 2**31 - 1), help=tell("cli_train_seed"))
]
Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help=tell("cli_train_deep_out"))]
Resume = Annotated[Path | None, typer.Option(metavar="FOLDER", help=tell("cli_train_deep_resume"))]
BeginWith = Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_deep_begin_with"))]
Immediate = Annotated[
    float | None,
    typer.Option(metavar="X", parser=part("--immediate", zero=True), help=tell("cli_train_deep_immediate")),
]
Rate = Annotated[
    float | None, typer.Option(metavar="X", parser=part("--learning-rate"), help=tell("cli_train_learning_rate"))
]
FinalRate = Annotated[
    float | None,
    typer.Option(metavar="X", parser=part("--final-learning-rate"), help=tell("cli_train_deep_final_learning_rate")),
]
Games = Annotated[
    int | None, typer.Option(metavar="N", parser=number("--games", MIN_GAMES, 10**6), help=tell("cli_train_deep_games"))
]
Export = Annotated[Path | None, typer.Option(metavar="FILE", help=tell("cli_train_deep_export"))]


def train_deep(
    folder: Folder = None,
    seconds: Seconds = None,
    device: Device = None,
    seed: Seed = None,
    out: Out = None,
    resume: Resume = None,
    begin_with: BeginWith = None,
    immediate: Immediate = None,
    learning_rate: Rate = None,
    final_learning_rate: FinalRate = None,
    games: Games = None,
    export: Export = None,
    lang: Lang = None,
) -> None:
    from wonderland.sim import need_fast

    need_fast()
    if export:
        if not folder:
            raise Unreadable("train_deep_folder_missing")
        _export(folder, export)
        return
    if folder:
        raise Unreadable("train_deep_folder_unused")
    if device not in (None, "cpu", "cuda"):
        raise Unreadable("sim_device_unknown", name=shown(device)).within("at_key", key="--device")
    if resume and begin_with:
        raise Unreadable("train_begin_or_resume")
    from wonderland.training.deep.trainer import check_device
    from wonderland.training.selfplay.checkpoints import check_new

    checkpoint = _saved(resume, device, seed, games) if resume else _fresh(device or "cpu", seed, games, begin_with)
    training = checkpoint.training
    training.settings = _with(training.settings, immediate, learning_rate, final_learning_rate)
    there = out or resume or DEFAULT_FOLDER
    if there != resume:
        check_new(there)
    check_device(training.settings.device)
    # A run that was interrupted is finished, unless another length is wanted.
    if seconds or not training.runs or training.runs[-1].progress >= 1:
        _begin_run(checkpoint, seconds or DEFAULT_SECONDS)
    _train(there, checkpoint)


def _fresh(device: str, seed: int | None, games: int | None, file: Path | None) -> Checkpoint:
    """A training that begins."""
    from wonderland.training.deep.beginning import beginning_of, shipped_beginning
    from wonderland.training.deep.checkpoints import Checkpoint, Training
    from wonderland.training.deep.settings import Settings, with_device

    settings = with_device(Settings(seed or 0), device, games)
    beginning, digest = beginning_of(file, settings.players) if file else shipped_beginning(settings.players)
    return Checkpoint(Training(settings, digest), beginning)


def _saved(folder: Path, device: str | None, seed: int | None, games: int | None) -> Checkpoint:
    """A training that goes on, maybe on another device; its seed cannot be changed."""
    from wonderland.training.deep.checkpoints import read_checkpoint
    from wonderland.training.deep.settings import with_device

    found = read_checkpoint(folder)
    settings = found.training.settings
    if seed is not None and seed != settings.seed:
        raise NotAllowed("train_other", option="--seed", given=seed, folder=folder, found=settings.seed)
    found.training.settings = with_device(settings, device or settings.device, games)
    return found


def _with(settings: Settings, immediate: float | None, first: float | None, last: float | None) -> Settings:
    """The settings with what is given; the learning rates of the card networks change as those of the deep one do."""
    from wonderland.training.selfplay.settings import checked_rates

    rates = checked_rates(settings.learning_rate, settings.final_learning_rate, first, last)
    return replace(
        settings,
        immediate=settings.immediate if immediate is None else immediate,
        learning_rate=rates[0],
        final_learning_rate=rates[1],
        card_learning_rate=settings.card_learning_rate * rates[0] / settings.learning_rate,
        final_card_learning_rate=settings.final_card_learning_rate * rates[1] / settings.final_learning_rate,
    )


def _begin_run(checkpoint: Checkpoint, seconds: int) -> None:
    from wonderland.training.selfplay.checkpoints import Run
    from wonderland.training.selfplay.learner import device_name

    training = checkpoint.training
    command = shlex.join(["wonderland", *sys.argv[1:]])
    training.runs.append(Run(command, device_name(training.settings.device), seconds))


def _train(folder: Path, checkpoint: Checkpoint) -> None:
    from wonderland.training.deep.checkpoints import COMMAND
    from wonderland.training.deep.report import EvaluationLines
    from wonderland.training.deep.trainer import DeepTrainer
    from wonderland.training.selfplay.stopping import stop_on_signals

    with stop_on_signals() as stop:
        print(tell("train_deep_compiling"), flush=True)
        trainer = DeepTrainer(folder, checkpoint)
        complete = trainer.go(EvaluationLines(messages.language, len(checkpoint.training.rows)), stop)
    if not complete:
        how = f"{COMMAND} --resume {shlex.quote(str(folder))}"
        print_error(tell("train_stopped", decisions=trainer.training.decisions, how=how))
        raise typer.Exit(130)
    _summarise(trainer)


def _summarise(trainer: DeepTrainer) -> None:
    from wonderland.messages import grouped
    from wonderland.training.deep.report import shares_line

    lang, training = messages.language, trainer.training
    counts = {"decisions": training.decisions, "seconds": round(training.seconds)}
    figures = {name: grouped(count, lang) for name, count in counts.items()}
    # The last round of a run is evaluated.
    hatter = shares_line(training.rows[-1].hatter, lang)
    print(tell("train_deep_done", folder=trainer.folder, **figures, hatter=hatter))


def _export(folder: Path, file: Path) -> None:
    from wonderland.cli.commands.train import print_exported
    from wonderland.training.deep.export import export

    manifest = export(folder, file)
    print_exported(file, manifest["deep"]["players"], manifest["sha256"])
