// Stores the app on the device for offline use, and offers a newer version when there is one.

import { kit, STORED_BY } from "./kit.js";

/**
 * Let the service worker download everything. Call it when the app is shown: before that, the two
 * would slow each other down. `offer(load)` is called when a newer version is complete.
 */
export async function keepOffline(offer) {
  if (!navigator.serviceWorker) {
    return;
  }
  const registration = await navigator.serviceWorker.register(STORED_BY[kit]);
  whenNewer(registration, offer);
}

/** Load a newer version, if there is one, without asking: the present one cannot be started. */
export async function takeNewer() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    whenNewer(registration, (load) => load());
    await registration.update();
  }
}

/** Reload every tab when another version takes over: no tab may mix two versions. */
export function stayOneVersion() {
  let isKept = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (isKept) {
      location.reload();
    }
    isKept = true; // on the first visit this very version takes over
  });
}

function whenNewer(registration, tell) {
  const look = () => {
    const { active, waiting } = registration;
    if (active && waiting) {
      tell(() => waiting.postMessage("take over"));
    }
  };
  const watch = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", watch);
  watch();
  look();
}
