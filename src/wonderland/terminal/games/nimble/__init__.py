"""Nimble in the terminal: a screen in real time, rounds and Challenges."""
