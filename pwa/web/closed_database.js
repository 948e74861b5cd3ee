// Loads the page anew when the browser has closed its database, as WebKit does in the background.
// Nothing was pending then, so a new start shows all that was shown.

import { recall, remember, take } from "./session.js";

/** Items of the session: when a page was loaded anew for that, and whether it is this one. */
const WHEN = "database closed at";
const IS_THIS = "loaded anew";
/** A page that is looked at is loaded anew only once in so many milliseconds. */
const SELDOM = 120_000;
/** And not when it is so young: it could go on for ever. */
const YOUNGEST = 5_000;

/** Whether this page was loaded because the database of the one before was closed. */
export const wasClosed = take(IS_THIS) !== null;

/** Return whether the page may be loaded anew by itself. */
export function canStartAnew() {
  const isAgain = Date.now() - Number(recall(WHEN)) < SELDOM;
  return document.hidden || (!isAgain && performance.now() > YOUNGEST);
}

/** Load the page anew as soon as somebody looks at it. */
export function startAnew() {
  const reload = () => {
    if (!document.hidden) {
      remember(WHEN, Date.now());
      remember(IS_THIS, "");
      location.reload();
    }
  };
  document.addEventListener("visibilitychange", reload);
  reload();
}
