"""How the training's entry points are compiled: anew after an edit of the simulator, the search or here."""

from __future__ import annotations

from wonderland.bots.parade.compiling import SOURCES
from wonderland.sim.kernel.compiling import entry_points

entry_point = entry_points(*SOURCES, "wonderland.training")
