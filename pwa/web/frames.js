// Lets Flutter draw at once what answers a tap. By itself it waits for the screen's next frame, up to 17 ms.

/** Call `hear`, and draw what Flutter asks to draw meanwhile, also if it fails: Flutter asks only once. */
export function drawAtOnce(hear) {
  const { requestAnimationFrame } = globalThis;
  const asked = [];
  globalThis.requestAnimationFrame = (draw) => asked.push(draw);
  try {
    hear();
  } finally {
    globalThis.requestAnimationFrame = requestAnimationFrame;
    asked.forEach((draw) => draw(performance.now()));
  }
}
