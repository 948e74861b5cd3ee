"""The promise that nothing tapped is ever lost: evenings and settings on disk."""

from storage.durable import Unreadable
from storage.evenings import Evening, FromTheFuture
from storage.library import Label, Library, Settings, Theme
from storage.places import data_folder

__all__ = [
    "Evening",
    "FromTheFuture",
    "Label",
    "Library",
    "Settings",
    "Theme",
    "Unreadable",
    "data_folder",
]
