// Takes no taps while a commit or Python takes long. Where nothing happens people tap again, and that
// would be written, too.

const TAPS = ["pointerdown", "click", "keydown"];
const AGAIN = { key: "again", action: () => location.reload() };

/** What can be tapped all the same. */
const WRITES_NOTHING = "#waking, #reader, .bar";

/** Why no taps are taken, "storing" or "silent", and whether that may never end. */
const reasons = new Map();
let isBegunHeld = false;

/** Begin to listen, before Flutter does. */
export function watchTaps() {
  TAPS.forEach((kind) => addEventListener(kind, stopIfHolding, { capture: true }));
}

/** Take no taps, and say why; if it may never end, offer a restart. */
export function hold(why, mayNeverEnd) {
  reasons.set(why, mayNeverEnd || reasons.get(why));
  say();
}

/** Take taps again, unless there is another reason. */
export function letGo(why) {
  if (reasons.delete(why)) {
    say();
  }
}

/** Say one reason, and rather one that may never end. */
function say() {
  const held = [...reasons];
  const [why, mayNeverEnd] = held.find(([, hangs]) => hangs) ?? held[0] ?? [null];
  globalThis.waking.holds(...(mayNeverEnd ? [`${why}_hangs`, [AGAIN]] : [why]));
}

function stopIfHolding(event) {
  if (event.type === "pointerdown") {
    isBegunHeld = reasons.size > 0 || (isBegunHeld && !event.isPrimary);
  }
  const isHeld = reasons.size > 0 || (isBegunHeld && isEndOfTap(event));
  if (isHeld && event.isTrusted && !event.target.closest?.(WRITES_NOTHING)) {
    event.stopImmediatePropagation();
    isBegunHeld &&= event.type !== "click";
  }
}

/** `detail` counts the clicks of a finger; where a key or a screen reader clicks, it is 0. */
function isEndOfTap({ type, detail }) {
  return type === "click" && detail > 0;
}
