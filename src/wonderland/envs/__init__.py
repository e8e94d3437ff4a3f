"""Environments for reinforcement learning."""

from __future__ import annotations

from wonderland.envs.nimble.registration import register as _register_nimble

_register_nimble()
