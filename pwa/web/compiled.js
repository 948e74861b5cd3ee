// Lets Firefox keep what it has compiled. Some seconds after a tap it collects garbage, and throws the compiled code of
// a page away that has not been animated for a second: the next tap is shown after 100 instead of 35 ms.

/** So many milliseconds lie between two frames. */
const BETWEEN = 700;
/** After so many milliseconds Firefox throws the code of an animated page away, too. */
const HELPS = 30_000;

let until = 0;
let isAsking = false;

/** Ask for a frame now and then, though nothing moves, for `HELPS` from now on. */
export function keepCompiled() {
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
