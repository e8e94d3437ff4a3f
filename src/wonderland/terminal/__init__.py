"""Playing in a terminal: it shows views and asks for actions; the rules decide."""
