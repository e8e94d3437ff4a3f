"""Datasets of Nimble."""
