"""How the training's entry points are compiled: anew after an edit of the simulator, search, batches or here."""

from __future__ import annotations

from wonderland.bots.parade import compiling
from wonderland.sim.kernel.compiling import entry_points

#: What the machine code of the training is compiled from.
SOURCES = (
    *compiling.SOURCES,
    "wonderland.envs.parade.kernel",
    "wonderland.training",
)

entry_point = entry_points(*SOURCES)
#: For functions that hand parts of arrays to each other and allocate nothing.
sliced_entry_point = entry_points(*SOURCES, allocates=False)
