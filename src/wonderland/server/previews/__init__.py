"""Pictures for links: what a messenger shows of an invitation or of a finished game."""
