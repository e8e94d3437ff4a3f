"""Bots for Parade, from any card at all to search."""
