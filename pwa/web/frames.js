// Lets WebKit show sooner what a tap has changed. It begins a frame 17 ms after it is asked for one,
// which would be when Python has answered. So it is asked at the tap, and again until the answer is there.

import { isPageInWebKit } from "./engine.js";

const TAPS = ["pointerdown", "pointerup", "click"];
/** For so many milliseconds after a tap. */
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
