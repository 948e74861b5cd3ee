// Takes no taps while a commit takes long. Where nothing happens people tap again, and that would be
// written, too.

const TAPS = ["pointerdown", "click", "keydown"];
const AGAIN = { key: "again", action: () => location.reload() };

/** What can be tapped all the same. */
const WRITES_NOTHING = "#waking, #reader, .bar";

let isHolding = false;
let isHanging = false;
let isBegunHeld = false;

/** Begin to listen, before Flutter does. */
export function watchTaps() {
  TAPS.forEach((kind) => addEventListener(kind, stopIfHolding, { capture: true }));
}

/** Take no taps, and say why; if it may never end, offer a restart. */
export function hold(mayNeverEnd) {
  isHolding = true;
  isHanging ||= mayNeverEnd;
  const { waking } = globalThis;
  waking.holds(...(isHanging ? ["storing_hangs", [AGAIN]] : ["storing"]));
}

/** Take taps again. */
export function letGo() {
  isHolding = isHanging = false;
  globalThis.waking.holds(null);
}

function stopIfHolding(event) {
  if (event.type === "pointerdown") {
    isBegunHeld = isHolding || (isBegunHeld && !event.isPrimary);
  }
  const isHeld = isHolding || (isBegunHeld && isEndOfTap(event));
  if (isHeld && event.isTrusted && !event.target.closest?.(WRITES_NOTHING)) {
    event.stopImmediatePropagation();
    isBegunHeld &&= event.type !== "click";
  }
}

/** `detail` counts the clicks of a finger; where a key or a screen reader clicks, it is 0. */
function isEndOfTap({ type, detail }) {
  return type === "click" && detail > 0;
}
