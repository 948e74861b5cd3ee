// Only one page writes: two would overwrite each other's changes. A second page waits until the
// first is closed, or asks it to release the lock.

const LOCK = "knoddel writes";
const GIVE_WAY = "give way";

/**
 * Resolves when this page has the lock. If another page has it, `tellElsewhere` is called with a
 * function that asks that page to release it. `giveWay` is called when this page is asked to; it
 * releases the lock when the promise that `giveWay` returns resolves.
 */
export function alone(tellElsewhere, giveWay) {
  const channel = new BroadcastChannel("knoddel");
  return new Promise((begin) => {
    const write = () =>
      new Promise((release) => {
        channel.onmessage = async ({ data }) => {
          if (data === GIVE_WAY) {
            channel.onmessage = null;
            await giveWay(() => channel.postMessage(GIVE_WAY));
            release();
            navigator.locks.request(LOCK, () => location.reload()); // when the lock is free again
          }
        };
        begin();
      });
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) {
        return write();
      }
      navigator.locks.request(LOCK, write);
      tellElsewhere(() => channel.postMessage(GIVE_WAY));
    });
  });
}
