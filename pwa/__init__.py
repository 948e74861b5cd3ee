"""Knoddel as an app to install from a web page, which needs no computer and no network."""
