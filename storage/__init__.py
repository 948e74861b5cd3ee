"""Evenings and settings on disk: nothing that was tapped is lost."""

from scoring.backup import LARGEST as LARGEST_BACKUP
from storage.backups import Backup
from storage.books import stamp
from storage.bundle import Bundle, ImportRejected, read_file, write_backup, write_file
from storage.durable import Unreadable, UnreadableNow
from storage.evenings import Contents, Ending, Evening, FromTheFuture
from storage.importing import complete, import_file, missing_in_book, plan
from storage.library import CANNOT_OPEN, Library
from storage.links import LinkKeys, link_keys, new_link_keys
from storage.listeners import Listener, tell
from storage.listing import BIN_DAYS, DOUBT_DAYS, Label
from storage.merging import Fate, ImportPlan
from storage.one_writer import InUse, one_writer
from storage.places import data_folder
from storage.settings import Settings, Theme
from storage.waiting import WaitingTap, drop_offered, offered, write_offered, write_waiting

__all__ = [
    "BIN_DAYS",
    "CANNOT_OPEN",
    "DOUBT_DAYS",
    "LARGEST_BACKUP",
    "Backup",
    "Bundle",
    "Contents",
    "Ending",
    "Evening",
    "Fate",
    "FromTheFuture",
    "ImportPlan",
    "ImportRejected",
    "InUse",
    "Label",
    "Library",
    "LinkKeys",
    "Listener",
    "Settings",
    "Theme",
    "Unreadable",
    "UnreadableNow",
    "WaitingTap",
    "complete",
    "data_folder",
    "drop_offered",
    "import_file",
    "link_keys",
    "missing_in_book",
    "new_link_keys",
    "offered",
    "one_writer",
    "plan",
    "read_file",
    "stamp",
    "tell",
    "write_backup",
    "write_file",
    "write_offered",
    "write_waiting",
]
