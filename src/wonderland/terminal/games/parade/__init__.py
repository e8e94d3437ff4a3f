"""Parade in the terminal: cards chosen with a preview, advice, and the score sheet."""
