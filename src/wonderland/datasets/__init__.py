"""Games by the million, in files."""
