// Lets Chromium collect what a start, and the pages before it in the same tab, have left behind. By
// itself it takes half a minute, and a phone ends the tabs that hold most.

/**
 * More bytes than Chromium can provide: it collects all garbage before it refuses. Other browsers
 * refuse at once.
 */
const TOO_MANY = 2 ** 34;
/** To collect takes a tenth of a second: not after so many milliseconds without a tap. */
const QUIET = 4_000;
const TAPS = ["pointerdown", "keydown"];
const CAPTURE = { capture: true };

/** Collect the garbage of this thread now. */
export function collectGarbage() {
  try {
    new ArrayBuffer(TOO_MANY);
  } catch {
    // as intended
  }
}

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
