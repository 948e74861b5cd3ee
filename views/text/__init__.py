"""Every word that is read or heard, without Flet."""
