// What this tab keeps until it is closed. Where the browser lets nothing be kept, nothing is there;
// the app does not start then either.

/** Return what is kept under a name; null if there is nothing. */
export function recall(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a text under a name. */
export function remember(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // as above
  }
}

/** Return what is kept under a name, and keep it no more. */
export function take(name) {
  const text = recall(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // as above
  }
  return text;
}
