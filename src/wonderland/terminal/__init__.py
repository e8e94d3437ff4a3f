"""Playing in a terminal: it draws views and asks; the rules decide."""
