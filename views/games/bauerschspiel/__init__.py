"""Bauerschspiel on the screen: its words, its pad and its part of the slate."""
