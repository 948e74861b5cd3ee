// Only one page writes: two would overwrite each other's changes. A second page waits until the
// first is closed, or asks it to release the lock.

import { recall, remember } from "./session.js";

const LOCK = "knoddel writes";
const GIVE_WAY = "give way";
/** The item of the session with the page of this tab that had the lock last, as the browser names it. */
const HOLDER = "has written";

/**
 * Resolves when this page has the lock, to whether it has waited for it. If another page has it,
 * `tellElsewhere` is called with a function that asks that page to release it. `giveWay` is called
 * when this page is asked to; it releases the lock when the promise that `giveWay` returns resolves.
 */
export function alone(tellElsewhere, giveWay) {
  const channel = new BroadcastChannel("knoddel");
  return new Promise((begin) => {
    const write = (hasWaited) =>
      new Promise((release) => {
        channel.onmessage = async ({ data }) => {
          if (data === GIVE_WAY) {
            channel.onmessage = null;
            await giveWay(() => channel.postMessage(GIVE_WAY));
            release();
            whenFree(() => location.reload());
          }
        };
        whenPutAside(release);
        begin(hasWaited);
        holder().then((page) => remember(HOLDER, page));
      });
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) {
        return write(false);
      }
      whenFree(() => write(true));
      tellElsewhere(() => channel.postMessage(GIVE_WAY));
    });
  });
}

/**
 * Return whether the page that has the lock seems to be left: it was in this tab, or has it no more. So
 * it seems to a tab that was duplicated, too, because its session is a copy.
 */
export async function isBeingLeft() {
  return [undefined, recall(HOLDER)].includes(await holder());
}

/** Return how the browser names the page that has the lock; undefined if none has, or it does not tell. */
async function holder() {
  const { held } = await navigator.locks.query().catch(() => ({ held: [] }));
  return held.find(({ name }) => name === LOCK)?.clientId;
}

/** Call `act` when the browser keeps this page for the way back: Safari does, whatever it holds. */
export function whenPutAside(act) {
  addEventListener("pagehide", ({ persisted }) => persisted && act());
}

/**
 * Call `act` with the lock once it is free. Only a page that somebody looks at waits for it: a page
 * in the background would take it from one that is loaded anew, and could be asleep.
 */
function whenFree(act) {
  let waiting;
  const look = () => {
    waiting?.abort();
    waiting = new AbortController();
    if (!document.hidden) {
      navigator.locks.request(LOCK, { signal: waiting.signal }, take).catch(ignoreAborted);
    }
  };
  const take = () => {
    document.removeEventListener("visibilitychange", look);
    return act();
  };
  document.addEventListener("visibilitychange", look);
  look();
}

function ignoreAborted(error) {
  if (error.name !== "AbortError") {
    throw error;
  }
}
