"""The games, each in its own folder behind the protocol of ``wonderland.core.game``."""
