"""Bots for Nimble, with hands and eyes as quick as people's."""
