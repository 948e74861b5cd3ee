// Stores the app on the device for offline use, and offers a newer version when there is one.

import { kit, STORED_BY } from "./kit.js";

/** A newer version has so many milliseconds to take over; then Chromium is reminded of it, and so on. */
const TO_TAKE_OVER = 1_000;
/** A stored file that can be opened as a page. */
const SOME_PAGE = "manifest.json";

/**
 * Let the service worker download everything. Call it when the app is shown: before that, the two
 * would slow each other down. `offer(load)` is called when a newer version is complete, and
 * `lacks(again)` if the app could not be stored: without a network it will not start.
 */
export async function keepOffline(offer, lacks) {
  if (!navigator.serviceWorker) {
    return;
  }
  const again = () => keepOffline(offer, lacks);
  try {
    const registration = await navigator.serviceWorker.register(STORED_BY[kit]);
    whenNewer(registration, offer);
    whenLost(registration, () => lacks(again));
  } catch {
    if (!navigator.serviceWorker.controller) {
      lacks(again);
    }
  }
}

/**
 * Load a newer version, if there is one, without asking: the present one cannot be started. When the
 * newer one is complete, that may have changed: `isWanted()`.
 */
export async function takeNewer(isWanted) {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    whenNewer(registration, (load) => isWanted() && load());
    await registration.update();
  }
}

/**
 * Call `loadAnew()` in every tab when another version takes over: no tab may mix two versions. A tab
 * that has not started is also loaded anew when the first version is stored: what it takes then is
 * checked.
 */
export function stayOneVersion(isStarted, loadAnew) {
  let isKept = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (isKept || !isStarted()) {
      loadAnew();
    }
    isKept = true; // on the first visit this very version takes over
  });
  // a tab that was being loaded has missed the event
  navigator.serviceWorker?.addEventListener("message", loadAnew);
}

function whenNewer(registration, tell) {
  const look = () => {
    const { active, waiting } = registration;
    if (active && waiting) {
      tell(() => takeOver(waiting));
    }
  };
  const watch = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", watch);
  watch();
  look();
}

/**
 * Let a newer version take over. Chromium first ends the present one; if that is asked for a file
 * meanwhile, it is started again, and Chromium forgets to end it. To open any page of the app reminds
 * it: so a small file is opened in a hidden frame. Other browsers need no reminder.
 */
function takeOver(waiting) {
  waiting.postMessage("take over");
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = SOME_PAGE;
  const opening = setInterval(() => {
    frame.remove();
    if (waiting.state === "installed") {
      document.body.append(frame); // which opens the page
    } else {
      clearInterval(opening);
    }
  }, TO_TAKE_OVER);
}

/** Call `tell` when the first version could not be stored. */
function whenLost({ active, installing }, tell) {
  installing?.addEventListener("statechange", () => {
    if (!active && installing.state === "redundant") {
      tell();
    }
  });
}
