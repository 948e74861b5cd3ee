"""Bauerchen on the screen: its board, its pad and its words."""
