"""The games: pure scoring, replayed from entries. No screen, no files, no clock."""
