"""Bots that fail, copied beside what they write: every one of them works in the folder that its file lies in."""

from __future__ import annotations

import os
import signal
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from wonderland.bots.bot import Budget
from wonderland.games.parade import Action, Discard, Play, View

HERE = Path(__file__).parent


class Last:
    """Plays the last card of the hand, which nobody else does on purpose."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, budget: Budget) -> Any:
        self.fail(view)
        return last(view)

    def fail(self, view: View) -> None:
        """Not this one."""


class Choosing(Last):
    """Plays the card of the hand that its option says."""

    def __init__(self, seed: int, place: int = 4) -> None:
        super().__init__(seed)
        self.place = place

    def decide(self, view: View, budget: Budget) -> Action:
        return Play(view.hand[self.place])


class Raising(Last):
    def fail(self, view: View) -> None:
        raise ValueError(f"my hand is {view.hand}")


class Dying(Last):
    def fail(self, view: View) -> None:
        os._exit(3)


class Talking(Last):
    """Says a lot where answers go, too."""

    def fail(self, view: View) -> None:
        print("my hand is", view.hand, flush=True)
        os.write(1, b"x" * 1_000_000)


class Cheating(Last):
    def decide(self, view: View, budget: Budget) -> Action:
        return Play(view.parade[0])


class Mumbling(Last):
    def decide(self, view: View, budget: Budget) -> str:
        return "um"


class Hanging(Last):
    """Tells its number, keeps the pipe open as long as it lives, and never answers."""

    def fail(self, view: View) -> None:
        self.pipe = tell()
        while True:
            signal.pause()


class HangingOnce(Hanging):
    """The second time it answers."""

    def fail(self, view: View) -> None:
        if not (HERE / "once").exists():
            (HERE / "once").touch()
            super().fail(view)


class Gated(Last):
    """Tells its number, and answers once somebody opens the gate."""

    def fail(self, view: View) -> None:
        tell().close()
        (HERE / "gate").read_text()


class Compiled(Last):
    """Cannot do anything before somebody opens the gate, the first time."""

    def fail(self, view: View) -> None:
        if not (HERE / "compiled").exists():
            tell().close()
            (HERE / "gate").read_text()
            (HERE / "compiled").touch()


class CompiledNever(Last):
    def fail(self, view: View) -> None:
        os._exit(3)


class Polite(Last):
    """Plays the last card only where it steps back for others."""

    def decide(self, view: View, budget: Budget) -> Action:
        # Whoever runs the tests may have stepped back for others already.
        parent = os.getpriority(os.PRIO_PROCESS, os.getppid())
        return last(view) if os.nice(0) > parent else Play(view.hand[0])


class Light(Last):
    """Plays the last card only where nothing heavy has been loaded."""

    def decide(self, view: View, budget: Budget) -> Action:
        return last(view) if not {"numba", "numpy", "asyncio", "rich"} & set(sys.modules) else Play(view.hand[0])


def last(view: View) -> Action:
    return Play(view.hand[-1]) if view.phase == "play" else Discard(list(combinations(view.hand, 2))[-1])


def tell() -> Any:
    pipe = open(HERE / "pipe", "w")  # noqa: SIM115  # open as long as this process lives
    print(os.getpid(), file=pipe, flush=True)
    return pipe
