// Keeps the app on the device for the next time, and offers a newer version when there is one.

/**
 * Let the service worker fetch everything. To be called when the app is there: before, the two
 * would wait for each other. `offer(load)` hears of a newer version that is complete.
 */
export async function keepOffline(canvasKit, offer) {
  if (!navigator.serviceWorker) {
    return;
  }
  const registration = await navigator.serviceWorker.register(
    `service-worker.js?canvaskit=${canvasKit}`,
  );
  whenNewer(registration, offer);
}

/** Load a newer version at once when there is one: the one at work cannot be started. */
export async function takeNewer() {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    whenNewer(registration, (load) => load());
    await registration.update();
  }
}

/** Begin anew when another version has taken over, in every tab at once: none may mix the two. */
export function stayOneVersion() {
  let isKept = Boolean(navigator.serviceWorker?.controller);
  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    if (isKept) {
      location.reload();
    }
    isKept = true; // on the first visit it is this version that has been kept
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
