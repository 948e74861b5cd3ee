"""Evenings and settings on disk: nothing that was tapped is lost."""

from storage.backups import Backup
from storage.bundle import LARGEST as LARGEST_BACKUP
from storage.bundle import Bundle, NotTakenIn, read_file, write_backup, write_file
from storage.durable import Unreadable, UnreadableNow
from storage.evenings import Contents, Evening, FromTheFuture
from storage.intake import complete, plan, take_in
from storage.library import BIN_DAYS, DOUBT_DAYS, Label, Library
from storage.merging import Fate, Taken
from storage.one_writer import InUse, one_writer
from storage.places import data_folder
from storage.settings import Settings, Theme

__all__ = [
    "BIN_DAYS",
    "DOUBT_DAYS",
    "LARGEST_BACKUP",
    "Backup",
    "Bundle",
    "Contents",
    "Evening",
    "Fate",
    "FromTheFuture",
    "InUse",
    "Label",
    "Library",
    "NotTakenIn",
    "Settings",
    "Taken",
    "Theme",
    "Unreadable",
    "UnreadableNow",
    "complete",
    "data_folder",
    "one_writer",
    "plan",
    "read_file",
    "take_in",
    "write_backup",
    "write_file",
]
