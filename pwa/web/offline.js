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
  const offerNewer = () => {
    if (registration.active && registration.waiting) {
      offer(() => registration.waiting.postMessage("take over"));
    }
  };
  registration.addEventListener("updatefound", () =>
    registration.installing.addEventListener("statechange", offerNewer),
  );
  offerNewer();
  if (navigator.serviceWorker.controller) {
    // Another version has taken over, in every tab at once, for none may mix the two.
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  }
}
