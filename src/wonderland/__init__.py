"""Wonderland: the place to play, host and study the card games Parade and Nimble."""

__version__ = "0.1.0"
