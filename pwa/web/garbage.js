// Lets the browser collect what a start, and the pages before it in the same tab, have left behind.
// By itself Chromium takes half a minute, and WebKit much longer; a phone ends the tabs that hold
// most. No browser can be asked for it, but both collect before they refuse memory.

/** More bytes than Chromium can provide; other browsers refuse them without looking for any. */
const TOO_MANY = 2 ** 34;
/** More memories of WebAssembly than WebKit can provide with its fastest access. */
const FAST_MEMORIES = 8;
/** To collect takes some tenths of a second: only after so many milliseconds without a tap. */
const QUIET = 4_000;
const TAPS = ["pointerdown", "keydown"];
const CAPTURE = { capture: true };

/** Call `act`, once, when nobody has tapped for a while. */
export function whenQuiet(act) {
  let quiet;
  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(end, QUIET);
  };
  const end = () => {
    TAPS.forEach((kind) => removeEventListener(kind, wait, CAPTURE));
    act();
  };
  TAPS.forEach((kind) => addEventListener(kind, wait, CAPTURE));
  wait();
}

/** Collect the garbage of this page, or of this worker. */
export function collectGarbage() {
  try {
    new ArrayBuffer(TOO_MANY);
  } catch {
    // as intended
  }
  collectInWebKit();
}

/**
 * Collect the garbage of this page in WebKit. When it starts, that is the page before it in this tab:
 * later, what this page holds lies behind it, and little of what it has held is given back.
 */
export function collectInWebKit() {
  const memories = isPageInWebKit() ? FAST_MEMORIES : 0;
  try {
    for (let made = 0; made < memories; made++) {
      new WebAssembly.Memory({ initial: 1 }); // garbage as well, or each would collect anew
    }
  } catch {
    // it has collected before it refuses
  }
}

/** Whether this is a page in WebKit. Workers are not told; they have little garbage. */
function isPageInWebKit() {
  return navigator.vendor?.startsWith("Apple");
}
