// Lets Firefox keep what it has compiled. Some seconds after a tap it collects garbage. If the page has not asked for a
// frame for a second, its compiled code is thrown away, too: the next tap is then shown after 100 instead of 35 ms.

/** So many milliseconds lie between two frames. */
const BETWEEN = 700;
/** Firefox keeps it only for so many milliseconds after it last threw some away. */
const HELPS = 30_000;

let until = 0;
let isAsking = false;

/**
 * Ask for a frame now and then, though nothing moves, for `HELPS` from now on. Not before somebody has
 * tapped: Firefox would keep the start's garbage, 40 MB, as long.
 */
export function keepCompiled() {
  if (!navigator.userActivation?.hasBeenActive) {
    return;
  }
  until = performance.now() + HELPS;
  if (!isAsking) {
    isAsking = true;
    ask();
  }
}

function ask() {
  isAsking = performance.now() < until;
  if (isAsking) {
    requestAnimationFrame(() => setTimeout(ask, BETWEEN)); // a hidden page gets no frames
  }
}
