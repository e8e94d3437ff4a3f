"""A stock PPO learns Parade."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "examples" / "learn_parade.py"
STEPS = 400_000
MISSING = [name for name in ("torch", "sb3_contrib") if find_spec(name) is None]


@pytest.mark.long("learns for half a minute")
@pytest.mark.skipif(bool(MISSING), reason=f"needs what is not installed here: {', '.join(MISSING)}")
def test_a_stock_ppo_learns_to_beat_the_random_bot() -> None:
    done = subprocess.run([sys.executable, str(SOURCE), str(STEPS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after = (float(share) for share in re.findall(r"([\d.]+)% against random", done.stdout))
    assert 40 < before < 60
    assert after > 65
