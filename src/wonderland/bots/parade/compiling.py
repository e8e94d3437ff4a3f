"""How the search's entry points are compiled: as the simulator's, and anew after an edit here or there."""

from __future__ import annotations

from wonderland.sim.kernel.compiling import entry_points

#: What the machine code of evaluation and search is compiled from.
SOURCES = ("wonderland.sim", "wonderland.bots.parade.evaluation", "wonderland.bots.parade.search")

entry_point = entry_points(*SOURCES)
