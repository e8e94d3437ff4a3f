"""One task after the other, in this process."""

from __future__ import annotations

from collections.abc import Generator

from wonderland.parallel.executor import Result, Work


class ThisProcess:
    """Does everything here."""

    def run(self, work: Work[Result], tasks: range) -> Generator[Result, None, None]:
        """The results in order; nothing is loaded for no tasks."""
        if not tasks:
            return
        with work.start() as do:
            for task in tasks:
                yield do(task)
