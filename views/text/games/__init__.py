"""The words of each game."""
