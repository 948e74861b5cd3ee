// What a QR code brings: this app's address with an evening behind "#", which no server gets.

import { recall, remember } from "./session.js";

const UNSHOWN = "codes not shown yet";

/**
 * Call `take(text)` with what stands behind "#", now and whenever such an address is opened here,
 * unless it is a page of the app. It is removed from the address: a reload does not bring it again.
 */
export function takeFragments(take) {
  const look = (event) => {
    const text = location.hash.slice(1);
    if (text && !text.startsWith("/")) {
      event?.stopImmediatePropagation(); // Flutter would look for a page of that name
      history.replaceState(history.state, "", location.pathname + location.search);
      take(text);
    }
  };
  addEventListener("popstate", look, { capture: true });
  addEventListener("hashchange", look, { capture: true });
  look();
}

/** Return what codes have brought to this tab and no start has shown yet. */
export function unshownCodes() {
  try {
    return JSON.parse(recall(UNSHOWN)) ?? [];
  } catch {
    return []; // it is no list
  }
}

/** Keep what codes have brought for the next start, if this one fails. */
export function keepUnshownCodes(codes) {
  remember(UNSHOWN, JSON.stringify(codes));
}
