"""How the search's entry points are compiled: as the simulator's, and anew after an edit here or there."""

from __future__ import annotations

from wonderland.sim.kernel import compiling

#: What the machine code of evaluation and search is compiled from.
SOURCES = (
    *compiling.SOURCES,
    "wonderland.bots.parade.alice",
    "wonderland.bots.parade.evaluation",
    "wonderland.bots.parade.network",
    "wonderland.bots.parade.search",
)

entry_point = compiling.entry_points(*SOURCES)
