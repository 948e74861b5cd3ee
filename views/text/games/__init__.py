"""The text of each game."""
