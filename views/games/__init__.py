"""How each game is tapped in and shown."""
