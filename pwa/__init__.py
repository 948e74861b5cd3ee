"""Knoddel as an app to install from a web page, which works offline."""
