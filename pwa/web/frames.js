// Lets WebKit show sooner what a tap has changed. WebKitGTK begins a frame 17 ms after it is asked for the
// first one, which would be when Python has answered. So it is asked at the tap, and again for a while.

import { isPageInWebKit } from "./engine.js";

const TAPS = ["pointerdown", "pointerup", "click"];
/** So many milliseconds after a tap Python has usually answered. */
const LONG_ENOUGH = 100;

let end = 0;
let isDrawing = false;

/** Draw when somebody taps. */
export function drawAtTaps() {
  if (isPageInWebKit) {
    TAPS.forEach((kind) => addEventListener(kind, draw, { capture: true }));
  }
}

function draw() {
  end = performance.now() + LONG_ENOUGH;
  if (!isDrawing) {
    isDrawing = true;
    requestAnimationFrame(goOn);
  }
}

function goOn(now) {
  isDrawing = now < end;
  if (isDrawing) {
    requestAnimationFrame(goOn);
  }
}
