"""``--ray``: a command on the machines of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from wonderland.cli.messages import print_error, tell
from wonderland.parallel.addresses import LOCAL, is_address

if TYPE_CHECKING:
    from wonderland.parallel.executor import Executor

OPTION = "--ray"

Ray = Annotated[str | None, typer.Option(OPTION, metavar="[ADDRESS]", help=tell("cli_ray"))]


def with_address(words: Sequence[str]) -> list[str]:
    """The words of a command with an address after ``--ray`` where there is none: typer knows no optional values.

    >>> with_address(["--ray", "queen", "--ray", "head:6379"])
    ['--ray', 'local', 'queen', '--ray', 'head:6379']
    """
    filled: list[str] = []
    for place, word in enumerate(words):
        if word == "--":
            return [*filled, *words[place:]]
        filled.append(word)
        if word == OPTION and not (place + 1 < len(words) and is_address(words[place + 1])):
            filled.append(LOCAL)
    return filled


@contextmanager
def executor_on(ray: str | None, workers: int | None) -> Iterator[Executor | None]:
    """The cluster that ``--ray`` names, while it is needed; without the option none."""
    if ray is None:
        yield None
        return
    from wonderland.parallel.ray_cluster import RayCluster

    with RayCluster(ray, workers) as cluster:
        print_error(tell("ray_connected", workers=cluster.size, machines=cluster.machines))
        yield cluster
