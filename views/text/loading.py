"""The page's text while the app loads, and when Python is not running; needs no Flet."""

from collections.abc import Mapping

from views.text.translator import Translator


def loading_words(t: Translator) -> Mapping[str, str]:
    """Return every sentence and button label of the page by its key, in one language.

    The page fills in the placeholders in braces.
    """
    return {
        "waking": t("Loading …"),
        "first": t("The first visit downloads the whole app. After that it works offline."),
        "empty": t("No evening is open."),
        # Each phase, and the sentence if it fails
        "fetching": t("Downloading the app …"),
        "fetching_failed": t(
            "The app could not be downloaded. Please check your connection and try again."
        ),
        "starting": t("Starting Knoddel …"),
        "starting_failed": t("Knoddel could not be started on this device."),
        "opening": t("Opening the evening …"),
        "opening_failed": t("The evening could not be opened. It was not changed."),
        "drawing": t("Drawing the slate …"),
        "drawing_failed": t("The slate could not be drawn. Everything you wrote is saved."),
        "bytes": t("{done} of {total}\N{NO-BREAK SPACE}MB", done="{done}", total="{total}"),
        "slow": t(
            "No response for {seconds} seconds. Knoddel is still waiting; trying again may help.",
            seconds="{seconds}",
        ),
        # Keys before the app is there
        "waiting": t("Noted: {what}", what="{what}"),
        "take_back": t("Do not write this"),
        "asleep": t("This works once Knoddel is there."),
        "not_waiting": t("This tap could not be noted. Please tap again."),
        "not_taken_back": t("This tap could not be taken back. Please tap again."),
        "detail": t("The browser reports: {detail}", detail="{detail}"),
        # Why the app cannot start or continue
        "browser": t(
            "This browser cannot run Knoddel: it lacks WebAssembly or IndexedDB. "
            "Please use a current Safari, Firefox or Chrome."
        ),
        "insecure": t(
            "The browser can store Knoddel and its data only if the address begins "
            "with https. Please open it there."
        ),
        "without_webgl": t(
            "The browser cannot draw at present, because it lacks WebGL. Please close it "
            "completely and open it again, or go online."
        ),
        "newer": t(
            "The data here was saved by a newer version of Knoddel and was not "
            "changed. Please reload the app when you are online."
        ),
        "storage": t(
            "Knoddel cannot save anything in this browser, perhaps because this is a "
            "private window. Please open Knoddel in a normal window."
        ),
        "full": t(
            "The storage of this device is full: the last tap was not saved. Free up "
            "space and tap again."
        ),
        "full_at_start": t(
            "The storage of this device is full, so Knoddel cannot start. Everything that "
            "was noted is kept. Free up space and restart."
        ),
        "closed": t(
            "The browser has closed the data of this page. "
            "Please restart and look at what is there."
        ),
        "deleted": t("The browser has deleted everything here. You can read in a backup."),
        "lost": t(
            "The browser could not save the last tap. Please restart and look at what is there."
        ),
        "storing": t("Still saving …"),
        "storing_hangs": t("Not everything is saved yet."),
        "silent": t("Still working …"),
        "silent_hangs": t("Knoddel does not answer. Everything you see is saved."),
        "stopped": t("The app stopped unexpectedly. Everything you wrote is saved."),
        "went_on": t("The app has restarted. Please look at what is there."),
        "unreadable": t("The saved data cannot be read."),
        "not_all_saved": t("The file lacks what cannot be read: {files}", files="{files}"),
        "elsewhere": t("Knoddel is open in another tab, and only one tab can write."),
        "elsewhere_silent": t(
            "The other tab does not answer. Please close it; then this one goes on."
        ),
        "update": t("A new version of Knoddel is ready."),
        "not_stored": t("Knoddel does not start without a network here yet."),
        # Buttons
        "here": t("Write here instead"),
        "load": t("Update"),
        "retry": t("Try again"),
        "again": t("Restart"),
        "save": t("Save data"),
        "close": t("Close"),
    }
