// Loads the page anew by itself when it cannot go on and nothing shown is lost by that: the browser has
// closed its database, as WebKit does in the background, or its WebAssembly has failed.

import { recall, remember, take } from "./session.js";

/** Items of the session: when a page was loaded anew, and why this one was. */
const WHEN = "loaded anew at";
const WHY = "loaded anew";
/** A page that is looked at is loaded anew only once in so many milliseconds: it could go on for ever. */
const SELDOM = 120_000;

/** Why the page before could not go on, if this one was loaded for that; else null. */
export const whyAnew = take(WHY);

/** Return whether the page may be loaded anew by itself; not where the tab cannot keep that it was. */
export function canStartAnew() {
  remember(WHEN, recall(WHEN) ?? 0);
  const last = recall(WHEN);
  return document.hidden || (last !== null && Date.now() - last > SELDOM);
}

/** Load the page anew as soon as somebody looks at it. */
export function startAnew(why) {
  remember(WHY, why); // now, for somebody else may load it anew meanwhile
  const reload = () => {
    if (!document.hidden) {
      remember(WHEN, Date.now());
      location.reload();
    }
  };
  document.addEventListener("visibilitychange", reload);
  reload();
}
