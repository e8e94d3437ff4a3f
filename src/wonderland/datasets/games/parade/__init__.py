"""Datasets of Parade."""
