"""Players made of code. A bot is handed views only, never a state."""
