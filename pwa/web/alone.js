// One page writes; what two wrote would overwrite each other. A second one waits until the first
// is closed, or asks it to give way.

const LOCK = "knoddel writes";
const GIVE_WAY = "give way";

/**
 * Resolves when this page is the one that writes. If another is, `tellElsewhere` is given what
 * asks it to give way; `giveWay` is called when this one is asked to.
 */
export function alone(tellElsewhere, giveWay) {
  const channel = new BroadcastChannel("knoddel");
  return new Promise((begin) => {
    const write = () =>
      new Promise((release) => {
        channel.onmessage = ({ data }) => {
          if (data === GIVE_WAY) {
            channel.onmessage = null;
            giveWay(() => channel.postMessage(GIVE_WAY));
            release();
            navigator.locks.request(LOCK, () => location.reload()); // when it is our turn again
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
