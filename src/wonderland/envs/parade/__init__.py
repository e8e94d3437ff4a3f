"""Parade as an environment for reinforcement learning."""
