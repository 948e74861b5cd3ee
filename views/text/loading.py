"""What the page says while the app wakes up, and where Python cannot say it; needs no Flet."""

from collections.abc import Mapping

from views.text.translator import Translator


def loading_words(t: Translator) -> Mapping[str, str]:
    """Return every sentence and button of the page by its key, in one language.

    What stands in braces is put in by the page.
    """
    return {
        "waking": t("Waking up …"),
        "first": t(
            "On the first visit the whole app is fetched. Then it needs no network any more."
        ),
        "empty": t("No evening is open."),
        # What is being done, and what is said if that fails
        "fetching": t("Fetching the app …"),
        "fetching_failed": t(
            "The app could not be fetched. Please look whether there is a network, and try again."
        ),
        "starting": t("Starting Knoddel …"),
        "starting_failed": t("Knoddel could not be started on this device."),
        "opening": t("Opening the evening …"),
        "opening_failed": t("The evening could not be opened. It is kept as it was."),
        "drawing": t("Drawing the slate …"),
        "drawing_failed": t("The slate could not be drawn. Everything that was written is kept."),
        "bytes": t("{done} of {total}\N{NO-BREAK SPACE}MB", done="{done}", total="{total}"),
        "slow": t(
            "Nothing has come for {seconds} seconds. "
            "Knoddel goes on waiting; another try may help.",
            seconds="{seconds}",
        ),
        "detail": t("What the browser says: {detail}", detail="{detail}"),
        # Why it cannot run, or not go on
        "browser": t(
            "This browser cannot run Knoddel: it lacks WebAssembly or IndexedDB. "
            "Please take a current Safari, Firefox or Chrome."
        ),
        "insecure": t(
            "The browser lets Knoddel keep itself and its data only if its address begins with "
            "https. Please open it there."
        ),
        "newer": t(
            "What is kept here was kept by a newer Knoddel; it was left as it is. "
            "Please load the app anew when there is a network."
        ),
        "storage": t(
            "This browser lets Knoddel keep nothing, perhaps because this is a private window. "
            "Please open Knoddel in an ordinary window."
        ),
        "full": t(
            "The storage of this device is full: the last tap was not written. "
            "Make room and tap again."
        ),
        "closed": t(
            "The browser has closed or deleted the data of this page: nothing is written any more. "
            "Please start again; then the slate shows what is still there."
        ),
        "lost": t(
            "The browser could not keep the last tap: it was not written. "
            "Please start again, and tap again."
        ),
        "stopped": t("The app stopped unexpectedly. Everything that was written is kept."),
        "unreadable": t("What is kept here cannot be read."),
        "elsewhere": t("Knoddel is open in another tab, and only one of them can write."),
        "update": t("A new version of Knoddel is ready."),
        # Buttons
        "here": t("Write here instead"),
        "load": t("Load it"),
        "retry": t("Try again"),
        "again": t("Start again"),
        "save": t("Save the data"),
        "close": t("Close"),
    }
